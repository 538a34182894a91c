"""The same tokens in another order: the encoder's outputs with and without positions."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

import streamlit as st
import torch
import torch.nn.functional as F
from torch import Tensor

from transformer import Translator
from transformer.analysis.measures.order import (
    encode_in_orders,
    in_float64,
    largest_difference,
    match_order,
    swapped_order,
)
from transformer.model.transformer import Transformer
from transformer.text.words import spell_word, text_words
from viewer.app.budget import within_budget
from viewer.frame.passage import Passage
from viewer.widgets.language import ENGLISH, read_by
from viewer.widgets.tokens import Chip, as_facts, chips

# In small letters, so that both are the same pieces: at a sentence's beginning "Plants" and "plants" are not.
SENTENCE_PAIR = ("herbivores eat plants", "plants eat herbivores")
_SWITCH = (("off", False), ("on", True))
_Pair = tuple[dict[str, Any], dict[str, Tensor]]  # facts, and outputs by `off` and `on`


def order_pairs(passage: Passage) -> tuple[list[dict[str, Any]], dict[str, Tensor]]:
    """The visitor's sentence in other orders, and the classic pair.

    Returns:
        Facts of each pair, and by `order.<pair>.off` and `.on` the encoder's outputs (2, S, D): of the first order and
        of the second, each token's vector at the same row.
    """
    facts: list[dict[str, Any]] = []
    tensors: dict[str, Tensor] = {}
    own = _of_sentence(passage.model, passage.translation.source.ids, passage.translator)
    for number, (pair, outputs) in enumerate([*own, *_of_the_classic_pair(passage.model, passage.translator)]):
        facts.append(pair)
        tensors |= {f"order.{number}.{name}": output for name, output in outputs.items()}
    return facts, tensors


@within_budget
def _of_sentence(name: str, ids: tuple[int, ...], _translator: Translator) -> list[_Pair]:
    tokens = _translator.tokenizer.tokens(ids)
    orders = {"backwards": tuple(reversed(range(len(ids))))}
    words = _words_to_swap(tokens, ids, _translator.model.source_embedding.weight.detach())
    if not words:
        return _compared(name, _translator, ids, orders)
    compared = _compared(name, _translator, ids, {"exchanged": swapped_order(len(ids), *words), **orders})
    compared[0][0]["swapped"] = [spell_word(tokens, places) for places in words]
    return compared


@st.cache_resource(show_spinner=False, max_entries=4)
def _of_the_classic_pair(name: str, _translator: Translator) -> list[_Pair]:
    first, second = (_translator.tokenizer.encode_source(sentence) for sentence in SENTENCE_PAIR)
    if len(first) > _translator.model.config.max_length or read_by(_translator) != ENGLISH:
        return []
    return _compared(name, _translator, first, {"classic": match_order(first, second)})


@st.cache_resource(show_spinner=False, max_entries=4)
def _precise(name: str, _translator: Translator) -> tuple[Transformer, Lock]:
    """The model in 64 bits, and what a thread holds while it uses it."""
    return in_float64(_translator.model), Lock()


def _compared(name: str, translator: Translator, ids: Sequence[int], orders: dict[str, tuple[int, ...]]) -> list[_Pair]:
    every = [tuple(range(len(ids))), *orders.values()]
    precise, turn = _precise(name, translator)
    with turn:
        outputs = {switch: encode_in_orders(precise, ids, every, positions) for switch, positions in _SWITCH}
    shown = as_facts(chips(translator.tokenizer.tokens(ids)))
    compared: list[_Pair] = []
    for number, (order_name, order) in enumerate(orders.items(), start=1):
        both = {switch: tensor[[0, number]] for switch, tensor in outputs.items()}
        facts = {
            "name": order_name,
            "order": list(order),
            "tokens": shown,
            "reordered": as_facts(chips(translator.tokenizer.tokens([ids[place] for place in order]))),
            "difference": {switch: largest_difference(tensor) for switch, tensor in both.items()},
        }
        compared.append((facts, {switch: tensor.float() for switch, tensor in both.items()}))
    return compared


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
