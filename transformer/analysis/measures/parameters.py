"""Where a model's parameters sit: by part of the architecture and by kind of sublayer.

The paper's base model (table 3) is counted on an actual model, on a device without memory.
"""

from transformer.model.blueprint import blueprint
from transformer.model.config import preset
from transformer.model.transformer import Transformer

PARTS = ("encoder", "decoder", "embeddings")
KINDS = ("self-attention", "cross-attention", "feed-forward", "norms", "vocabulary", "positions")


def parameters_by_kind(model: Transformer) -> dict[str, dict[str, int]]:
    """Parameters of each of `PARTS` by kind, such as `["decoder"]["cross-attention"]`; each counted once.

    A tied vocabulary matrix is one parameter; learned positions count as embeddings, sinusoids not at all.
    Kinds that a part does not have are left out.
    """
    counts: dict[str, dict[str, int]] = {part: {} for part in PARTS}
    for name, parameter in model.named_parameters():
        part, kind = _place(name)
        counts[part][kind] = counts[part].get(kind, 0) + parameter.numel()
    return counts


def paper_base() -> Transformer:
    """The paper's base model with its vocabulary of 37,000 tokens (section 5.1), on the `meta` device: no numbers."""
    return blueprint(preset("base"))


def _place(name: str) -> tuple[str, str]:
    stack = name.partition("_")[0]
    if stack not in ("encoder", "decoder"):
        return "embeddings", "positions" if name.startswith("positions.") else "vocabulary"
    if "norm" in name:
        return stack, "norms"
    return stack, next(kind for kind in KINDS if kind.replace("-", "_") in name)
