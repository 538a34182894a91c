"""Remove a head: every head of the model changed in turn, and more and more of them removed."""

from viewer.app.page import PROVE, Page, Picture, Section, Text, run_app
from viewer.app.state import MISSED
from viewer.pictures.what_if.head_ablation.payload import heads_of, take_change

PAGE = Page(
    address="head_ablation",
    title="Remove a head",
    group="What if",
    in_order=True,
    look="The model looks at words with many heads at once. Take one out: how much does the translation need it?",
    story=(
        "Take one head out of the model and translate again: which words change, and how much worse does the model "
        "get? Each cell is one head: choose one for both translations."
    ),
    opening=MISSED,
    waiting="its translations without each head appear here.",
    parts=(
        Picture("what_if/head_ablation/heads.js", heads_of, key="what_if_heads", answers={"change": take_change}),
        Section(
            "What others found",
            (
                Text(
                    "**Michel et al. 2019** (“Are Sixteen Heads Really Better than One?”, NeurIPS, arXiv 1905.10650): "
                    "one head at a time, 8 of 96 encoder heads change BLEU significantly (section 3.2). Ranked by "
                    "gradient, 20% of all heads can go without noticeable harm (section 4). Cross-attention needs its "
                    "many heads most. Heads were removed from a trained model, a large Transformer for WMT "
                    "English–French with 16 heads per layer, and nothing was trained afterwards, as here."
                ),
                Text(
                    "**Voita et al. 2019** (“Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy "
                    "Lifting, the Rest Can Be Pruned”, ACL, arXiv 1905.09418): 38 of 48 encoder heads can go for 0.15 "
                    "BLEU, WMT English–Russian; specialised heads go last. Gates learned in training which heads to "
                    "close, and the other heads took over their work. Here nothing is trained to be pruned."
                ),
            ),
            depth=PROVE,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
