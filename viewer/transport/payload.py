"""What a page sends to the browser: facts as JSON and tensors as they are, in one safetensors file.

Numbers written as text would be several times larger, and would lose −∞.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from safetensors.numpy import load, save
from torch import Tensor

FACTS = "facts"


@dataclass(frozen=True)
class Payload:
    """Facts and tensors of one chapter.

    Attributes:
        facts: anything that fits in JSON, and dataclasses of such; texts in it are plain text.
        tensors: by name. The browser reads float32, float16, int32 and uint8.
    """

    facts: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, np.ndarray | Tensor] = field(default_factory=dict)

    def pack(self) -> bytes:
        """In the form that the browser's `unpack` reads."""
        arrays = {name: _array(tensor) for name, tensor in self.tensors.items()}
        return save(
            arrays, metadata={FACTS: json.dumps(self.facts, default=asdict, ensure_ascii=False, allow_nan=False)}
        )


def unpack(packed: bytes) -> Payload:
    """Unpack what `Payload.pack` packed."""
    header = json.loads(packed[8 : 8 + int.from_bytes(packed[:8], "little")])
    return Payload(json.loads(header["__metadata__"][FACTS]), load(packed))


def _array(tensor: np.ndarray | Tensor) -> np.ndarray:
    array = tensor.detach().cpu().numpy() if isinstance(tensor, Tensor) else tensor
    narrow = {np.dtype(np.float64): np.float32, np.dtype(np.int64): np.int32, np.dtype(np.bool_): np.uint8}
    return np.ascontiguousarray(array.astype(narrow.get(array.dtype, array.dtype), copy=False))
