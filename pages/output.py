"""Decoder and output: from the last vector to the next token, all positions at once and one by one."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.vocabulary import vocabulary
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.output import searches
from viewer.pictures.walk.output.snippets import snippets

PAGE = Page(
    address="output",
    title="Decoder and output",
    short="Output",
    group="Walk through",
    in_order=True,
    look=(
        "Every piece the model knows gets a score: the better it matches the last vector, the likelier it comes next."
    ),
    story=(
        "The decoder reads the translation so far, shifted right by one, and its last vector is compared with "
        "every piece of the vocabulary. Training computes all positions at once, decoding one at a time; the "
        "numbers agree up to rounding."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/output/output.js",
            chapter(
                lambda translator: snippets(translator.model.config),
                of_model=searches.of_model,
                measured=searches.measured,
                modules=searches.modules,
                constants=vocabulary,
            ),
            needs=("decoder.output", "logits"),
            key="walk_output",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
