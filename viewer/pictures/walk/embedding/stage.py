"""Facts and tensors of a sentence for the embedding: its tokens' rows, their neighbours, and how words are cut."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from typing import Any

import numpy as np
import torch

from transformer.analysis.measures.byte_pairs import cut_words
from transformer.analysis.measures.unigram import Cut, best_cuts
from transformer.analysis.measures.vocabulary import least_alike, nearest_neighbours
from transformer.text.paired import PairedTokenizer
from transformer.text.special_tokens import START
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.words import token_words
from viewer.frame.frame import Stage
from viewer.frame.passage import Passage
from viewer.pictures.walk.embedding.snippets import SNIPPETS
from viewer.pictures.walk.embedding.table import Side, side_table, table_facts
from viewer.transport.payload import Payload

NEIGHBOURS = 10
LONGEST_COMPARED = 600  # characters


def stage(passage: Passage) -> Stage:
    """Both sides' tokens from text to vector; the vocabulary's map and counts, which are the model's own."""
    shared, of_model = table_facts(passage.model, passage.translator)
    tensors = dict(of_model)
    sides: dict[Side, Any] = {}
    for side in ("encoder", "decoder"):
        sides[side], numbers = _side(passage, side)
        tensors |= {f"{side}.{name}": number for name, number in numbers.items()}
    source = passage.translation.source
    typed, cleaned = _compared(passage.typed.strip() or source.text, source.text)
    facts = {**shared, "sides": sides, "typed": typed, "cleaned": cleaned, "cut": source.cut}
    return Stage(Payload(facts, tensors), SNIPPETS)


def _side(passage: Passage, side: Side) -> tuple[dict[str, Any], dict[str, np.ndarray | torch.Tensor]]:
    translator, trace = passage.translator, passage.trace
    if side == "encoder":
        ids: Sequence[int] = passage.translation.source.ids
        text, tokens, begin = passage.translation.source.text, trace.source_tokens[:-1], 0
    else:
        ids = (START, *passage.translation.hypothesis.tokens)[: len(trace.target_tokens)]
        text, tokens, begin = passage.translation.generated, trace.target_tokens[1:], 1
    table = side_table(translator, side)
    tokenizer = translator.tokenizer if side == "encoder" else translator.tokenizer.target
    near = nearest_neighbours(table, ids, min(NEIGHBOURS, table.size(0) - 2))
    least = least_alike(table, ids)
    facts = {"text": text, "words": _words(tokenizer, text, tokens, begin)}
    numbers: dict[str, np.ndarray | torch.Tensor] = {
        "ids": np.asarray(ids, dtype=np.int32),
        "rows": table[list(ids)],
        "embedding": trace[f"{side}.embedding"],
        "near": near.ids,
        "cosines": near.cosines,
        "products": near.products,
        "norms": near.norms,
        "least": least.ids,
        "leastCosine": least.cosines,
        "below": least.below,
    }
    return facts, numbers


def _compared(typed: str, cleaned: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Both texts in parts that say whether cleaning changed them; a very long text is not compared."""
    if max(len(typed), len(cleaned)) > LONGEST_COMPARED:
        return [{"text": typed, "changed": False}], [{"text": cleaned, "changed": typed != cleaned}]
    before, after = [], []
    for kind, a, b, c, d in SequenceMatcher(None, typed, cleaned, autojunk=False).get_opcodes():
        before.append({"text": typed[a:b], "changed": kind != "equal"})
        after.append({"text": cleaned[c:d], "changed": kind != "equal"})
    return [part for part in before if part["text"]], [part for part in after if part["text"]]


def _words(tokenizer: SubwordTokenizer, text: str, tokens: Sequence[str], begin: int) -> list[dict[str, Any]]:
    """The words with what cut them: merges, or the most probable cuts of all."""
    if isinstance(tokenizer, PairedTokenizer):
        return [_most_probable(tokenizer.logs, tokens, members, begin) for members in token_words(tokens)]
    words = cut_words(tokenizer, text, tokens)
    return [{**asdict(word), "first": word.first + begin, "cuts": None} for word in words]


def _most_probable(
    logs: Mapping[str, float], tokens: Sequence[str], members: Sequence[int], begin: int
) -> dict[str, Any]:
    """A word's most probable cuts, and the cut that it has, if a model wrote another one."""
    pieces = tuple(tokens[position] for position in members)
    word, known = "".join(pieces), all(piece in logs for piece in pieces)
    cuts = list(best_cuts(word, logs)) if known else []
    if known and pieces not in [cut.pieces for cut in cuts]:
        cuts.append(Cut(pieces, tuple(logs[piece] for piece in pieces)))
    return {
        "word": word,
        "first": members[0] + begin,
        "count": len(members),
        "merges": None,
        "cuts": [asdict(cut) for cut in cuts] if known else None,
    }
