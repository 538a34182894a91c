"""What the page “Model card” says, apart from its pictures."""

LOOK = "The model that translates on these pages, at a glance."
STORY = "What this model is, what it was trained on, and how well it translates."
SCORES = (
    "BLEU and chrF go from 0 to 100. sacreBLEU computes them on cased, detokenised text with one reference each; its "
    "signatures are below. Papers on Multi30k compute BLEU on lower-cased text, cut by the Moses tokeniser, so don’t "
    "compare the two."
)
SEEDS = (
    "A “seed” column is another model from the same recipe, trained with other random numbers. The gap gives an "
    "idea of how much chance alone moves a score."
)
BADGE = (
    "The badge next to a translation says how good it is likely to be. It uses the model’s own signals (how probable "
    "its words were, how unsure its steps, which words it never looked at) and the text (known words or pieces, how "
    "many sentences)."
)
CURVE = (
    "Where the curve is on the dotted line, the badge is right. chrF says, from 0 to 100, how many groups of letters a "
    "translation shares with a person’s."
)
