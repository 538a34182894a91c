"""Edits that take something from another sentence: its memory, or one activation of its run.

Taking one activation is called activation patching (Vig et al. 2020, arXiv 2004.12265). A place is a layer's stream
(`encoder.2`, `decoder.0`, or the stack's input, `encoder.input`), a sublayer's output (`decoder.1.cross_attention`) or
a head's context (`cross.1.3`: kind, layer, head).
"""

from functools import partial
from typing import NamedTuple

from torch import Tensor

from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import trace_tokens, whole_target
from transformer.decoding.translation import find_translation
from transformer.edits.change import EditableModel, Effect, Passing, Steps
from transformer.edits.edit import named
from transformer.edits.places import end_of, head_names, head_places, layer_places, sublayer_places
from transformer.errors import EditError
from transformer.model.attentions import STACKS
from transformer.model.config import ModelConfig
from transformer.model.probe import nearest_in_words
from transformer.text.source import Source

LONGEST = 40  # tokens of a sentence to patch, or to take patches from


class Target(NamedTuple):
    """The activation to replace at one position.

    Attributes:
        name: of the activation. head: which of its heads, or None if it has none.
    """

    name: str
    head: int | None = None

    @property
    def stack(self) -> str:
        """What its rows are positions of: the source in the encoder, the target in the decoder."""
        return self.name.partition(".")[0]

    def row(self, activation: Tensor, position: int | slice) -> Tensor:
        """One position of a trace's activation, or several: for one head if there are heads."""
        return activation[position] if self.head is None else activation[self.head, position]


def target_of(config: ModelConfig, place: str) -> Target:
    """The activation that a place names.

    Raises:
        EditError: if the model has no such place.
    """
    inputs = [f"{stack}.input" for stack in STACKS]
    heads = head_names(config)
    if place in heads:
        attention, head = head_places(config, place)
        return Target(f"{attention}.context", head)
    if place in inputs:
        return Target(place)
    if place in layer_places(config):
        return Target(end_of(config, place))
    if place in sublayer_places(config):
        return Target(f"{place}.output")
    known = [*inputs, *layer_places(config), *sublayer_places(config), *heads]
    raise EditError(f"The model has no place {place!r}; the nearest are {nearest_in_words(place, known)}.")


@named(
    "The decoder knows a source only through the memory: on its own, it writes the other sentence’s translation, word "
    "for word."
)
def memory(text: str) -> Effect:
    """The memory of another sentence: the encoder reads `text`, and the decoder attends to that.

    Raises:
        EditError: if the other sentence is empty.
    """
    empty = EditError("The other sentence is empty: write the one whose memory you want to swap in.")
    if not text.strip():
        raise empty

    def other(translator: EditableModel, source: Source) -> Source:
        found = translator.read(text)
        if found.empty:
            raise empty
        return found

    return Effect(lambda _: {}, other)


@named("If this place carries the difference between the two sentences, the translation flips to the other’s.")
def patch(place: str, position: int, text: str) -> Effect:
    """One activation, at one place and position, from another sentence's run with its own translation.

    Args:
        place: see above. position: of the source in the encoder, of the target that the decoder reads in the decoder.
        text: the other sentence.

    Raises:
        EditError: if it is empty; when applied, if one of the two has no such position.
    """
    if not text.strip():
        raise EditError("The second sentence is empty: whose activation do you want to copy?")

    def steps(translator: EditableModel) -> Steps:
        target = target_of(translator.model.config, place)
        source = translator.read(text)
        if len(source.ids) > LONGEST:
            raise EditError(f"Sentences of at most {LONGEST} tokens can be patched; this has {len(source.ids)}.")
        # The encoder doesn't read the translation.
        read = find_translation(translator, source, Greedy()).hypothesis.tokens if target.stack == "decoder" else ()
        target_ids = whole_target(read, translator.model.config.max_length)
        trace = trace_tokens(translator, source.ids, target_ids, only=[target.name])
        length = trace[target.name].size(-2)
        if not 0 <= position < length:
            raise EditError(f"There is no position {position} in {place}: the other sentence has {length} there.")
        return {target.name: partial(_put, target, position, target.row(trace[target.name], position))}

    return Effect(steps)


def _put(target: Target, position: int, other: Tensor, value: Tensor, passing: Passing) -> Tensor:
    row = position - (passing.past if target.stack == "decoder" else 0)
    if row >= value.size(-2) and target.stack == "encoder":
        raise EditError(f"There is no position {position}: the sentence has {value.size(-2)} tokens.")
    if not 0 <= row < value.size(-2):
        return value
    changed = value.clone()
    (changed if target.head is None else changed[:, target.head])[:, row] = other.to(value)
    return changed
