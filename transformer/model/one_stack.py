"""One stack in place of two (decoder-only): source and target are one sequence, and every layer attends over both.

    I love you </s> <s> Je t' aime </s>

These are the two sequences that an encoder and a decoder read, one after the other; `</s> <s>` separates them. The
layers are the encoder's, with the decoder's causal mask over the whole sequence: so a source token can't look ahead
either, and whatever has been read is a prompt. Without the separator it is a language model of the source.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer.model.cache import DecoderCache
from transformer.model.config import ModelConfig
from transformer.model.dropout import Dropout
from transformer.model.layers import EncoderLayer, make_norm
from transformer.model.masks import causal_mask, padding_mask
from transformer.model.positional import make_positions
from transformer.model.probe import Probe, prefix_names, probe_point
from transformer.model.transformer import draw_parameters, layer_order
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import END, PAD


class OneStack(TranslationModel):
    """A decoder-only Transformer that translates.

    Its activations have the decoder's names, such as `decoder.2.self_attention.weights`, (B, H, S + T, S + T): the
    target's rows come after the source's. Of these weights, the lower left block, (T, S), does what cross-attention
    does in an encoder-decoder.

    Letters: B batch, S source length, T target length, L = S + T, D model width, V vocabulary size.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config: ModelConfig = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model, padding_idx=PAD)
        self.positions = None if config.positions == "rotary" else make_positions(config, 2 * config.max_length)
        self.decoder_layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.decoder_layers))
        self.decoder_norm = make_norm(config) if config.norm == "pre" else nn.Identity()
        self.output_projection = nn.Linear(config.d_model, config.vocabulary_size, bias=config.output_bias)
        if config.tied_embeddings:
            self.output_projection.weight = self.embedding.weight
        self.dropout = Dropout(config.dropout)
        draw_parameters(self, self.output_projection, {self.embedding.weight, self.output_projection.weight})

    def encode(self, source: Tensor, probe: Probe | None = None) -> Tensor:
        """The source itself, (B, S) ids: it is read together with the first token of the target."""
        return source

    def read(
        self, source: Tensor, target: Tensor, cache: DecoderCache | None = None, probe: Probe | None = None
    ) -> Tensor:
        """Run the stack over what is new, (B, L, D): at first source and target, then only the target's new tokens.

        Source tokens have positions 0 … S − 1, and the target's follow without a gap, wherever padding is.

        Args:
            source: (B, S) ids, padded at the end; S = 0 for a text that is no translation.
            target: (B, T) ids. Without a cache the whole target; with one, only its new tokens.
            cache: keys and values of earlier positions.
            probe: names are prefixed `decoder`; `decoder.order` is the layers' order, `decoder.output` the result.

        Raises:
            ValueError: if source or target has more tokens than the model takes.
        """
        probe = prefix_names(self.check_probe(probe), "decoder")
        past = 0 if cache is None else cache.length
        length, end = source.size(1), past + target.size(1)
        if max(length, end) > self.config.max_length:
            raise ValueError(
                f"A sequence of {max(length, end)} tokens is too long: the model takes {self.config.max_length}."
            )
        is_real = source != PAD
        tokens, places = target, is_real.sum(dim=1, keepdim=True) + torch.arange(past, end, device=target.device)
        if past == 0:
            own = torch.arange(length, device=source.device).expand(len(source), length)
            tokens, places = torch.cat([source, tokens], dim=1), torch.cat([own, places], dim=1)
        mask = causal_mask(length + end, tokens.device)
        if self.config.prefix:
            mask[:length, :length] = True
        mask = mask[-tokens.size(1) :] & F.pad(padding_mask(source, PAD), (0, end), value=True)
        x = self.embed(tokens, places, probe)
        turned_by = places if self.positions is None else None
        for index in layer_order(self.decoder_layers, probe):
            own_cache = None if cache is None else cache.self_attention[index]
            x = self.decoder_layers[index](x, mask, prefix_names(probe, index), own_cache, turned_by)
        if cache is not None:
            cache.length = end
        return probe_point(probe, "output", self.decoder_norm(x))

    def embed(self, tokens: Tensor, places: Tensor, probe: Probe | None = None) -> Tensor:
        """Rows of the table times √D, plus positions, (B, L) ids and (B, L) positions → (B, L, D).

        The probe is shown `embedding` (scaled), `positions` (B, L, D) and `input`, their sum after dropout.
        """
        vectors = probe_point(probe, "embedding", self.embedding(tokens) * math.sqrt(self.config.d_model))
        if self.positions is not None:
            own = probe_point(probe, "positions", self.positions.table[places])
            is_apart = self.config.positions == "concatenated"  # in place of the vector's last numbers
            vectors = torch.cat([vectors[..., : -own.size(-1)], own], dim=-1) if is_apart else vectors + own
        return probe_point(probe, "input", self.dropout(vectors))

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        source: Tensor,
        cache: DecoderCache | None = None,
        probe: Probe | None = None,
    ) -> Tensor:
        """As `Transformer.decode`: what `read` gives at the target's positions, (B, T, D)."""
        return self.read(source, target, cache, probe)[:, -target.size(1) :]

    def project(self, x: Tensor, probe: Probe | None = None) -> Tensor:
        """The stack's output as logits over the vocabulary, (B, L, D) → (B, L, V)."""
        return probe_point(self.check_probe(probe), "logits", self.output_projection(x))

    def forward(self, source: Tensor, target: Tensor, probe: Probe | None = None) -> Tensor:
        """As `Transformer.forward`: logits for every position of a known target, (B, T, V)."""
        return self.project(self.decode(target, source, source, probe=probe), probe)

    @staticmethod
    def narrow(config: ModelConfig) -> ModelConfig:
        """As `TranslationModel.narrow`."""
        return replace(config, vocabulary_size=END + 1, d_model=2, heads=1, key_heads=0, d_ff=1, max_length=1)

    @property
    def cross_attentions(self) -> int:
        """Every layer attends to the source."""
        return self.config.decoder_layers

    def inner_matrices(self) -> list[nn.Parameter]:
        """The matrices of attention and feed-forward layers."""
        return [parameter for parameter in self.decoder_layers.parameters() if parameter.ndim == 2]

    def parts(self) -> Mapping[str, Sequence[nn.Module]]:
        """The modules of each part, for counting parameters."""
        return {
            "decoder": [self.decoder_layers, self.decoder_norm],
            "embeddings": [self.embedding, self.output_projection],
            "positions": [self.positions] if self.positions is not None else [],
        }
