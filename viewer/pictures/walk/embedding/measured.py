"""What the chapter on the embedding is told of a sentence by the tokenizer and the table: how its words were cut, which
rows are near its tokens'."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from typing import TypedDict, cast

import numpy as np
from torch import Tensor

from transformer.analysis.measures.byte_pairs import cut_words
from transformer.analysis.measures.unigram import Cut, best_cuts
from transformer.analysis.measures.vocabulary import nearest_neighbours
from transformer.decoding.trace import whole_target
from transformer.model.attentions import Stack
from transformer.text.paired import PairedTokenizer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.words import token_words
from viewer.frame.passage import Passage
from viewer.pictures.walk.embedding.table import side_table
from viewer.transport.payload import Payload

NEIGHBOURS = 10
LONGEST_COMPARED = 600  # characters


class MergeFacts(TypedDict):
    """Two neighbouring pieces merged: `at` is the left one's place before, `rank` when the merge was learned."""

    left: str
    right: str
    at: int
    rank: int


class CutFacts(TypedDict):
    """One way to cut a word, with the natural logarithm of each piece's probability."""

    pieces: Sequence[str]
    logs: Sequence[float]


class CutWordFacts(TypedDict):
    """A word, its tokens, and its merges, or of a Unigram vocabulary its cuts, the most probable first."""

    word: str
    first: int
    count: int
    merges: Sequence[MergeFacts] | None
    cuts: Sequence[CutFacts] | None


class ComparedText(TypedDict):
    """A part of a text that cleaning changed, or not."""

    text: str
    changed: bool


class EmbeddingMeasured(TypedDict):
    """The text before and after cleaning, whether its end was cut off, and the words of both sides."""

    typed: Sequence[ComparedText]
    cleaned: Sequence[ComparedText]
    cut: bool
    words: Mapping[Stack, Sequence[CutWordFacts]]


def measured(passage: Passage) -> Payload:
    """For both sides, `near.encoder`, the ids of the rows nearest to each token's, and `cosines.encoder`, (T, K)."""
    translator, source, trace = passage.translator, passage.translation.source, passage.trace
    typed, cleaned = _compared(passage.typed.strip() or source.text, source.text)
    generated = passage.translation.generated
    facts: EmbeddingMeasured = {
        "typed": typed,
        "cleaned": cleaned,
        "cut": source.cut,
        "words": {
            "encoder": _words(translator.tokenizer, source.text, trace.source_tokens[:-1], 0),
            "decoder": _words(translator.tokenizer.target, generated, trace.target_tokens[1:], 1),
        },
    }
    written = whole_target(passage.translation.hypothesis.tokens, translator.model.config.max_length)[:-1]
    read: dict[Stack, Sequence[int]] = {"encoder": source.ids, "decoder": written}
    tensors: dict[str, np.ndarray | Tensor] = {}
    for side, ids in read.items():
        table = side_table(translator, side)
        near = nearest_neighbours(table, ids, min(NEIGHBOURS, table.size(0) - 2))
        tensors |= {f"near.{side}": near.ids, f"cosines.{side}": near.cosines}
    return Payload({**facts}, tensors)


def _compared(typed: str, cleaned: str) -> tuple[list[ComparedText], list[ComparedText]]:
    """Both texts in parts that say whether cleaning changed them; a very long text is not compared."""
    if max(len(typed), len(cleaned)) > LONGEST_COMPARED:
        return [{"text": typed, "changed": False}], [{"text": cleaned, "changed": typed != cleaned}]
    before: list[ComparedText] = []
    after: list[ComparedText] = []
    for kind, a, b, c, d in SequenceMatcher(None, typed, cleaned, autojunk=False).get_opcodes():
        before.append({"text": typed[a:b], "changed": kind != "equal"})
        after.append({"text": cleaned[c:d], "changed": kind != "equal"})
    return [part for part in before if part["text"]], [part for part in after if part["text"]]


def _words(tokenizer: SubwordTokenizer, text: str, tokens: Sequence[str], begin: int) -> list[CutWordFacts]:
    """The words with what cut them: merges, or the most probable cuts of all."""
    if isinstance(tokenizer, PairedTokenizer):
        return [_most_probable(tokenizer.logs, tokens, members, begin) for members in token_words(tokens)]
    return [
        {
            "word": word.word,
            "first": word.first + begin,
            "count": word.count,
            "merges": None if word.merges is None else [cast(MergeFacts, asdict(each)) for each in word.merges],
            "cuts": None,
        }
        for word in cut_words(tokenizer, text, tokens)
    ]


def _most_probable(
    logs: Mapping[str, float], tokens: Sequence[str], members: Sequence[int], begin: int
) -> CutWordFacts:
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
        "cuts": [{"pieces": cut.pieces, "logs": cut.logs} for cut in cuts] if known else None,
    }
