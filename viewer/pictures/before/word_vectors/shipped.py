"""The built-in word vectors, and a message for a word that has none."""

from difflib import get_close_matches
from pathlib import Path

import pandas as pd
import streamlit as st

from transformer.errors import GlassformerError
from transformer.training.word_vectors.analogies import ANALOGIES_FILE, measure_analogies
from transformer.training.word_vectors.vectors import WordVectors, load_vectors
from transformer.training.word_vectors.word2vec import KINDS, Kind

FOLDER = ANALOGIES_FILE.parent
NAMES: dict[Kind, str] = {"skip-gram": "Skip-gram", "cbow": "CBOW"}
OFFERED = ("red", "mother", "paris", "piano", "hot")  # the last is closest to its opposite
OPENING = OFFERED[0]  # the word that is looked at first
_SPELLINGS = 3


def path_of(kind: Kind) -> Path:
    """The file of a table."""
    return FOLDER / f"{kind}.safetensors"


def open_vectors(kind: Kind) -> WordVectors:
    """The shipped vectors of a kind, opened once in this process.

    Raises:
        GlassformerError: if the file is missing or damaged; the next call tries again.
    """
    return open_vectors_at(str(path_of(kind)))


@st.cache_resource(max_entries=4, show_spinner=False)
def open_vectors_at(path: str) -> WordVectors:
    """The vectors in a file, opened once in this process."""
    return load_vectors(Path(path))


def check_words(vectors: WordVectors, *words: str) -> None:
    """Check that all of the words have vectors.

    Raises:
        GlassformerError: names the first word without one, and similarly spelled words.
    """
    for word in words:
        if word not in vectors:
            near = get_close_matches(word.lower(), vectors.words, _SPELLINGS)
            told = f" Near spellings: {', '.join(near)}." if near else " No word here has a similar spelling."
            raise GlassformerError(f"“{word}” is too rare in the corpus to have a vector.{told}")


def analogies_held() -> pd.DataFrame:
    """How many analogies of each kind are right, for both tables; the last row counts them all.

    Raises:
        GlassformerError: if a file is missing or damaged.
    """
    measured = {kind: _measure(str(path_of(kind))) for kind in KINDS}
    table = pd.DataFrame({"kind": measured["cbow"]["kind"], "questions": measured["cbow"]["asked"]})
    for kind, name in NAMES.items():
        table[f"{name} right"] = measured[kind]["held"]
    table.loc[len(table)] = ["all", *table.iloc[:, 1:].sum()]
    for name in NAMES.values():
        table[f"{name}, %"] = (100 * table[f"{name} right"] / table["questions"].clip(lower=1)).astype(float)
    return table


@st.cache_resource(max_entries=4, show_spinner=False)
def _measure(path: str) -> pd.DataFrame:
    return measure_analogies(open_vectors_at(path))
