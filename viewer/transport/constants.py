"""What belongs to a model and not to a sentence, such as its weights: fetched by the browser once for all sentences."""

from dataclasses import dataclass
from functools import lru_cache

from viewer.transport.addresses import hand_out
from viewer.transport.payload import Payload, unpack


@dataclass(frozen=True)
class Constants:
    """Facts and tensors of a model, packed; made once for a model and then shared.

    Attributes:
        name: of what they are, in their address.
        packed: as `Payload.pack` returns it. The chapter finds them among its own facts and tensors.
    """

    name: str
    packed: bytes


@lru_cache(maxsize=32)
def address(constants: Constants | None) -> str | None:
    """Where the browser finds them; None where there are none, or no file can be written."""
    return hand_out(constants.name, "safetensors", constants.packed) if constants else None


@dataclass(frozen=True)
class Made:
    """A picture's payload for one sentence, and what it needs from the model, which is the same for all sentences."""

    payload: Payload
    constants: Constants | None = None

    def fetching(self, address: str | None) -> Payload:
        """The payload for a page that fetches the constants from this address; without one, they are in it."""
        facts, tensors = self.payload.facts, self.payload.tensors
        if self.constants is None:
            return self.payload
        facts = {**facts, "frame": {**facts["frame"], "constants": address}}
        if address:
            return Payload(facts, tensors)
        along = unpack(self.constants.packed)
        return Payload({**along.facts, **facts}, {**along.tensors, **tensors})
