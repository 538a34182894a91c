"""What each method in `transformer.attribution.methods` asks, in a sentence."""

from dataclasses import dataclass

from transformer.attribution.methods import METHODS


@dataclass(frozen=True)
class Method:
    """A method as the page describes it.

    Attributes:
        name: from `METHODS`. title: of its column.
        asks: what it asks, in plain words. source: who published it.
        knows_rival: whether its answer changes with the rival.
    """

    name: str
    title: str
    asks: str
    source: str
    knows_rival: bool = False


EXPLAINED = (
    Method(
        "attention",
        "Attention",
        "How much weight did the decoder give the token when it wrote the word? Mean over the heads of the layer that "
        "aligns best; the source’s weights sum to 1, and so do those of the earlier target tokens.",
        "Bahdanau et al. 2015",
    ),
    Method(
        "attention_read_back",
        "Attention (read back)",
        "The same one step later, when the decoder reads the word it has just written.",
        "Kobayashi et al. 2020",
    ),
    Method(
        "value_norms",
        "Attention × norms",
        "How long is the vector that attention passed on? A large weight on a short value passes on little.",
        "Kobayashi et al. 2020",
    ),
    Method("value_norms_read_back", "Norms (read back)", "The same one step later.", "Kobayashi et al. 2020"),
    Method(
        "gradient",
        "Gradient × input",
        "If the token’s embedding shrank a little, how fast would the logit fall? It sees only the slope right here.",
        "Shrikumar et al. 2017",
        knows_rival=True,
    ),
    Method(
        "integrated",
        "Integrated gradients",
        "The same slope, added up along the way from zero embeddings to the real ones.",
        "Sundararajan et al. 2017",
        knows_rival=True,
    ),
    Method(
        "leave_one_out",
        "Leave one out",
        "By how much does the logit fall when this token is removed, so that nothing can look at it?",
        "Li et al. 2016",
        knows_rival=True,
    ),
    Method(
        "value_zeroing",
        "Value zeroing",
        "How far does each decoder layer’s output turn when attention gets nothing from this token?",
        "Mohebbi et al. 2023",
    ),
    Method(
        "alti",
        "ALTI",
        "What share of the decoder’s output comes from this token, followed through all layers of both stacks?",
        "Ferrando et al. 2022",
    ),
)
TITLES = {each.name: each.title for each in EXPLAINED}
assert list(TITLES) == list(METHODS)
