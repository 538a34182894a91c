"""What the page “Model card” says, apart from its pictures."""

LOOK = "The model that translates on these pages, at a glance."
STORY = "How big this model is, and how well it translates."
SCORES = (
    "BLEU and chrF go from 0 to 100. sacreBLEU computes them on cased, detokenised text with one reference each; its "
    "signatures are below. Papers on Multi30k lower-case the text and cut it with the Moses tokeniser: compare their "
    "scores only with the column “BLEU as in papers”."
)
DEV = "Training kept the checkpoints with the best BLEU on the dev sets, so those scores may be a little too high."
SEEDS = (
    "A “seed” column is the BLEU of another model, trained with the same recipe but from a different random seed. The "
    "gap hints at how far chance alone moves a score; it takes more models to measure that."
)
BADGE = (
    "The badge next to a translation says how good it is likely to be. It uses the model’s own signals (how probable "
    "its words were, how unsure its steps, which words it never looked at) and the text (known words or pieces, how "
    "many sentences)."
)
CURVE = (
    "Where the curve is on the dotted line, the badge is right on average. chrF says, from 0 to 100, how "
    "many groups of letters a translation shares with a person’s."
)
