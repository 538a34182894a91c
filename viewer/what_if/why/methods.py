"""What each method of `transformer.attribution.methods` asks, in a sentence."""

from dataclasses import dataclass

from transformer.attribution.methods import METHODS


@dataclass(frozen=True)
class Method:
    """A method as the page speaks of it.

    Attributes:
        name: of `METHODS`. title: in a column's head.
        asks: what it asks, in plain words. source: where it comes from.
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
        "How much weight did the decoder give to the token when it wrote the word? Mean over the heads of the layer "
        "that aligns best; the source’s weights sum to 1, and so do those of the earlier target tokens.",
        "Bahdanau et al. 2015",
    ),
    Method(
        "attention_read_back",
        "Attention (read back)",
        "The same one step later, when the decoder reads the word that it has just written.",
        "Kobayashi et al. 2020",
    ),
    Method(
        "value_norms",
        "Attention × norms",
        "How long is the vector that attention carried over? A large weight on a short value carries little.",
        "Kobayashi et al. 2020",
    ),
    Method("value_norms_read_back", "Norms (read back)", "The same one step later.", "Kobayashi et al. 2020"),
    Method(
        "gradient",
        "Gradient × input",
        "If the token’s embedding shrank a little, how fast would the logit fall? It sees the slope here and no "
        "further.",
        "Shrikumar et al. 2017",
        knows_rival=True,
    ),
    Method(
        "integrated",
        "Integrated gradients",
        "The same slope, added up on the way from embeddings of zero to the real ones.",
        "Sundararajan et al. 2017",
        knows_rival=True,
    ),
    Method(
        "leave_one_out",
        "Leave one out",
        "By how much does the logit fall when this token is taken away and nothing may look at it?",
        "Li et al. 2016",
        knows_rival=True,
    ),
    Method(
        "value_zeroing",
        "Value zeroing",
        "How far does each decoder layer’s output turn when attention finds nothing at this token?",
        "Mohebbi et al. 2023",
    ),
    Method(
        "alti",
        "ALTI",
        "What share of the decoder’s output stems from this token, followed through all layers of both stacks?",
        "Ferrando et al. 2022",
    ),
)
TITLES = {each.name: each.title for each in EXPLAINED}
assert list(TITLES) == list(METHODS)
