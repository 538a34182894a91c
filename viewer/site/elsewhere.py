"""What the site doesn't store of a payload, because the browser finds it elsewhere: `elsewhere.js` puts it back.

That is what the page's first example has as well. Only what is the same to the last bit is left out.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from viewer.transport.payload import Payload, unpack

ELSEWHERE = "elsewhere"  # among the facts


def without_first(payload: Payload, first: Payload) -> Payload:
    """A payload without what the page's first example has as well; what that is is among its facts."""
    facts = [name for name, fact in payload.facts.items() if _write_fact(fact) == _write_fact(first.facts.get(name))]
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


def _write_fact(fact: Any) -> str:
    return json.dumps(fact, sort_keys=True)


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


def freeze(payload: Payload) -> Payload:
    """A payload with its tensors as the browser gets them."""
    return unpack(payload.pack())
