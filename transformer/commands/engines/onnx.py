"""A model for ONNX Runtime (https://onnxruntime.ai): two graphs that any language can run.

    encoder.onnx   source (B, S) → memory (B, S, D)
    decoder.onnx   target (B, T), memory, source → logits (B, T, V)

Nothing is cached between steps: you pass the whole target each time.
"""

import contextlib
import io
import logging
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from transformer.errors import GlassformerError
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END

MISSING = "Writing ONNX needs two more packages: pip install onnx onnxscript."
ENCODER_FILE, DECODER_FILE = "encoder.onnx", "decoder.onnx"


class _Encoder(nn.Module):
    """`Transformer.encode` as a whole model."""

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        self.model = model

    def forward(self, source: Tensor) -> Tensor:
        """(B, S) → (B, S, D)."""
        return self.model.encode(source)


class _Decoder(nn.Module):
    """`Transformer.decode` and `project` as a whole model."""

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        self.model = model

    def forward(self, target: Tensor, memory: Tensor, source: Tensor) -> Tensor:
        """(B, T), (B, S, D), (B, S) → (B, T, V)."""
        return self.model.project(self.model.decode(target, memory, source))


def write_onnx(model: Transformer, folder: Path) -> None:
    """Write both graphs, weights in 32 bits."""
    try:
        import onnx  # noqa: F401
        import onnxscript  # noqa: F401
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    if folder.exists():
        raise GlassformerError(f"{folder} already exists: choose a different folder, or delete it.")
    most = {"sentences": 1_024, "read": model.config.max_length, "said": model.config.max_length}
    sentences, read, said = (torch.export.Dim(name, min=2, max=size) for name, size in most.items())
    source, target = torch.full((2, 5), END), torch.full((2, 4), END)
    try:
        folder.mkdir(parents=True)
        _write(_Encoder(model), (source,), ({0: sentences, 1: read},), folder / ENCODER_FILE, ["source"], "memory")
        _write(
            _Decoder(model),
            (target, model.encode(source), source),
            ({0: sentences, 1: said}, {0: sentences, 1: read}, {0: sentences, 1: read}),
            folder / DECODER_FILE,
            ["target", "memory", "source"],
            "logits",
        )
    except OSError as error:
        raise GlassformerError(f"{folder} cannot be written: {error.strerror or error}.") from error


def _write(
    module: nn.Module,
    example: tuple[Tensor, ...],
    shapes: tuple[object, ...],
    path: Path,
    names: list[str],
    result: str,
) -> None:
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # a warning about the exporter's internals
        torch.onnx.export(
            module.eval(), example, str(path), input_names=names, output_names=[result], dynamic_shapes=shapes,
            external_data=False,
        )  # fmt: skip
