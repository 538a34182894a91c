"""One decoding in progress, every step of which is one call of compiled code."""

import math
from ctypes import POINTER, cast
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from transformer.decoding.compiled.library import (
    PANEL,
    AffineStruct,
    DecoderStruct,
    LayerStruct,
    Library,
    NormStruct,
    StepStruct,
    library,
)
from transformer.decoding.laid_out import Norm, Weights, laid_out
from transformer.decoding.products import Affine, held_exactly
from transformer.decoding.reading import keys_and_values, read
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD

_FLOATS: dict[str, Any] = {"dtype": torch.float32, "device": "cpu"}  # whatever PyTorch's defaults are set to
FIRST_PLACES = 128  # of the pool: a beam of 5 over 25 positions


class CompiledWeights:
    """A model's decoder as the compiled step reads it; holds what the structs point to.

    Args:
        model: on the CPU, in float32, with matrices that 16 bits hold exactly, see `compiled_weights`.
        weights: the same, laid out.
        compiled: what steps.
    """

    def __init__(self, model: Transformer, weights: Weights, compiled: Library) -> None:
        self.library = compiled
        self._held: list[Tensor] = []
        layers = (LayerStruct * len(weights.decoder))()
        for struct, layer in zip(layers, weights.decoder, strict=True):
            struct.query_key_value = self._affine(layer.query_key_value)
            struct.self_output, struct.self_norm = self._affine(layer.self_output), self._norm(layer.self_norm)
            struct.cross_query, struct.cross_output = self._affine(layer.cross_query), self._affine(layer.cross_output)
            struct.cross_norm = self._norm(layer.cross_norm)
            struct.expand = self._affine(layer.feed_forward.expand)
            struct.contract = self._affine(layer.feed_forward.contract)
            struct.feed_forward_norm = self._norm(layer.feed_forward.norm)
        self._layers = layers
        positions = self._kept(model.positions.table)
        config = model.config
        self.struct = DecoderStruct(
            layers=cast(layers, POINTER(LayerStruct)),
            embedding=self._kept(model.target_embedding.weight).data_ptr(),
            positions=positions.data_ptr(),
            norm=NormStruct() if weights.decoder_norm is None else self._norm(weights.decoder_norm),
            output=self._affine(weights.output),
            scale=math.sqrt(config.d_model),
            layer_count=len(layers),
            width=config.d_model,
            hidden=config.d_ff,
            heads=config.heads,
            vocabulary=config.vocabulary_size,
            longest=len(positions),
            pre_norm=config.norm == "pre",
        )

    def _kept(self, tensor: Tensor) -> Tensor:
        self._held.append(tensor.detach().contiguous())
        return self._held[-1]

    def _affine(self, affine: Affine) -> AffineStruct:
        outputs, inputs = affine.rows.shape
        panels = -(-outputs // PANEL)
        filled = torch.zeros(panels * PANEL, inputs, dtype=torch.float16, device="cpu")
        filled[:outputs] = affine.rows
        bias = torch.zeros(panels * PANEL, **_FLOATS)
        bias[:outputs] = affine.bias
        laid = self._kept(filled.view(panels, PANEL, inputs).transpose(1, 2))
        return AffineStruct(laid.data_ptr(), self._kept(bias).data_ptr(), inputs, outputs)

    def _norm(self, norm: Norm) -> NormStruct:
        return NormStruct(self._kept(norm.weight).data_ptr(), self._kept(norm.bias).data_ptr(), norm.epsilon)


# What a model's decoder was compiled from, and into; gone with the model.
_compiled: "WeakKeyDictionary[Transformer, tuple[Weights, CompiledWeights | None]]" = WeakKeyDictionary()


def compiled_weights(model: Transformer, weights: Weights) -> CompiledWeights | None:
    """The model as the compiled step reads it, kept for the next time; None where it cannot.

    That is where nothing was compiled, where weights may change, and for matrices that 16 bits do not hold exactly.
    """
    found, kept = library(), _compiled.get(model)
    if found is None or not weights.frozen:
        return None
    if kept is None or kept[0] is not weights:
        able = _can_be_read(model, weights)
        kept = _compiled[model] = weights, CompiledWeights(model, weights, found) if able else None
    return kept[1]


def _can_be_read(model: Transformer, weights: Weights) -> bool:
    numbers = (*model.parameters(), *model.buffers())
    if any(tensor.dtype != torch.float32 or tensor.device.type != "cpu" for tensor in numbers):
        return False
    matrices = [weights.output]
    for layer in weights.decoder:
        matrices += [layer.query_key_value, layer.self_output, layer.cross_query, layer.cross_output]
        matrices += [layer.feed_forward.expand, layer.feed_forward.contract]
    return all(held_exactly(matrix.rows) for matrix in matrices)


class CompiledDecoder:
    """`IncrementalDecoder` for one sentence: the same steps, the same numbers.

    Keys and values of a position are written once and never move. A hypothesis is a list of the places where those of
    its positions stand, and choosing hypotheses chooses lists.

    Args:
        weights: the model's.
        source: keys and values of the source in every layer, (layers, 2, S, D).
    """

    def __init__(self, weights: CompiledWeights, source: Tensor) -> None:
        self.weights = weights
        self.length = 0
        self._source = source.contiguous()
        self._places = 0  # of the pool that are taken
        self._pool = torch.empty(source.size(0), 2, FIRST_PLACES, source.size(3), **_FLOATS)
        self._past: Tensor | None = None  # (rows, T) int32: where each row's positions stand in the pool

    @classmethod
    def of(cls, model: Transformer, source: Tensor, memory: Tensor | None = None) -> "CompiledDecoder | None":
        """Read the source, (1, S) ids; None where the compiled step cannot serve.

        Args:
            memory: (1, S, D), what the encoder made of the source; read here if left out.

        Raises:
            ValueError: if the source is longer than the model has positions.
        """
        if len(source) != 1 or source.device.type != "cpu" or bool((source == PAD).any()):
            return None
        if library() is None or model.output_projection.weight.requires_grad or torch.is_autocast_enabled("cpu"):
            return None
        weights = laid_out(model)
        compiled = compiled_weights(model, weights)
        if compiled is None:
            return None
        if memory is None:
            memory = read(model, weights, source, mask=None)
        return cls(compiled, keys_and_values(weights, memory)[:, :, 0])

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (rows) ids, and return the logits of what follows, (rows, V).

        Raises:
            IndexError: for a token that is none, or beyond the model's last position.
        """
        rows, struct = len(tokens), self.weights.struct
        new = torch.arange(self._places, self._places + rows, dtype=torch.int32, device="cpu").unsqueeze(1)
        past = new if self._past is None else torch.cat((self._past, new), dim=1)
        self._make_room(rows)
        logits = torch.empty(rows, struct.vocabulary, **_FLOATS)
        tokens = tokens.to(torch.int64).contiguous()
        step = StepStruct(
            source=self._source.data_ptr(),
            pool=self._pool.data_ptr(),
            past=past.data_ptr(),
            tokens=tokens.data_ptr(),
            logits=logits.data_ptr(),
            source_length=self._source.size(2),
            capacity=self._pool.size(2),
            past_stride=past.size(1),
            position=self.length,
            rows=rows,
        )
        compiled = self.weights.library
        scratch = torch.empty(compiled.scratch_size(struct, step), **_FLOATS)
        step.scratch = scratch.data_ptr()
        compiled.decode_step(struct, step)
        self._past, self._places, self.length = past, self._places + rows, self.length + 1
        return logits

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows, in this order; all have the same source."""
        if self._past is not None:
            self._past = self._past.index_select(0, rows)

    def _make_room(self, rows: int) -> None:
        if self._places + rows <= self._pool.size(2):
            return
        layers, two, _, width = self._pool.shape
        larger = torch.empty(layers, two, 2 * (self._places + rows), width, **_FLOATS)
        larger[:, :, : self._places] = self._pool[:, :, : self._places]
        self._pool = larger
