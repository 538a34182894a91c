"""What the chapter on scores shows of a sentence."""

from viewer.walk.attentions import place, stacked
from viewer.walk.frame import Passage, Stage
from viewer.walk.parcel import Parcel
from viewer.walk.snippets import KINDS, Snippet, for_every_kind

SNIPPETS = (
    Snippet(
        "the weights of the query in focus",
        for_every_kind(
            """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
attention = "⟨stack⟩.⟨layer⟩.⟨attention⟩"
query, key = trace[f"{attention}.query"][⟨head⟩], trace[f"{attention}.key"][⟨head⟩]
scores = query @ key.T / query.shape[-1] ** 0.5
result = scores.softmax(dim=-1)[⟨token⟩]"""
        ),
        lambda trace, focus: trace[f"{place(focus.kind, focus.layer)}.weights"][focus.head or 0, focus.token],
    ),
)


def stage(passage: Passage) -> Stage:
    """All scores and weights, so that every focus is drawn in the browser."""
    tensors = {f"{kind}.weights": stacked(passage.trace, kind, "weights") for kind in KINDS}
    return Stage(Parcel({}, tensors), SNIPPETS)
