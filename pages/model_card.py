"""Model card: what the model is, what it was trained on, and how well it translates."""

from viewer.app.page import (
    LOOK,
    PROVE,
    UNDERSTAND,
    Caption,
    Chart,
    Code,
    InApp,
    Page,
    Picture,
    Section,
    Table,
    Text,
    of_card,
    run_app,
    unless,
)
from viewer.pictures.train.model_card import look, model_card, shown
from viewer.widgets.glossary import link_terms

SCORES, TRAINING = "How well it translates", "How it was trained"
LICENCES = "Licences of what it learned from"

IS_SCORED, IS_IMPORTED = of_card(model_card.is_scored), of_card(model_card.is_imported)

PAGE = Page(
    address="model_card",
    title="Model card",
    group="Learn",
    look="The model that translates on these pages, at a glance.",
    story="How big this model is, and how well it translates.",
    about_sentence=False,
    parts=(
        Picture("train/model_card/look.js", shown.at_a_glance, depth=LOOK, key="model_card_look"),
        Section(
            "",
            (
                Table("Sizes", shown.list_sizes, key="sizes"),
                Chart(shown.parameters, key="parameters"),
                Section(
                    SCORES,
                    (
                        Caption(
                            "Not measured yet. To measure it, run: python -m transformer evaluate --write-card",
                            when=unless(IS_SCORED),
                        ),
                        Table(SCORES, of_card(model_card.score_table), when=IS_SCORED, key="scores"),
                        Caption(
                            link_terms(
                                "BLEU and chrF go from 0 to 100. BLEU counts the groups of one to four words that a "
                                "person’s translation has too, and takes points off output that is too short; chrF "
                                "compares groups of letters. sacreBLEU computes both on cased, detokenised text with "
                                "one reference each; its signatures are below. Papers on Multi30k lower-case the text "
                                "and cut it with the Moses tokeniser: compare their scores only with the column “BLEU "
                                "as in papers”."
                            ),
                            when=IS_SCORED,
                        ),
                        Caption(
                            "Training kept the checkpoints with the best BLEU on the dev sets, so those scores may be "
                            "a little too high.",
                            when=of_card(model_card.is_chosen_on_dev),
                        ),
                        Caption(
                            "A “seed” column is the BLEU of another model, trained with the same recipe but from a "
                            "different random seed. The gap hints at how far chance alone moves a score; it takes more "
                            "models to measure that.",
                            when=of_card(model_card.has_other_seeds),
                        ),
                        Code(of_card(model_card.signatures)),
                    ),
                ),
            ),
            depth=UNDERSTAND,
        ),
        Section(
            "How far to trust the badge",
            (
                Caption(
                    "The badge next to a translation says how good it is likely to be. It uses the model’s own signals "
                    "(how probable its words were, how unsure its steps, which words it never looked at) and the text "
                    "(known words or pieces, how many sentences)."
                ),
                Caption(shown.of_calibration(model_card.describe_confidence)),
                Caption("Where both columns agree, the badge is right on average."),
                Table("How far to trust the badge", shown.of_calibration(model_card.grade_table), key="grades"),
            ),
            depth=PROVE,
            when=shown.is_calibrated,
        ),
        Section(
            "Where it comes from",
            (Text(of_card(look.origin)), Code(of_card(model_card.command), language="bash")),
            depth=PROVE,
            when=IS_IMPORTED,
        ),
        Section(
            TRAINING,
            (
                Caption(of_card(shown.tell_trainings)),
                Table("What it was trained on", of_card(model_card.corpus_table), key="corpora"),
                Table(TRAINING, of_card(model_card.training_table), key="training_facts"),
                Text(of_card(model_card.describe_recipe)),
                Code(of_card(model_card.recipe_command), language="bash"),
                InApp(shown.draw_commands),
                Section(
                    LICENCES, (Table(LICENCES, of_card(model_card.licences)),), when=of_card(model_card.has_licences)
                ),
            ),
            depth=PROVE,
            when=unless(IS_IMPORTED),
        ),
        InApp(shown.offer_card, depth=PROVE),
    ),
)

if __name__ == "__main__":
    run_app()
