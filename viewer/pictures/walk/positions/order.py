"""The same tokens in another order: the encoder's outputs with and without positions."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer import Translator
from transformer.analysis.measures.order import encode_in_orders, match_order, swapped_order
from transformer.edits import positions_off
from transformer.text.words import spell_word, text_words
from viewer.app.budget import within_budget
from viewer.app.state import ORDERED
from viewer.frame.facts import SentenceFacts
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload
from viewer.widgets.language import ENGLISH, source_language
from viewer.widgets.tokens import Chip, ChipFacts, as_facts, chips


class OrderFacts(TypedDict):
    """Another order of tokens: for each of its places the one before; `swapped` are the words, if two change places.

    `tokens` are those of a sentence that isn't the visitor's, and `translations` what the model makes of both orders,
    without the encoder's positions and with them.
    """

    name: str
    order: Sequence[int]
    swapped: Sequence[str] | None
    tokens: NotRequired[Sequence[ChipFacts]]
    translations: NotRequired[Mapping[str, Sequence[str]]]


class OrdersPassage(SentenceFacts):
    """What goes with a sentence and its other orders."""

    orders: Sequence[OrderFacts]


def orders(passage: Passage) -> Payload:
    """The visitor's sentence in other orders; the browser's own model makes the same in `orders.js`.

    Tensors are `encoder.output.backwards.off` and so on, the encoder's outputs (2, S, D) of the first order and of the
    second, each token's vector at the same row.
    """
    return _orders(passage.model, passage.translation.source.ids, passage.translator)


@within_budget
def _orders(name: str, ids: tuple[int, ...], _translator: Translator) -> Payload:
    tokens = _translator.tokenizer.tokens(ids)
    words = _words_to_swap(tokens, ids, _translator.model.source_embedding.weight.detach())
    found: list[OrderFacts] = []
    if words:
        swapped = [spell_word(tokens, places) for places in words]
        found.append({"name": "exchanged", "order": swapped_order(len(ids), *words), "swapped": swapped})
    found.append({"name": "backwards", "order": tuple(reversed(range(len(ids)))), "swapped": None})
    return Payload({"orders": found}, _outputs(_translator, ids, found))


def classic_pair(translator: Translator) -> tuple[OrderFacts | None, Mapping[str, Tensor]]:
    """Who bites whom, and the tensors of it; nothing of a model that doesn't read English, or reads other pieces in
    the other order."""
    first, second = (translator.tokenizer.encode_source(sentence) for sentence in ORDERED)
    are_same_pieces = sorted(first) == sorted(second)  # a vocabulary may join a word with the full stop
    too_long = len(first) > translator.model.config.max_length
    if too_long or not are_same_pieces or source_language(translator) != ENGLISH:
        return None, {}
    pair: OrderFacts = {
        "name": "classic",
        "order": match_order(first, second),
        "swapped": None,
        "tokens": as_facts(chips(translator.tokenizer.tokens(first))),
        "translations": {
            "off": translator.translate_all(ORDERED, edit=positions_off("encoder")),
            "on": translator.translate_all(ORDERED),
        },
    }
    return pair, _outputs(translator, first, [pair])


def _outputs(translator: Translator, ids: Sequence[int], found: Sequence[OrderFacts]) -> dict[str, Tensor]:
    every = [range(len(ids)), *(each["order"] for each in found)]
    tensors: dict[str, Tensor] = {}
    for switch, positions in (("off", False), ("on", True)):
        encoded = encode_in_orders(translator.model, ids, every, positions).float()
        for number, each in enumerate(found, start=1):
            tensors[f"encoder.output.{each['name']}.{switch}"] = encoded[[0, number]]
    return tensors


def _words_to_swap(tokens: Sequence[str], ids: Sequence[int], table: Tensor) -> tuple[list[int], list[int]] | None:
    """The tokens of the last word, and of the word before it that is most like it, often a noun as well.

    Returns:
        Without signs; None if there is no other word.
    """
    words = [places for word in text_words(tokens) if (places := _without_signs(chips(tokens), word))]
    pieces = [[ids[place] for place in places] for places in words]
    others = [at for at, each in enumerate(pieces) if each != pieces[-1]]
    if not others:
        return None
    means = torch.stack([table[each].mean(dim=0) for each in pieces])
    likeness = F.cosine_similarity(means, means[-1], dim=-1)
    return words[max(others, key=lambda at: float(likeness[at]))], words[-1]


def _without_signs(shown: Sequence[Chip], word: list[int]) -> list[int]:
    lettered = [place for place in word if any(map(str.isalnum, shown[place].text))]
    return list(range(lettered[0], lettered[-1] + 1)) if lettered else []
