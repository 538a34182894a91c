"""Where the browser finds a model and what runs it, so that the picture updates as you type."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from transformer.corpora.direction import Direction
from transformer.model.folder import CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE, find_model
from transformer.translator import Translator
from viewer.transport.addresses import hand_out
from viewer.transport.modules import VIEWER, bundle

MOST = 30_000_000  # bytes of weights, at most, that a browser gets
# The addresses in an offer, apart from that of the weights.
ADDRESSES = ("tokenizer", "config", "reading", "kernels", "script")
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
def _hand_out_model(folder: Path) -> dict[str, Any] | None:
    try:
        if (folder / WEIGHTS_FILE).stat().st_size > MOST:
            return None
        weights = (folder / WEIGHTS_FILE).read_bytes()
        others = {
            "tokenizer": hand_out("tokenizer", "json", (folder / TOKENIZER_FILE).read_bytes()),
            "config": hand_out("config", "json", (folder / CONFIG_FILE).read_bytes()),
            "reading": hand_out("reading", "json", (_ENGINE / "reading.json").read_bytes()),
            "kernels": hand_out("kernels", "wasm", (_ENGINE / "kernels.wasm").read_bytes()),
            "script": hand_out("worker", "js", bundle(Path(__file__).with_name("worker.js")).script.encode()),
        }
    except OSError:
        return None
    address = hand_out("weights", "safetensors", weights)
    if address is None or None in others.values():
        return None
    kept = {"address": address, "sha256": hashlib.sha256(weights).hexdigest(), "length": len(weights)}
    return {"weights": kept, **others}
