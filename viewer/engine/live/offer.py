"""Where the browser finds a model and what runs it, so that the picture updates as you type."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from transformer.corpora.direction import Direction
from transformer.model.folder import CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE, find_model
from transformer.training import ages
from transformer.translator import Translator
from viewer.transport.addresses import hand_out
from viewer.transport.modules import VIEWER, bundle

MOST = 30_000_000  # bytes of weights, at most, that a browser gets
# The addresses in an offer, apart from that of the weights.
ADDRESSES = ("tokenizer", "config", "reading", "kernels", "fused", "script")
PASSAGE = {"kind": "passage"}  # by beam search, see decodings.js
_ENGINE = VIEWER / "engine"


def offer(
    name: str,
    translator: Translator[Any],
    needs: Sequence[str] = (),
    decode: Mapping[str, Any] = PASSAGE,
) -> dict[str, Any] | None:
    """The addresses of a model's files, below the app's own; None if it is too large, the browser's engine can't read
    it, or no file can be written.

    Args:
        name: of the model, or the path of its folder. translator: the model itself.
        needs: patterns of the activations that the page draws. decode: how the sentence is decoded.
    """
    files = None if translator.imported else _hand_out_model(find_model(name))
    if not files:
        return None
    (weights,) = files["weights"]
    return _complete({**files, "weights": weights}, translator, needs, decode)


def offer_ages(
    folder: Path, translator: Translator[Any], needs: Sequence[str], decode: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The same of a model at several ages; its weights are a list of files.

    Args:
        folder: as `transformer.training.ages` writes it. translator: the model at one of the ages.
    """
    files = _hand_out_model(folder, ages.FILES)
    return files and _complete(files, translator, needs, decode)


def _complete(
    files: dict[str, Any], translator: Translator[Any], needs: Sequence[str], decode: Mapping[str, Any]
) -> dict[str, Any]:
    between = Direction.of_card(translator.card)
    reads = "" if translator.reads_as_typed else between.source
    return {**files, "needs": list(needs), "decode": decode, "languages": [reads, between.target]}


def is_left_to(engine: Mapping[str, Any] | None, weights: str) -> bool:
    """Whether a browser makes by itself what it was offered.

    Args:
        weights: the hash of those that it has.
    """
    return engine is not None and engine["weights"]["sha256"] == weights


@lru_cache(maxsize=4)
def _hand_out_model(folder: Path, weights: Sequence[str] = (WEIGHTS_FILE,)) -> dict[str, Any] | None:
    try:
        if sum((folder / each).stat().st_size for each in weights) > MOST:
            return None
        kept = [_hand_out_weights(folder / each) for each in weights]
        others = {
            "tokenizer": hand_out("tokenizer", "json", (folder / TOKENIZER_FILE).read_bytes()),
            "config": hand_out("config", "json", (folder / CONFIG_FILE).read_bytes()),
            "reading": hand_out("reading", "json", (_ENGINE / "reading.json").read_bytes()),
            "kernels": hand_out("kernels", "wasm", (_ENGINE / "kernels.wasm").read_bytes()),
            "fused": hand_out("kernels", "wasm", (_ENGINE / "fused.wasm").read_bytes()),
            "script": hand_out("worker", "js", bundle(Path(__file__).with_name("worker.js")).script.encode()),
        }
    except OSError:
        return None
    if None in others.values() or any(each["address"] is None for each in kept):
        return None
    return {"weights": kept, **others}


def _hand_out_weights(file: Path) -> dict[str, Any]:
    content = file.read_bytes()
    address = hand_out("weights" if file.name == WEIGHTS_FILE else "weights_of_ages", "safetensors", content)
    return {"address": address, "sha256": hashlib.sha256(content).hexdigest(), "length": len(content)}
