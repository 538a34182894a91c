"""What a Transformer costs: parameters, floating-point operations, memory and energy.

All of it is arithmetic on sizes. A multiply-add counts as two operations (FLOPs). A forward pass counts every matrix
product, masked scores included; softmax, LayerNorm, activations and additions would add a few percent.

Letters: B batch, S source length, T target length, D d_model, F d_ff, H heads, V vocabulary size.
"""

from dataclasses import dataclass
from typing import Literal

from transformer.errors import ConfigError
from transformer.model.config import ModelConfig

Stack = Literal["encoder", "decoder", "output"]
Work = Literal["projections", "scores", "weighted values", "feed-forward", "output projection"]
FLOAT = 4  # bytes of a number in float32
# The paper's estimate of its base model's training (table 2): 8 GPUs for 12 hours at 9.5 TFLOP a second each.
PAPER_BASE_TRAINING = 3.3e18


@dataclass(frozen=True)
class Product:
    """One kind of matrix product, (rows × inner) · (inner × columns), computed `times` times per sentence pair.

    Attributes: stack, work: the part of the model. name: what it computes.
        letters: the multiply-adds of one product, in the paper's letters.
    """

    stack: Stack
    work: Work
    name: str
    letters: str
    times: int
    rows: int
    inner: int
    columns: int

    @property
    def flops(self) -> int:
        """Two per multiply-add."""
        return 2 * self.times * self.rows * self.inner * self.columns


@dataclass(frozen=True)
class Memory:
    """Memory for training, in bytes, with all numbers in float32.

    Attributes:
        weights, gradients: one number per parameter. moments: Adam's two.
        activations: what the backward pass needs from the forward pass, see `stored_activation_count`.
        logits: the logits themselves; their gradient counts as an activation.
    """

    weights: int
    gradients: int
    moments: int
    activations: int
    logits: int

    @property
    def total(self) -> int:
        """The total, at its peak: right after the forward pass."""
        return self.weights + self.gradients + self.moments + self.activations + self.logits


def parameters(config: ModelConfig) -> dict[str, dict[str, int]]:
    """Parameters of each part by kind, as `parameters_by_kind` counts them on an actual model.

        attention 4 (D² + D)   feed-forward 2 D F + F + D   LayerNorm 2 D   vocabulary V D (+ V)

    A post-norm layer and a pre-norm layer have the same norms; a pre-norm stack has one more at the top.
    """
    d, f = config.d_model, config.d_ff
    attention, feed, norm = 4 * (d * d + d), 2 * d * f + f + d, 2 * d
    top = int(config.norm == "pre")
    encoder, decoder = config.encoder_layers, config.decoder_layers
    counts = {
        "encoder": {
            "self-attention": encoder * attention,
            "feed-forward": encoder * feed,
            "norms": (2 * encoder + top) * norm,
        },
        "decoder": {
            "self-attention": decoder * attention,
            "cross-attention": decoder * attention,
            "feed-forward": decoder * feed,
            "norms": (3 * decoder + top) * norm,
        },
        "embeddings": {"vocabulary": config.vocabulary_size * d * (1 if config.tied_embeddings else 3)},
    }
    if config.output_bias:
        counts["embeddings"]["output bias"] = config.vocabulary_size
    if config.positions == "learned":
        counts["embeddings"]["positions"] = config.max_length * d
    return counts


def parameter_total(config: ModelConfig) -> int:
    """All parameters, each counted once."""
    return sum(sum(kinds.values()) for kinds in parameters(config).values())


def products(config: ModelConfig, source: int, target: int) -> tuple[Product, ...]:
    """Every matrix product of a forward pass over one sentence pair, the whole target at once (section 3).

    Args:
        source: S, tokens that the encoder reads. target: T, tokens that the decoder reads.

    Raises:
        ConfigError: for a length below 1.
    """
    if source < 1 or target < 1:
        raise ConfigError(f"A sentence has at least one token, not {min(source, target)}.")
    n, m, h = config.encoder_layers, config.decoder_layers, config.heads
    d, f, k = config.d_model, config.d_ff, config.d_k
    s, t, v = source, target, config.vocabulary_size
    return (
        Product("encoder", "projections", "queries, keys, values, output of self-attention", "S·D·D", 4 * n, s, d, d),
        Product("encoder", "scores", "scores of self-attention", "S·dₖ·S", n * h, s, k, s),
        Product("encoder", "weighted values", "weighted values of self-attention", "S·S·dₖ", n * h, s, s, k),
        Product("encoder", "feed-forward", "feed-forward, out to F", "S·D·F", n, s, d, f),
        Product("encoder", "feed-forward", "feed-forward, back to D", "S·F·D", n, s, f, d),
        Product("decoder", "projections", "queries, keys, values, output of self-attention", "T·D·D", 4 * m, t, d, d),
        Product("decoder", "scores", "scores of masked self-attention", "T·dₖ·T", m * h, t, k, t),
        Product("decoder", "weighted values", "weighted values of masked self-attention", "T·T·dₖ", m * h, t, t, k),
        Product("decoder", "projections", "queries and output of cross-attention", "T·D·D", 2 * m, t, d, d),
        Product("decoder", "projections", "keys and values of cross-attention", "S·D·D", 2 * m, s, d, d),
        Product("decoder", "scores", "scores of cross-attention", "T·dₖ·S", m * h, t, k, s),
        Product("decoder", "weighted values", "weighted values of cross-attention", "T·S·dₖ", m * h, t, s, k),
        Product("decoder", "feed-forward", "feed-forward, out to F", "T·D·F", m, t, d, f),
        Product("decoder", "feed-forward", "feed-forward, back to D", "T·F·D", m, t, f, d),
        Product("output", "output projection", "output projection to the vocabulary", "T·D·V", 1, t, d, v),
    )  # fmt: skip


def forward_flops(config: ModelConfig, source: int, target: int, batch: int = 1) -> int:
    """FLOPs of a forward pass over `batch` pairs of the same lengths."""
    return batch * sum(product.flops for product in products(config, source, target))


def training_flops(config: ModelConfig, source: int, target: int, batch: int = 1) -> int:
    """FLOPs of a training step: three forward passes.

    In the backward pass, every product C = A B needs two of the same size: dA = dC Bᵀ and dB = Aᵀ dC.
    """
    return 3 * forward_flops(config, source, target, batch)


def stored_activation_count(config: ModelConfig, source: int, target: int) -> int:
    """How many numbers the backward pass over one sentence pair needs from the forward pass, with dropout, on a CPU.

    An attention block keeps its input and the input's LayerNorm, queries, keys, values, the weights of all heads, the
    joined heads, and the dropout's mask; a feed-forward block keeps its input, the input's LayerNorm, the hidden layer
    and the mask. The loss keeps the logits' gradient. Numbers that are few (means, padding masks, ids) are left out.
    """
    d, h, s, t = config.d_model, config.heads, source, target
    mask = int(config.dropout > 0)
    feed = 2 + mask
    encoder = s * d * (6 + mask + feed) + s * config.d_ff + h * s * s
    self_attention = t * d * (6 + mask) + h * t * t
    cross_attention = t * d * (4 + mask) + s * d * 2 + h * t * s
    decoder = self_attention + cross_attention + t * d * feed + t * config.d_ff
    ends = (s + t) * d * mask + t * config.vocabulary_size  # the embeddings' dropout; the logits' gradient
    # The last norms: both input and output for each pre-norm stack, only the output for a post-norm stack's last layer.
    top = (s + t) * d * (2 if config.norm == "pre" else 1)
    return config.encoder_layers * encoder + config.decoder_layers * decoder + ends + top


def training_memory(config: ModelConfig, source: int, target: int, batch: int) -> Memory:
    """Bytes of a training step with Adam over `batch` pairs of the same lengths, without padding."""
    weights = FLOAT * parameter_total(config)
    activations = FLOAT * batch * stored_activation_count(config, source, target)
    return Memory(weights, weights, 2 * weights, activations, FLOAT * batch * target * config.vocabulary_size)


def energy(flops: float, flops_per_second: float, watts: float) -> float:
    """Joules: FLOPs divided by the FLOPs that the device performs per joule.

    Args:
        flops_per_second: what the device sustains, not what its maker promises. watts: its power draw while it does.

    Raises:
        ConfigError: if either is not positive.
    """
    if not (flops_per_second > 0 and watts > 0):
        raise ConfigError("A device must compute something and draw some power: both numbers must be greater than 0.")
    return flops * watts / flops_per_second
