"""A model without its numbers: only names and shapes, to count them or to check a file."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from transformer.model.building import build
from transformer.model.translation_model import AnyConfig, TranslationModel


class Undrawn(TorchFunctionMode):
    """Inside this context, a new model draws no initial weights: others replace them, or none are needed.

    On the `meta` device drawing from a normal distribution would import PyTorch's compiler, which takes two seconds.
    """

    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the call unless it belongs to `torch.nn.init` or draws from a uniform distribution, as Xavier's does."""
        if getattr(function, "__module__", None) == nn.init.__name__ or function is Tensor.uniform_:
            return None
        return function(*args, **(kwargs or {}))


def blueprint(config: AnyConfig) -> TranslationModel:
    """A model on the `meta` device, where tensors take no memory.

    Raises RuntimeError or OverflowError for sizes that no tensor can have.
    """
    with torch.device("meta"), Undrawn():
        return build(config)
