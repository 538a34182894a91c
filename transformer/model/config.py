"""Sizes and options of a model: frozen, validated, and saved with the weights.

The letters of "Attention Is All You Need" (Vaswani et al. 2017, arXiv 1706.03762) in brackets.
"""

import math
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeVar, get_args

from transformer.errors import ConfigError
from transformer.files import shorten

# Larger than any translation model ever trained: a larger number is a mistake, or asks for all the memory.
LARGEST_SIZES = {"vocabulary_size": 1_000_000, "max_length": 16_384, "encoder_layers": 1_000, "decoder_layers": 1_000}
LARGEST_WIDTH = 262_144

Config = TypeVar("Config")
NormPlacement = Literal["post", "pre"]
NormKind = Literal["layer", "rms"]
PositionKind = Literal["sinusoidal", "learned", "rotary", "concatenated"]
Activation = Literal["relu", "swish", "gelu"]


def check_size(name: str, value: object, least: int = 1) -> None:
    """Reject a size that is too small, or that no memory could hold.

    Raises:
        ConfigError: naming the field, its value and the limit.
    """
    largest = LARGEST_SIZES.get(name, LARGEST_WIDTH)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= largest:
        raise ConfigError(f"{name} must be a whole number from {least} to {largest:,}, not {shorten(repr(value))}.")


def from_fields(kind: type[Config], values: dict[str, Any]) -> Config:
    """A configuration, a dataclass of this type, from its fields.

    Raises:
        ConfigError: for a field that is missing, unknown or out of range.
    """
    unknown = sorted(set(values) - {field.name for field in fields(kind)})  # type: ignore[arg-type]
    if unknown:
        raise ConfigError(f"Unknown option {unknown[0]!r} in the model's configuration.")
    if "vocabulary_size" not in values:
        raise ConfigError("The model's configuration lacks 'vocabulary_size'.")
    try:
        return kind(**values)
    except TypeError as error:
        raise ConfigError(f"The model's configuration has a value of the wrong type: {error}.") from error


@dataclass(frozen=True)
class ModelConfig:
    """Every size and option that decides which function a Transformer computes (section 3 and table 3 of the paper).

    Attributes:
        vocabulary_size: rows of the embedding table, shared by source and target.
        encoder_layers, decoder_layers: depth of the two stacks (N). Without encoder layers there is one stack, which
            reads source and target as one sequence, see `transformer.model.one_stack`.
        d_model: width of the residual stream.
        heads: attention heads (h), each with d_k = d_v = d_model / h dimensions.
        d_ff: width of the feed-forward layer's hidden part.
        dropout: probability with which training zeroes a number (P_drop).
        norm: "post", LayerNorm(x + Sublayer(x)), as published; or "pre", x + Sublayer(LayerNorm(x)) with one more
            LayerNorm at the top of each stack, which trains without a careful warm-up.
        positions: "sinusoidal" (section 3.5) or "learned" (table 3, row E).
        position_base: base of the sinusoids' geometric progression of wavelengths, 10,000 in the paper.
        max_length: the longest source and the longest target in tokens; the learned table has this many rows, that of
            one stack twice as many.
        tied_embeddings: whether source embedding, target embedding and output projection are one matrix (section 3.4).
        activation: of the feed-forward layers: "relu", as published; or "swish", x σ(x), or "gelu", x Φ(x), as in many
            models trained elsewhere.
        output_bias: whether each token has a number of its own that is added to its logit.

    For one stack only: rotary positions, which turn queries and keys (`rotate`), concatenated ones, which are learned
    and replace the last quarter of a token's numbers, and what came after the paper:
        norm_kind: "layer", or "rms", which only divides by the root of the mean square (Zhang and Sennrich 2019).
        gated: whether a third matrix multiplies the feed-forward layer's hidden part (Shazeer 2020).
        key_heads: heads of keys and values, each shared by several query heads (Ainslie et al. 2023); 0 for all.
        prefix: whether the source can look ahead in itself (T5's prefix language model, Raffel et al. 2020).
    """

    vocabulary_size: int
    encoder_layers: int = 6
    decoder_layers: int = 6
    d_model: int = 512
    heads: int = 8
    d_ff: int = 2048
    dropout: float = 0.1
    norm: NormPlacement = "post"
    positions: PositionKind = "sinusoidal"
    position_base: float = 10_000.0
    max_length: int = 256
    tied_embeddings: bool = True
    activation: Activation = "relu"
    output_bias: bool = False
    norm_kind: NormKind = "layer"
    gated: bool = False
    key_heads: int = 0
    prefix: bool = False

    def __post_init__(self) -> None:
        """Reject sizes with which no Transformer can be built.

        Raises:
            ConfigError: naming the field, its value and the rule it breaks.
        """
        for name in ("vocabulary_size", "encoder_layers", "decoder_layers", "d_model", "heads", "d_ff", "max_length"):
            check_size(name, getattr(self, name), least=0 if name == "encoder_layers" else 1)
        if self.d_model % self.heads:
            raise ConfigError(f"d_model ({self.d_model}) must be a multiple of heads ({self.heads}).")
        if self.positions == "sinusoidal" and self.d_model % 2:
            raise ConfigError(f"Sinusoidal positions need an even d_model, not {self.d_model}.")
        if not 0 <= self.dropout < 1:
            raise ConfigError(f"dropout must be at least 0 and below 1, not {self.dropout!r}.")
        if self.norm not in ("post", "pre"):
            raise ConfigError(f"norm must be 'post' or 'pre', not {self.norm!r}.")
        if self.positions not in get_args(PositionKind):
            raise ConfigError(f"positions must be one of {', '.join(get_args(PositionKind))}, not {self.positions!r}.")
        if self.norm_kind not in get_args(NormKind):
            raise ConfigError(f"norm_kind must be 'layer' or 'rms', not {self.norm_kind!r}.")
        check_size("key_heads", self.key_heads, least=0)
        if self.heads % (self.key_heads or 1) or (self.positions == "rotary" and self.d_k % 2):
            raise ConfigError(
                "heads must be a multiple of key_heads, and rotary positions need an even d_model / heads."
            )
        if not 1 < self.position_base < math.inf:
            raise ConfigError(f"position_base must be greater than 1 and finite, not {self.position_base!r}.")
        if self.activation not in get_args(Activation):
            raise ConfigError(f"activation must be 'relu', 'swish' or 'gelu', not {self.activation!r}.")
        for name in ("tied_embeddings", "output_bias", "gated", "prefix"):
            if not isinstance(getattr(self, name), bool):
                raise ConfigError(f"{name} must be true or false, not {getattr(self, name)!r}.")
        later = self.norm_kind != "layer" or self.gated or self.key_heads or self.prefix
        if (later or self.positions in ("rotary", "concatenated")) and not self.one_stack:
            raise ConfigError(
                "norm_kind, gated, key_heads, prefix, rotary and concatenated positions need one stack: "
                "encoder_layers 0."
            )

    @property
    def d_k(self) -> int:
        """Dimensions of one head's queries, keys and values: d_model / h."""
        return self.d_model // self.heads

    @property
    def one_stack(self) -> bool:
        """Whether one stack reads source and target as one sequence (decoder-only)."""
        return self.encoder_layers == 0

    def to_dict(self) -> dict[str, Any]:
        """The plain form that `from_dict` reads and `config.json` contains."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "ModelConfig":
        """The configuration written by `to_dict`.

        Raises:
            ConfigError: for a field that is missing, unknown or out of range.
        """
        return from_fields(cls, values)


# `base` and `big` are the paper's (table 3). `one-stack` has as many parameters as the Transformer in `assets/before/`,
# within one per cent. `tiny` learns the everyday corpus in minutes on two cores.
PRESETS: dict[str, ModelConfig] = {
    "tiny": ModelConfig(
        2_000, encoder_layers=2, decoder_layers=2, d_model=96, heads=4, d_ff=256, dropout=0.1, norm="pre"
    ),
    "small": ModelConfig(
        5_000, encoder_layers=3, decoder_layers=3, d_model=192, heads=4, d_ff=512, dropout=0.2, norm="pre"
    ),
    "medium": ModelConfig(
        6_000, encoder_layers=3, decoder_layers=3, d_model=256, heads=4, d_ff=768, dropout=0.2, norm="pre"
    ),
    "one-stack": ModelConfig(
        5_000,
        encoder_layers=0,
        decoder_layers=7,
        d_model=192,
        heads=4,
        d_ff=768,
        dropout=0.2,
        norm="pre",
        positions="learned",
    ),
    "base": ModelConfig(37_000),
    "big": ModelConfig(37_000, d_model=1024, heads=16, d_ff=4096, dropout=0.3),
}


def preset(name: str, **changes: Any) -> ModelConfig:
    """One of `PRESETS`, with some fields changed.

    Raises:
        ConfigError: for an unknown name or an impossible change.
    """
    if name not in PRESETS:
        raise ConfigError(f"There is no preset {name!r}; choose one of {', '.join(PRESETS)}.")
    return replace(PRESETS[name], **changes)
