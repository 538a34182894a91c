"""What the site doesn't store of a payload, because the browser finds it elsewhere: `elsewhere.js` puts it back.

That is what the page's first example has as well, and tensors that consist of the model's weights. Only what is the
same to the last bit is left out.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from safetensors import deserialize

from viewer.transport.payload import Payload, unpacked

ELSEWHERE = "elsewhere"  # among the facts
_BEGIN = 64  # bytes by which a weight is recognised


def without_weights(payload: Payload, weights: bytes) -> Payload:
    """A payload without the tensors that consist of a model's weights; their names are among its facts.

    Args:
        weights: the model's `model.safetensors`.
    """
    stored = {name: bytes(entry["data"]) for name, entry in deserialize(weights)}
    begins = {content[:_BEGIN]: name for name, content in stored.items()}
    found = {}
    for name, tensor in sorted(_arrays(payload).items()):
        halves = tensor.astype(np.float16)
        if tensor.dtype.kind == "f" and np.array_equal(halves, tensor):
            names = list(_weights_in(halves.tobytes(), stored, begins))
            if names:
                found[name] = {"shape": list(tensor.shape), "names": names, "half": tensor.dtype == np.float16}
    return _without(payload, {"weights": found}, found)


def _weights_in(content: bytes, stored: Mapping[str, bytes], begins: Mapping[bytes, str]) -> Iterator[str]:
    """The weights that these bytes consist of; none if they aren't all weights."""
    names, at = [], 0
    while at < len(content):
        name = begins.get(content[at : at + _BEGIN], "")
        weight = stored.get(name, b"")
        if not weight or not content.startswith(weight, at):
            return
        names.append(name)
        at += len(weight)
    yield from names


def without_first(payload: Payload, first: Payload) -> Payload:
    """A payload without what the page's first example has as well; what that is is among its facts."""
    facts = [name for name, fact in payload.facts.items() if _written(fact) == _written(first.facts.get(name))]
    before = _arrays(first)
    tensors = [name for name, each in _arrays(payload).items() if name in before and _same(each, before[name])]
    kept = {name: fact for name, fact in payload.facts.items() if name not in facts}
    return _without(Payload(kept, payload.tensors), {"facts": facts, "tensors": tensors}, tensors)


def _without(payload: Payload, told: Mapping[str, Any], left: Collection[str]) -> Payload:
    before = payload.facts.get(ELSEWHERE, {})
    kept = {name: tensor for name, tensor in sorted(payload.tensors.items()) if name not in left}
    facts = {**payload.facts, ELSEWHERE: {**before, **told}} if any(told.values()) else payload.facts
    return Payload(facts, kept)


def _arrays(payload: Payload) -> dict[str, np.ndarray]:
    """The tensors of a payload that is `freeze`."""
    return {name: np.asarray(tensor) for name, tensor in payload.tensors.items()}


def _written(fact: Any) -> str:
    return json.dumps(fact, sort_keys=True)


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


def freeze(payload: Payload) -> Payload:
    """A payload with its tensors as the browser gets them."""
    return unpacked(payload.packed())
