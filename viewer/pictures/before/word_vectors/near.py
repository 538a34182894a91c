"""The neighbours of a word in three tables: CBOW's, skip-gram's, and a Transformer's learned embedding."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from transformer.analysis.measures.vocabulary import nearest_neighbours, piece_kind
from transformer.text.special_tokens import WORD_START
from transformer.training.word_vectors.vectors import Neighbour, WordVectors
from transformer.translator import Translator

EMBEDDING = "The Transformer’s embedding"
COUNT = 10
_LOOKED_AT = 60  # pieces, some of which are not whole words


@dataclass(frozen=True)
class Near:
    """Neighbours of one word, by table.

    Attributes:
        found: the nearest first. pieces: the pieces into which the Transformer splits the word; several pieces have no
            common row.
    """

    found: dict[str, list[Neighbour]]
    pieces: tuple[str, ...]

    def table(self) -> pd.DataFrame:
        """A row per rank, a column per table."""
        columns = {
            name: [f"{each.word}  {each.cosine:.2f}" for each in neighbours] + [""] * (COUNT - len(neighbours))
            for name, neighbours in self.found.items()
        }
        return pd.DataFrame({"rank": [str(place) for place in range(1, COUNT + 1)], **columns})

    def caption(self) -> str:
        """What the numbers are, which words several tables have, and how the Transformer splits the word."""
        split = f" This page’s Transformer has no row for this word; it’s split into {' + '.join(self.pieces)}."
        return f"Each with its cosine. {self.describe_agreement()}{split if len(self.pieces) > 1 else ''}"

    def describe_agreement(self) -> str:
        """Which words several tables have, in a sentence or two."""
        counts = Counter(each.word for neighbours in self.found.values() for each in neighbours)
        told = []
        for many, words in ((3, "all three tables"), (2, "two of them")):
            if many <= len(self.found):
                named = [word for word, count in counts.items() if count == many]
                told.append(f"In {words}: {', '.join(f'“{each}”' for each in named) or 'none'}.")
        return " ".join(told)


def near(tables: dict[str, WordVectors], embedding: str, translator: Translator, word: str) -> Near:
    """The neighbours of a word that is in both tables of word vectors.

    Args:
        embedding: the name of the Transformer's column.

    Raises:
        GlassformerError: if the word has no vector.
    """
    found = {name: vectors.neighbours(word, COUNT) for name, vectors in tables.items()}
    tokens = translator.tokenizer.tokens(translator.tokenizer.encode(word.lower()))
    if len(tokens) == 1:
        found[embedding] = _whole_words(translator, tokens[0])
    return Near(found, tuple(token.replace(WORD_START, "") or "␣" for token in tokens))


def _whole_words(translator: Translator, piece: str) -> list[Neighbour]:
    """Those of a piece's neighbours that start a word, in lower case, each once."""
    tokenizer = translator.tokenizer
    table = translator.model.source_embedding.weight.detach()
    found = nearest_neighbours(table, [tokenizer.ids[piece]], min(_LOOKED_AT, table.size(0) - 2))
    rows: dict[str, float] = {}
    names: Sequence[str] = tokenizer.tokens(found.ids[0].tolist())
    for name, cosine in zip(names, found.cosines[0].tolist(), strict=True):
        word = name.replace(WORD_START, "").lower()
        if piece_kind(name) == "word start" and word != piece.replace(WORD_START, "").lower():
            rows.setdefault(word, cosine)
    return [Neighbour(word, cosine) for word, cosine in rows.items()][:COUNT]
