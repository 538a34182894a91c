"""One sentence with each head changed: set to zero, to its mean, alone in its layer, or its kind alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from transformer import Translation, Translator
from transformer.edits import Edit
from transformer.edits.comparison import WordChange, word_changes
from transformer.edits.laboratory import KEEP, KIND, MEAN, ZERO, measured_edits
from transformer.text.words import words
from viewer import resources

CHANGES = (ZERO, MEAN, KEEP, KIND)
MOST_TOKENS = 60  # of a sentence: it is translated anew for each head and change


@dataclass(frozen=True)
class HeadsOfSentence:
    """A sentence with each head changed.

    Attributes:
        untouched: its greedy translation. log_probability: of that.
        table: see `transformer.edits.ablation.ablate`.
    """

    untouched: Translation
    log_probability: float
    table: pd.DataFrame


def edits_of_heads(translator: Translator) -> dict[str, list[Edit]]:
    """The edits that the page shows, by the change that they make."""
    measured = measured_edits(translator.model.config)
    return {change: measured[change] for change in CHANGES}


def place_of(written: str) -> str:
    """What an edit acts on: `cross.1.2` of `zero_head:cross.1.2`."""
    return written.partition(":")[2]


@st.cache_resource(max_entries=40, show_spinner="Translating without each head …")
def heads_of_sentence(name: str, sentence: str) -> HeadsOfSentence | None:
    """A sentence under every edit of heads; None if it is too long for that.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator = resources.loaded(name)
    if len(translator.read(sentence).ids) > MOST_TOKENS:
        return None
    table = translator.ablate(sentence, [edit for edits in edits_of_heads(translator).values() for edit in edits])
    first = table.iloc[0]
    return HeadsOfSentence(
        resources.greedy(name, sentence), float(first["log_probability"] + first["drop"]), table.set_index("edit")
    )


def sentence_facts(found: HeadsOfSentence, edits: dict[str, list[Edit]]) -> dict[str, Any]:
    """What the browser shows of the sentence: the untouched translation, and what each edit makes of it."""
    untouched = found.untouched.text
    return {
        "source": found.untouched.source.text,
        "untouched": untouched,
        "logProbability": found.log_probability,
        "changes": {
            change: {place_of(edit.written): _entry(untouched, found.table.loc[edit.written]) for edit in group}
            for change, group in edits.items()
        },
    }


def _entry(untouched: str, row: Any) -> dict[str, Any]:
    changes = word_changes(words(untouched), words(row["translation"]))
    return {
        "translation": row["translation"],
        "before": stretches(untouched, changes, "before"),
        "after": stretches(row["translation"], changes, "after"),
        "changedWords": sum(max(len(each.before), len(each.after)) for each in changes if not each.same),
        "logProbability": float(row["log_probability"]),
        "drop": float(row["drop"]),
    }


def stretches(text: str, changes: Sequence[WordChange], side: str) -> list[dict[str, Any]]:
    """A text cut where the two translations part and meet again; joined together it is the text again.

    Args:
        side: of the changes, `before` or `after`.

    Returns:
        `text` with the space behind it, and whether it is the `same` in both.
    """
    begins, cursor = [], 0
    for word in words(text):
        begins.append(text.index(word, cursor))
        cursor = begins[-1] + len(word)
    cuts = [0, *begins[1:], len(text)] if begins else [0]
    pieces, at = [], 0
    for change in changes:
        count = len(getattr(change, side))
        if count:
            pieces.append({"text": text[cuts[at] : cuts[at + count]], "same": change.same})
        at += count
    return pieces
