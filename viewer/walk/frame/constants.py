"""What belongs to a model and not to a sentence, such as its weights: fetched by the browser once for all sentences."""

from dataclasses import dataclass
from functools import lru_cache

from viewer.widgets.addresses import hand_out


@dataclass(frozen=True)
class Constants:
    """Facts and tensors of a model, packed; made once for a model and then shared.

    Attributes:
        name: of what they are, in their address.
        packed: as `Payload.packed` returns it. The chapter finds them among its own facts and tensors.
    """

    name: str
    packed: bytes


@lru_cache(maxsize=32)
def address(constants: Constants | None) -> str | None:
    """Where the browser finds them; None where there are none, or no file can be written."""
    return hand_out(constants.name, "safetensors", constants.packed) if constants else None
