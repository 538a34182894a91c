"""Why a translation can't be good, however sure the model is."""

import re

from transformer.text.cleaning import comparable
from transformer.text.english import is_english, is_name
from transformer.text.numbers import numbers_differ
from transformer.text.source import Source

SHOWN = 60  # characters of the carried text
_WORD = re.compile(r"[^\W\d_]{2,}")


def find_doubts(source: Source, generated: str, language: str) -> tuple[str, ...]:
    """Reasons to doubt the translation of an English sentence, one sentence each; usually there are none.

    Args:
        source: what was read. generated: what the model wrote, before anything was put back.
        language: of the translation, such as "fr".
    """
    found = list(describe_unread(source))
    rest = source.text
    for name, _ in source.carried.names:
        rest = rest.replace(name, "")
    if not source.carried.whole:
        found += _of_words(rest)
        if not found and comparable(source.text) == comparable(generated):
            found.append("The translation repeats the text, as the model does with names and words it doesn’t know.")
    if source.headline:
        found.append("A headline leaves words out; the model was trained on whole sentences.")
    if numbers_differ(source.text, generated, language):
        found.append("The numbers in the two sentences differ.")
    return tuple(found)


def _of_words(text: str) -> list[str]:
    """Reasons in the text itself."""
    known = is_english(text)
    if not _WORD.search(text):
        return ["There’s no word here, only punctuation, digits or single letters."]
    if sum(known) * 2 <= len(known):
        return ["The model knows few of these words; they could be names or another language: it reads English only."]
    if is_name(text):
        return ["This is just a name; the model was trained on sentences."]
    return []


def describe_unread(source: Source) -> tuple[str, ...]:
    """The parts of a text that the model did not read, one sentence each; usually there are none."""
    carried, found = source.carried, []
    names = {unit: f" (read as “{name}”)" for name, unit in carried.names}
    units = [
        f"“{unit if len(unit) <= SHOWN else unit[: SHOWN - 1] + '…'}”{names.get(unit, '')}" for unit in carried.units
    ]
    if units:
        found.append(f"Copied over by rule, not by the model: {', '.join(units)}.")
    if carried.left_out:
        found.append(f"Left out, because the model has no such character: {' '.join(carried.left_out)}")
    return tuple(found)
