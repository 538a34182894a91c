"""English that is paired with one language and not with the other: where a teacher's translations add the most.

Two corpora of the same kind are translations of different sentences. The English of the German pairs has words and
phrases that no French pair teaches; the French model translates them to teach its student (Kim and Rush 2016, arXiv
1606.07947, with new sources).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from transformer.corpora.loading import load_mixture, load_pairs
from transformer.corpora.pairs import MixturePart, Split
from transformer.errors import CorpusError
from transformer.text.cleaning import comparable


def untranslated(
    parts: Iterable[MixturePart], language: str, other_language: str, data: Path | None = None
) -> list[str]:
    """English sentences that the corpora pair with the other language and not with this one.

    Args:
        parts: the corpora, each available in both languages; weights are ignored.
        language: "fr" or "de", the one without translations.
        other_language: the one with translations.
        data: as `load_pairs`.

    Returns:
        Each sentence once, compared without case and punctuation, in the order of the corpora; except those that a
        corpus holds out in either language.
    """
    if language == other_language:
        raise CorpusError(f"All English in the {language!r} pairs is already translated: name the other language.")
    parts = list(parts)
    own = [load_pairs(part.name, split, language, data) for part in parts for split in get_args(Split)]
    known = {comparable(pair.source) for pairs in own for pair in pairs}
    found: dict[str, str] = {}
    for pairs, _ in load_mixture(parts, other_language, data):  # except what the other language holds out
        for pair in pairs:
            key = comparable(pair.source)
            if key and key not in known:
                found.setdefault(key, pair.source)
    if not found:
        raise CorpusError(f"The corpora have no English in {other_language!r} that they do not have in {language!r}.")
    return list(found.values())
