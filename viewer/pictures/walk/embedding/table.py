"""Facts and tensors of the embedding's table: the same for every sentence, computed once a model."""

import math
from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import ModelConfig, Translator, count_parameters
from transformer.analysis.measures.byte_pairs import first_cut
from transformer.analysis.measures.vocabulary import (
    PIECE_KINDS,
    idle_pieces,
    mean_cosine,
    nearness,
    piece_kind,
    share_of_neighbours,
    typical_sizes,
)
from transformer.model.attentions import Stack
from transformer.text.paired import PairedTokenizer
from transformer.text.special_tokens import WORD_START
from transformer.text.trust import RARE
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload
from viewer.widgets.language import ENGLISH, source_language

# Opposites that are used alike; those that are one piece each are shown.
OPPOSITES = (("black", "white"), ("hot", "cold"), ("boy", "girl"), ("up", "down"), ("happy", "sad"))

# Words to type for a visitor whose sentence has none that is cut: the page names the first that this vocabulary cuts.
RARE_WORDS = ("unbelievable", "handwriting", "strawberries", "xylophone", "quizzical")

# By how often training read a piece in a source sentence; `idle` ones were hardly used in any language.
GROUPS = ("often", "seldom", "never", "idle", "special")

SAMPLE = 600  # pieces


class NeverFacts(TypedDict):
    """The share of pieces that never occurred in a source sentence, of all and near those that often did."""

    share: float
    near: float


class OppositesFacts(TypedDict):
    """Two words of contrary meaning: how similar their rows are, and the second's rank seen from the first."""

    words: Sequence[str]
    cosine: float
    place: int


class RoomFacts(TypedDict):
    """The typical size of a number in the first dimensions and in the rest, and the longest wave of the first."""

    first: float
    rest: float
    dimensions: int
    wave: int


class TableSizeFacts(TypedDict):
    """Whether one table serves all, how many there are, and how many of the parameters they hold."""

    tied: bool
    tables: int
    numbers: int
    parameters: int


class EmbeddingModel(TypedDict):
    """The vocabulary and its tables.

    `modules` are those that hold the tables. `counted` says whether it is known how often training read each piece; a
    Unigram vocabulary has no merges.
    """

    modules: Mapping[Stack, str]
    pieces: Sequence[str]
    merges: int
    unigram: bool
    counted: bool
    never: NeverFacts
    example: tuple[str, Sequence[str]] | None
    opposites: Sequence[OppositesFacts]
    meanCosine: float
    room: RoomFacts | None
    table: TableSizeFacts


def modules(config: ModelConfig) -> tuple[str, ...]:
    """The modules with the tables: one where the decoder reads the encoder's."""
    return ("source_embedding",) if config.tied_embeddings else ("source_embedding", "target_embedding")


def side_table(translator: Translator, side: Stack) -> Tensor:
    """The table of embeddings that a side of the model reads, (V, D)."""
    model = translator.model
    return (model.source_embedding if side == "encoder" else model.target_embedding).weight.detach().cpu()


@st.cache_resource(show_spinner=False, max_entries=4)
def table_constants(name: str, _translator: Translator) -> Constants:
    """What belongs to the vocabulary of the model called `name`."""
    facts, tensors = table_facts(_translator)
    return Constants("table", Payload({**facts}, tensors).pack())


def table_facts(translator: Translator) -> tuple[EmbeddingModel, dict[str, np.ndarray | Tensor]]:
    """Facts and tensors of a model's vocabulary.

    Tensors: `counts` (V), how often training read each piece in a source sentence; `kinds` (V), indices into
    `PIECE_KINDS`; `groups` (V), indices into `GROUPS`.
    """
    tokenizer, counts = translator.tokenizer, translator.source_token_counts
    pieces = tokenizer.vocabulary
    kinds = np.asarray([PIECE_KINDS.index(piece_kind(piece)) for piece in pieces], dtype=np.uint8)
    of_sides = modules(translator.model.config)
    groups = _groups(translator, torch.from_numpy(kinds) == PIECE_KINDS.index("special"))
    tensors: dict[str, np.ndarray | Tensor] = {"counts": counts.int(), "kinds": kinds, "groups": groups}
    often, never = (groups == GROUPS.index(name) for name in ("often", "never"))
    facts: EmbeddingModel = {
        "modules": {"encoder": of_sides[0], "decoder": of_sides[-1]},
        "pieces": list(pieces),
        "merges": len(tokenizer.merge_ranks),
        "unigram": isinstance(tokenizer, PairedTokenizer),
        "counted": bool(counts.any()),
        "never": {
            "share": float(never.float().mean()),
            "near": share_of_neighbours(side_table(translator, "encoder"), _some(often), never),
        },
        "example": first_cut(tokenizer, RARE_WORDS) if tokenizer.merge_ranks else None,
        "opposites": _opposites(translator),
        "meanCosine": mean_cosine(side_table(translator, "encoder")),
        "room": _room(translator),
        "table": _table(translator),
    }
    return facts, tensors


def _opposites(translator: Translator) -> list[OppositesFacts]:
    """How near words of contrary meaning lie in the source's table, of those that the vocabulary has whole."""
    if source_language(translator) != ENGLISH:
        return []
    ids, table = translator.tokenizer.ids, side_table(translator, "encoder")
    found: list[OppositesFacts] = []
    for words in OPPOSITES:
        first, second = (ids.get(WORD_START + word) for word in words)
        if first is not None and second is not None:
            cosine, place = nearness(table, first, second)
            found.append({"words": list(words), "cosine": cosine, "place": place})
    return found


def _some(pieces: Tensor) -> Tensor:
    """`SAMPLE` of these pieces, evenly spread over the ids: enough for a share in whole per cent."""
    ids = pieces.nonzero().flatten()
    sample = torch.zeros_like(pieces)
    sample[ids[:: max(1, len(ids) // SAMPLE)]] = True
    return sample


def _groups(translator: Translator, special: Tensor) -> Tensor:
    counts = translator.source_token_counts
    groups = torch.where(counts >= RARE, GROUPS.index("often"), GROUPS.index("seldom"))
    if counts.any():  # it is known how often training met a piece
        groups[counts == 0] = GROUPS.index("never")
        groups[(counts < RARE) & idle_pieces(side_table(translator, "encoder"))] = GROUPS.index("idle")
    groups[special] = GROUPS.index("special")
    return groups.to(torch.uint8)


def _room(translator: Translator) -> RoomFacts | None:
    """Of the first quarter of dimensions and the others; None before training."""
    config, counts = translator.model.config, translator.source_token_counts
    if not counts.sum() or config.positions != "sinusoidal":
        return None
    squares = typical_sizes(side_table(translator, "encoder"), counts).square()
    quarter = max(2, config.d_model // 4)
    first, rest = (float(part.mean().sqrt()) for part in (squares[:quarter], squares[quarter:]))
    longest = math.tau * config.position_base ** ((quarter - 2) / config.d_model)
    return {"first": first, "rest": rest, "dimensions": quarter, "wave": round(longest)}


def _table(translator: Translator) -> TableSizeFacts:
    model = translator.model
    tables = {
        "encoder": model.source_embedding.weight,
        "decoder": model.target_embedding.weight,
        "output": model.output_projection.weight,
    }
    numbers = {table.data_ptr(): table.numel() for table in tables.values()}
    return {
        "tied": len(numbers) == 1,
        "tables": len(numbers),
        "numbers": sum(numbers.values()),
        "parameters": count_parameters(model)["total"],
    }
