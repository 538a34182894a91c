"""Glassformer's library: a complete encoder-decoder Transformer that shows every number on its way.

import transformer
model = transformer.load("en-fr")
translation = model.translate("I love you very much.", beam=4)
trace = model.trace("I love you very much.")
trace["decoder.2.cross_attention.weights"]                  # tensor (H, T, S)
trace.frame("decoder.2.cross_attention.weights", head=1)    # pandas: rows target tokens, columns source tokens
"""

from transformer.config import PRESETS, ModelConfig, preset
from transformer.errors import GlassformerError
from transformer.model import Transformer, count_parameters
from transformer.model_folder import shipped_models
from transformer.probe import Recorder, chain, intervene
from transformer.strategies import Beam, Greedy, Sampling
from transformer.trace import Trace
from transformer.transcript import Transcript
from transformer.translator import Translation, Translator, load

__all__ = [
    "PRESETS",
    "Beam",
    "GlassformerError",
    "Greedy",
    "ModelConfig",
    "Recorder",
    "Sampling",
    "Trace",
    "Transcript",
    "Transformer",
    "Translation",
    "Translator",
    "chain",
    "count_parameters",
    "intervene",
    "load",
    "preset",
    "shipped_models",
]
