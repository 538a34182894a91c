"""The whole Transformer (figure 1 of the paper): two embeddings, two stacks, one output projection."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from torch import Tensor, nn

from transformer.model.cache import DecoderCache
from transformer.model.config import ModelConfig
from transformer.model.dropout import Dropout
from transformer.model.layers import DecoderLayer, EncoderLayer
from transformer.model.masks import causal_mask, padding_mask
from transformer.model.positional import make_positions
from transformer.model.probe import Probe, prefix_names, probe_point
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import END, PAD


class Transformer(TranslationModel):
    """An encoder-decoder Transformer over token ids.

    Letters: B batch, S source length, T target length, D model width, V vocabulary size.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config: ModelConfig = config
        self.source_embedding = nn.Embedding(config.vocabulary_size, config.d_model, padding_idx=PAD)
        if config.tied_embeddings:
            self.target_embedding = self.source_embedding
        else:
            self.target_embedding = nn.Embedding(config.vocabulary_size, config.d_model, padding_idx=PAD)
        self.positions = make_positions(config, config.max_length)
        self.encoder_layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        self.decoder_layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder_layers))
        # Post-norm layers end in their own LayerNorm; a pre-norm stack needs one at the top.
        pre_norm = config.norm == "pre"
        self.encoder_norm = nn.LayerNorm(config.d_model) if pre_norm else nn.Identity()
        self.decoder_norm = nn.LayerNorm(config.d_model) if pre_norm else nn.Identity()
        self.output_projection = nn.Linear(config.d_model, config.vocabulary_size, bias=config.output_bias)
        if config.tied_embeddings:
            self.output_projection.weight = self.source_embedding.weight
        self.dropout = Dropout(config.dropout)
        embeddings = {self.source_embedding.weight, self.target_embedding.weight}
        draw_parameters(self, self.output_projection, {*embeddings, self.output_projection.weight})

    def embed(self, embedding: nn.Embedding, tokens: Tensor, start: int = 0, probe: Probe | None = None) -> Tensor:
        """Rows of the table times √D, plus positions (sections 3.4 and 3.5).

        Args:
            tokens: (B, T) ids. start: position of the first of them.
            probe: is shown `embedding` (scaled), `positions` (T, D) and `input`, their sum after dropout.

        Returns:
            (B, T, D).

        Raises:
            ValueError: if the sequence has more tokens than the model has positions.
        """
        if start + tokens.size(1) > self.config.max_length:
            raise ValueError(
                f"A sequence of {start + tokens.size(1)} tokens is too long: the model takes {self.config.max_length}."
            )
        vectors = probe_point(probe, "embedding", embedding(tokens) * math.sqrt(self.config.d_model))
        positions = probe_point(probe, "positions", self.positions(start, tokens.size(1)))
        return probe_point(probe, "input", self.dropout(vectors + positions))

    def encode(self, source: Tensor, probe: Probe | None = None) -> Tensor:
        """Read the source: (B, S) ids → (B, S, D), the memory that the decoder attends to.

        Names are prefixed `encoder`, layers `encoder.0` and so on; `encoder.order` is the order in which they run, and
        the result is `encoder.output`.
        """
        probe = prefix_names(self.check_probe(probe), "encoder")
        source_mask = padding_mask(source, PAD)
        x = self.embed(self.source_embedding, source, probe=probe)
        for index in layer_order(self.encoder_layers, probe):
            x = self.encoder_layers[index](x, source_mask, prefix_names(probe, index))
        return probe_point(probe, "output", self.encoder_norm(x))

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        source: Tensor,
        cache: DecoderCache | None = None,
        probe: Probe | None = None,
    ) -> Tensor:
        """Run the decoder over the target so far, (B, T, D); `project` turns it into logits.

        Args:
            target: (B, T) ids. Without a cache the whole target; with one, only its new positions.
            memory: (B, S, D) from `encode`.
            source: (B, S) ids, for the padding mask.
            cache: keys and values of earlier positions; grows by T.
            probe: names are prefixed `decoder`; `decoder.order` is its layers' order, `decoder.output` the result.
        """
        probe = prefix_names(self.check_probe(probe), "decoder")
        past = 0 if cache is None else cache.length
        new = target.size(1)
        # A single new position can look at everything; no mask is needed.
        target_mask = None if new == 1 else causal_mask(past + new, target.device)[past:]
        source_mask = padding_mask(source, PAD)
        x = self.embed(self.target_embedding, target, start=past, probe=probe)
        for index in layer_order(self.decoder_layers, probe):
            self_cache = None if cache is None else cache.self_attention[index]
            cross_cache = None if cache is None else cache.cross_attention[index]
            layer = self.decoder_layers[index]
            x = layer(x, memory, target_mask, source_mask, self_cache, cross_cache, prefix_names(probe, index))
        if cache is not None:
            cache.length = past + new
        return probe_point(probe, "output", self.decoder_norm(x))

    def project(self, x: Tensor, probe: Probe | None = None) -> Tensor:
        """The decoder's output as logits over the vocabulary, (B, T, D) → (B, T, V) (section 3.4)."""
        return probe_point(self.check_probe(probe), "logits", self.output_projection(x))

    def forward(self, source: Tensor, target: Tensor, probe: Probe | None = None) -> Tensor:
        """Logits for every position of a known target at once, as in training.

        Args:
            source: (B, S) ids, padded with PAD at the end.
            target: (B, T) ids, shifted right: they begin with START.

        Returns:
            (B, T, V): position t scores the token after target[t].
        """
        memory = self.encode(source, probe)
        return self.project(self.decode(target, memory, source, probe=probe), probe)

    @staticmethod
    def narrow(config: ModelConfig) -> ModelConfig:
        """As `TranslationModel.narrow`."""
        return replace(config, vocabulary_size=END + 1, d_model=2, heads=1, d_ff=1, max_length=1)

    @property
    def cross_attentions(self) -> int:
        """One in each layer of the decoder."""
        return self.config.decoder_layers

    def inner_matrices(self) -> list[nn.Parameter]:
        """The matrices of attention and feed-forward layers."""
        layers = (*self.encoder_layers, *self.decoder_layers)
        return [parameter for layer in layers for parameter in layer.parameters() if parameter.ndim == 2]

    def parts(self) -> Mapping[str, Sequence[nn.Module]]:
        """The modules of each part, for counting parameters."""
        return {
            "encoder": [self.encoder_layers, self.encoder_norm],
            "decoder": [self.decoder_layers, self.decoder_norm],
            "embeddings": [self.source_embedding, self.target_embedding, self.output_projection],
            "positions": [self.positions],
        }


def draw_parameters(model: nn.Module, output: nn.Linear, tables: set[Tensor]) -> None:
    """Xavier-uniform matrices and zero biases; embeddings of variance 1/D, so that √D · row has variance 1.

    Args:
        output: the output projection. tables: its weights and the embeddings'.
    """
    for module in model.modules():
        if isinstance(module, nn.Linear) and module is not output:
            nn.init.xavier_uniform_(module.weight)
            nn.init.zeros_(module.bias)
    if output.bias is not None:
        nn.init.zeros_(output.bias)
    for table in tables:
        nn.init.normal_(table, std=table.size(1) ** -0.5)
        with torch.no_grad():
            table[PAD] = 0


def layer_order(layers: nn.ModuleList, probe: Probe | None = None) -> Sequence[int]:
    """The order in which a stack's layers run: bottom up, unless the probe changes `order`, (N)."""
    bottom_up = range(len(layers))
    if probe is None:
        return bottom_up
    order: list[int] = probe_point(probe, "order", torch.tensor(bottom_up)).tolist()
    return order
