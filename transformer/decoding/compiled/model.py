"""A frozen model in the compiled code's form: 16-bit matrices, in panels."""

import math
from collections.abc import Iterable, Sequence
from ctypes import POINTER, Array, cast

import torch
from torch import Tensor, nn

from transformer.decoding.compiled.library import (
    FLOATS,
    PANEL,
    AffineStruct,
    LayerStruct,
    Library,
    ModelStruct,
    NormStruct,
    SourceStruct,
    StackStruct,
    library,
)
from transformer.model.layers import DecoderLayer, EncoderLayer
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel


class CompiledModel:
    """A copy of a model's weights for the compiled code. Do not change the model's weights after that.

    Args:
        model: one that `compile_model` found suitable.
        compiled: the code.
    """

    def __init__(self, model: Transformer, compiled: Library) -> None:
        self.library = compiled
        self._held: list[Tensor] = []  # what the structs point to
        self._layers: list[Array[LayerStruct]] = []
        config = model.config
        self.struct = ModelStruct(
            encoder=self._stack(model.encoder_layers, model.source_embedding, model.encoder_norm),
            decoder=self._stack(model.decoder_layers, model.target_embedding, model.decoder_norm),
            positions=self._keep(model.positions.table).data_ptr(),
            output=self._affine([model.output_projection]),
            scale=math.sqrt(config.d_model),
            width=config.d_model,
            hidden=config.d_ff,
            heads=config.heads,
            vocabulary=config.vocabulary_size,
            longest=len(model.positions.table),
            pre_norm=config.norm == "pre",
            swish=config.activation == "swish",
        )

    def encode(self, source: Tensor, lengths: Tensor | None = None) -> Tensor:
        """Read sources one after another, (1, S) ids, like `Transformer.encode`; returns the memory (1, S, D).

        Args:
            lengths: of the sources, (sentences); S is their sum. Of one source, by default.

        Raises:
            ValueError: if a source has more tokens than the model has positions.
        """
        tokens = source[0].to(torch.int64).contiguous()
        lengths = (torch.tensor([len(tokens)], device="cpu") if lengths is None else lengths).to(torch.int32)
        if (longest := int(lengths.max())) > self.struct.longest:
            raise ValueError(f"A sequence of {longest} tokens is too long: the model takes {self.struct.longest}.")
        memory = torch.empty(1, len(tokens), self.struct.width, **FLOATS)
        sources = SourceStruct(tokens.data_ptr(), lengths.data_ptr(), memory.data_ptr(), sentences=len(lengths))
        self.library.encode(self.struct, sources)
        return memory

    def keys_and_values(self, memory: Tensor) -> Tensor:
        """Keys and values of every decoder layer: the memory (1, S, D) → (layers, 2, S, D), keys first."""
        memory = memory[0].contiguous()
        source = torch.empty(self.struct.decoder.layer_count, 2, *memory.shape, **FLOATS)
        self.library.read_memory(self.struct, memory, source)
        return source

    def _stack(self, modules: Iterable[nn.Module], embedding: nn.Embedding, norm: nn.Module) -> StackStruct:
        layers = [self._layer(layer) for layer in modules if isinstance(layer, EncoderLayer | DecoderLayer)]
        array = (LayerStruct * len(layers))(*layers)
        self._layers.append(array)
        return StackStruct(
            layers=cast(array, POINTER(LayerStruct)),
            embedding=self._keep(embedding.weight).data_ptr(),
            norm=self._norm(norm) if isinstance(norm, nn.LayerNorm) else NormStruct(),
            layer_count=len(layers),
        )

    def _layer(self, layer: EncoderLayer | DecoderLayer) -> LayerStruct:
        own, feed = layer.self_attention, layer.feed_forward
        struct = LayerStruct(
            query_key_value=self._affine([own.query_projection, own.key_projection, own.value_projection]),
            self_output=self._affine([own.output_projection]),
            self_norm=self._norm(layer.self_attention_add.norm),
            expand=self._affine([feed.expand]),
            contract=self._affine([feed.contract]),
            feed_forward_norm=self._norm(layer.feed_forward_add.norm),
        )
        if isinstance(layer, DecoderLayer):
            cross = layer.cross_attention
            struct.cross_query = self._affine([cross.query_projection])
            struct.cross_key = self._affine([cross.key_projection])
            struct.cross_value = self._affine([cross.value_projection])
            struct.cross_output = self._affine([cross.output_projection])
            struct.cross_norm = self._norm(layer.cross_attention_add.norm)
        return struct

    def _affine(self, projections: Sequence[nn.Linear]) -> AffineStruct:
        """Several projections of the same input as one, their outputs concatenated."""
        weight = torch.cat([projection.weight.detach() for projection in projections])
        outputs, inputs = weight.shape
        panels = -(-outputs // PANEL)
        filled = torch.zeros(panels * PANEL, inputs, dtype=torch.float16, device="cpu")
        filled[:outputs] = weight
        bias = torch.zeros(panels * PANEL, **FLOATS)
        if all(projection.bias is not None for projection in projections):
            bias[:outputs] = torch.cat([projection.bias.detach() for projection in projections])
        laid = self._keep(filled.view(panels, PANEL, inputs).transpose(1, 2))
        return AffineStruct(laid.data_ptr(), self._keep(bias).data_ptr(), inputs, outputs)

    def _norm(self, norm: nn.LayerNorm) -> NormStruct:
        return NormStruct(self._keep(norm.weight).data_ptr(), self._keep(norm.bias).data_ptr(), norm.eps)

    def _keep(self, tensor: Tensor) -> Tensor:
        self._held.append(tensor.detach().contiguous())
        return self._held[-1]


def compile_model(model: TranslationModel) -> CompiledModel | None:
    """The model for the compiled code; None if the code cannot compute exactly the model's numbers.

    That is the case if nothing was compiled, for anything but a Transformer on the CPU in float32, for GELU, and for
    matrices that don't fit exactly into 16 bits. Those of a model folder do.
    """
    found = library()
    if found is None or not isinstance(model, Transformer) or model.config.activation == "gelu":
        return None
    if any(tensor.dtype != torch.float32 or tensor.device.type != "cpu" for tensor in model.state_dict().values()):
        return None
    matrices = [*model.inner_matrices(), model.output_projection.weight]
    if not all(torch.equal(matrix.half().float(), matrix) for matrix in matrices):
        return None
    return CompiledModel(model, found)
