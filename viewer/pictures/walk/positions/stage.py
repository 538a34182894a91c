"""Facts and tensors of a sentence for the chapter on positional encoding."""

import math
from statistics import mean
from typing import Any

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Transformer, Translator, count_parameters
from transformer.analysis.measures import order
from transformer.analysis.measures.learned_positions import LearnedTable, shipped_table
from transformer.model.attentions import STACKS
from transformer.model.positional import sinusoid_table
from viewer.frame.frame import Stage
from viewer.frame.passage import Passage
from viewer.pictures.walk.positions.order import SENTENCE_PAIR, order_pairs
from viewer.pictures.walk.positions.snippets import LEARNED_SNIPPETS, SNIPPETS
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload

BASES = (10.0, 30.0, 100.0, 1_000.0, 10_000.0, 100_000.0)
PAPER_BASE = 10_000.0
PARTS = ("embedding", "positions", "input")
SHOWN = 64  # positions of the tables; more if the sentence is longer
OTHER_SENTENCE = SENTENCE_PAIR[1].capitalize() + "."


def stage(passage: Passage) -> Stage:
    """The input's three parts, the tables for every base, similarities, and what order means to the encoder."""
    trace, model = passage.trace, passage.translator.model
    config = model.config
    length = min(max(SHOWN, len(trace.source_tokens), len(trace.target_tokens)), config.max_length)
    sinusoidal = order.is_sinusoidal(model)
    bases = sorted({*BASES, *([config.position_base] if sinusoidal else [])})
    usual = bases.index(config.position_base if sinusoidal else PAPER_BASE)
    pairs, outputs = order_pairs(passage)
    tensors: dict[str, np.ndarray | Tensor] = {
        **{f"{stack}.{part}": trace[f"{stack}.{part}"] for stack in STACKS for part in PARTS},
        **outputs,
    }
    facts: dict[str, Any] = {
        "sinusoidal": sinusoidal,
        "bases": bases,
        "ownBase": config.position_base if sinusoidal else None,
        "usualBase": usual,
        "pairs": pairs,
        "reuse": _reuse(model, passage),
        "room": _room(passage, length),
    }
    tables = _tables(passage.model, length, tuple(bases), usual, model)
    return Stage(Payload(facts, tensors), SNIPPETS if sinusoidal else LEARNED_SNIPPETS, tables)


@st.cache_resource(show_spinner=False, max_entries=8)
def _tables(name: str, length: int, bases: tuple[float, ...], usual: int, _model: Transformer) -> Constants:
    """Tables of `length` positions for every base, and the learned one, with how alike their rows are.

    Args:
        name: of the model. usual: which of the bases the learned table is compared with.
    """
    width = _model.config.d_model
    tables = torch.stack([sinusoid_table(length, width + width % 2, base) for base in bases])
    similarities = torch.stack([order.similarity(table.double()) for table in tables])
    learned = shipped_table() if order.is_sinusoidal(_model) else LearnedTable(order.position_table(_model), {})
    tensors = {
        "tables": tables,
        "similarities": similarities,
        "index": order.similarity(order.plain_index(length)),
        "scaled": order.similarity(order.scaled_index(length)),
        "learned": learned.rows[:length],
        "alike.sinusoids": order.cosine(tables[usual]),
        "alike.learned": order.cosine(learned.rows[:length]),
    }
    facts = {
        "falls": [order.count_falling_steps(each) for each in similarities],
        "learned": dict(sorted(learned.facts.items())),
    }
    return Constants("positions", Payload(facts, tensors).packed())


def _room(passage: Passage, length: int) -> dict[str, Any]:
    """How large embeddings are where a wave is shorter than `length` positions, and elsewhere."""
    config = passage.translator.model.config
    sizes = _mean_sizes(passage.model, passage.translator)
    # 2π · base^(2i/D) < length, solved for 2i.
    share = math.log(length / (2 * math.pi)) / math.log(config.position_base)
    fast = min(max(2, round(share * config.d_model / 2) * 2), config.d_model - 1)
    counted = bool(passage.translator.source_token_counts.any())
    return {"dimensions": fast, "fast": mean(sizes[:fast]), "slow": mean(sizes[fast:]), "counted": counted}


@st.cache_resource(show_spinner=False, max_entries=8)
def _mean_sizes(name: str, _translator: Translator) -> list[float]:
    """The mean absolute value of each dimension of the embeddings of the model called `name`.

    A token counts as often as it occurs in the training sources, if that is known: a rare one has learned little.
    """
    model = _translator.model
    counts = _translator.source_token_counts.float() + 1
    sizes = counts @ model.source_embedding.weight.abs() * (math.sqrt(model.config.d_model) / counts.sum())
    return sizes.tolist()


def _reuse(model: Transformer, passage: Passage) -> dict[str, Any]:
    """Where in memory the encodings of two sentences lie, and how many of the table's numbers were trained."""
    other = passage.translator.read(OTHER_SENTENCE)
    sentences = {passage.translation.source.text: passage.translation.source.ids, other.text: other.ids}
    addresses = {text: order.added_encodings(model, ids).data_ptr() for text, ids in sentences.items()}
    table = order.position_table(model)
    return {
        "addresses": [[text, f"{address:#x}"] for text, address in addresses.items()],
        "same": set(addresses.values()) == {table.data_ptr()},
        "parameters": count_parameters(model)["positions"],
        "numbers": table.numel(),
        "rows": table.size(0),
    }
