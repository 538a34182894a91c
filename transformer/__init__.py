"""Glassformer's library: a complete encoder-decoder Transformer whose every activation can be read and changed.

```python
import transformer

model = transformer.load("en-fr")
translation = model.translate("I love you very much.", beam=4)
translation.text
trace = model.trace("I love you very much.")
trace["decoder.2.cross_attention.weights"]  # tensor (H, T, S)
trace.frame("decoder.2.cross_attention.weights", head=1)  # pandas: rows are target tokens, columns source tokens
```
"""

import importlib
import importlib.util
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformer.analysis.evaluation.ablations import sweep
    from transformer.decoding.strategies import Beam, Greedy, Sampling
    from transformer.decoding.trace import Attention, Trace
    from transformer.decoding.translation import Translation
    from transformer.edits import Edit
    from transformer.errors import GlassformerError
    from transformer.model.config import PRESETS, ModelConfig, preset
    from transformer.model.folder import shipped_models
    from transformer.model.probe import Recorder, chain, intervene
    from transformer.model.transformer import Transformer
    from transformer.model.translation_model import count_parameters
    from transformer.translator import Translator, load

__version__ = "0.2.0"  # pyproject.toml reads it here

__all__ = [
    "PRESETS",
    "Attention",
    "Beam",
    "Edit",
    "GlassformerError",
    "Greedy",
    "ModelConfig",
    "Recorder",
    "Sampling",
    "Trace",
    "Transformer",
    "Translation",
    "Translator",
    "__version__",
    "chain",
    "count_parameters",
    "intervene",
    "load",
    "preset",
    "shipped_models",
    "sweep",
]

# Read when PyTorch is loaded: threads that wait for one another sleep. If they spun, as by default, a neighbour on the
# same cores would make a step of training several times slower, and a trace over ten times.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

_HOMES = (
    *("translator", "errors", "edits", "decoding.strategies", "decoding.trace", "decoding.translation"),
    *("model.config", "model.folder", "model.probe", "model.transformer", "model.translation_model"),
    "analysis.evaluation.ablations",
)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """A name of the library or a module, imported when first asked for: the command's help needs no PyTorch."""
        if name in __all__:
            for home in _HOMES:
                module = importlib.import_module(f"transformer.{home}")
                if hasattr(module, name):
                    return globals().setdefault(name, getattr(module, name))
        elif not name.startswith("_") and importlib.util.find_spec(f"transformer.{name}"):
            return importlib.import_module(f"transformer.{name}")
        raise AttributeError(f"module 'transformer' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
