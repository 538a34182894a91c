"""Long inputs made by joining short sentences, and BLEU by length."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transformer.analysis.evaluation.scores import score_translations
from transformer.corpora import Pair
from transformer.translator import Translator


@dataclass(frozen=True)
class LengthScore:
    """BLEU of inputs of one length.

    Attributes:
        words: the minimum number of English words. mean_words: their mean. inputs: how many.
        bleu: sacreBLEU. signature: how it was counted.
        written: words of the translations, as a percentage of those of the references.
    """

    words: int
    mean_words: float
    inputs: int
    bleu: float
    signature: str
    written: float


def join_consecutive_pairs(pairs: Sequence[Pair], words: int, count: int) -> list[Pair]:
    """At most `count` pairs, each made of consecutive pairs, until its source has `words` words.

    "And" joins them instead of a full stop, which a model trained on single sentences reads as the end.

    Args:
        words: 0 for the pairs unchanged. pairs: English and French.
    """
    made: list[Pair] = []
    sources: list[str] = []
    targets: list[str] = []
    for pair in pairs:
        sources.append(pair.source)
        targets.append(pair.target)
        if sum(len(source.split()) for source in sources) >= words:
            made.append(Pair(_one_sentence(sources, "and"), _one_sentence(targets, "et")))
            sources, targets = [], []
    return made[:count]


def score_by_length(
    translator: Translator[Any], pairs: Sequence[Pair], lengths: Sequence[int], count: int
) -> list[LengthScore]:
    """Translate inputs of several lengths by the usual beam search, and score each separately."""
    rows = []
    for words in lengths:
        inputs = join_consecutive_pairs(pairs, words, count)
        found = translator.translate_all([pair.source for pair in inputs])
        score = score_translations(found, [pair.target for pair in inputs])
        lengths_of = [sum(len(text.split()) for text in texts) for texts in (found, [pair.target for pair in inputs])]
        mean = sum(len(pair.source.split()) for pair in inputs) / max(1, len(inputs))
        written = round(100 * lengths_of[0] / max(1, lengths_of[1]), 1)
        rows.append(LengthScore(words, round(mean, 1), len(inputs), score.bleu, score.bleu_signature, written))
    return rows


def _one_sentence(sentences: Sequence[str], link: str) -> str:
    first, *others = (sentence.rstrip(" .") for sentence in sentences)
    rest = (f"{link} {other[:1].lower()}{other[1:]}" for other in others)
    return " ".join([first, *rest]) + "." if others else sentences[0]
