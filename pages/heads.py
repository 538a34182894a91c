"""Attention heads: all layers and heads at a glance, one large, its lines, its role, and all of them joined."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.activations import attention_modules, of_attentions
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.heads.roles import roles
from viewer.pictures.walk.heads.snippets import SNIPPETS
from viewer.pictures.what_if.case.case import offer_case
from viewer.pictures.what_if.finding.finding import FINDING

PAGE = Page(
    address="heads",
    title="Attention heads",
    short="Heads",
    group="Walk through",
    in_order=True,
    look="Several heads look at the sentence at once, and they can learn to look at different words.",
    story=(
        "Several heads attend side by side, and heads can learn to look at different things; together they make "
        "one layer’s attention. Look for heads that look at the previous word, at the word itself, or at the "
        "English word being translated."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/heads/heads.js",
            chapter(
                SNIPPETS,
                of_model=roles.of_model,
                measured=roles.measured,
                modules=attention_modules("output_projection"),
            ),
            needs=of_attentions("weights", "context"),
            key="walk_heads",
        ),
        FINDING,
        InApp(offer_case),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
