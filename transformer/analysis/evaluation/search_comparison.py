"""Greedy decoding beside beam search: over whole test sets, and sentences on which they say different things."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.scores import score_translations
from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted
from transformer.decoding.search import Hypothesis
from transformer.decoding.strategies import Beam, Greedy, Strategy
from transformer.decoding.translation import find_translation
from transformer.model.folder import FINGERPRINT, load_measured
from transformer.text.source import Source
from transformer.translator import Translator

FILE = "searches.json"  # in a model's folder
TIMED, ROUNDS = 100, 3  # sentences that are decoded one by one to tell the time, and how often each


@dataclass(frozen=True)
class SearchRow:
    """Both searches over one test set.

    Attributes:
        corpus, split: which. sentences: how many.
        greedy_bleu, beam_bleu: sacreBLEU, cased and detokenised.
        differ: share of the sentences on which the two say different things.
        greedy_log_probability, beam_log_probability: of a whole translation, mean over the sentences, in nats.
        greedy_milliseconds, beam_milliseconds: to decode one sentence alone, mean over up to TIMED of them.
        signature: sacreBLEU's.
    """

    corpus: str
    split: str
    sentences: int
    greedy_bleu: float
    beam_bleu: float
    differ: float
    greedy_log_probability: float
    beam_log_probability: float
    greedy_milliseconds: float
    beam_milliseconds: float
    signature: str


def compare_searches(translator: Translator, corpus: str, split: str, pairs: Sequence[Pair], beam: Beam) -> SearchRow:
    """Translate the pairs' sources both ways, and score both."""
    sources = [translator.read(pair.source) for pair in pairs]
    references = [pair.target for pair in pairs]
    strategies = _both(beam)
    found = [decode_sorted(translator.model, [each.ids for each in sources], strategy) for strategy in strategies]
    texts = [
        [
            source.carried.put_back(translator.tokenizer.decode(each.tokens))
            for source, each in zip(sources, hypotheses, strict=True)
        ]
        for hypotheses in found
    ]
    scores = [score_translations(each, references, translator.tokenizer.lower_case) for each in texts]
    milliseconds = _milliseconds(translator, sources[:TIMED], strategies)
    return SearchRow(
        corpus,
        split,
        len(pairs),
        scores[0].bleu,
        scores[1].bleu,
        round(sum(one != other for one, other in zip(*texts, strict=True)) / len(pairs), 4),
        _mean_log_probability(found[0]),
        _mean_log_probability(found[1]),
        milliseconds[0],
        milliseconds[1],
        scores[0].bleu_signature,
    )


def differing_sentences(
    translator: Translator, sentences: Sequence[str], beam: Beam, count: int
) -> list[dict[str, Any]]:
    """The sentences on which the searches part most: those whose beam translation scores highest above greedy's.

    Returns:
        At most `count` rows of `source`, `greedy`, `beam` and `gain`, the difference of the scores; most first.
    """
    sources = [translator.read(sentence) for sentence in dict.fromkeys(sentences)]
    ids = [each.ids for each in sources]
    rows: list[tuple[float, dict[str, Any]]] = []
    greedy, searched = (decode_sorted(translator.model, ids, strategy) for strategy in _both(beam))
    for source, first, second in zip(sources, greedy, searched, strict=True):
        texts = [translator.tokenizer.decode(each.tokens) for each in (first, second)]
        if texts[0] != texts[1]:
            gain = round(second.score - first.score, 4)
            rows.append((gain, {"source": source.text, "greedy": texts[0], "beam": texts[1], "gain": gain}))
    return [row for _, row in sorted(rows, key=lambda each: -each[0])[:count]]


def as_json(
    rows: Sequence[SearchRow], examples: list[dict[str, Any]], beam: Beam, weights_sha256: str
) -> dict[str, Any]:
    """What stands in a model folder's `searches.json`, with the fingerprint of the weights that were compared."""
    return {
        FINGERPRINT: weights_sha256,
        "beam": beam.size,
        "alpha": beam.alpha,
        "rows": [asdict(row) for row in rows],
        "examples": examples,
    }


def written(comparison: dict[str, Any]) -> str:
    """A comparison as JSON, an example a line."""
    examples = ",\n    ".join(json.dumps(each, ensure_ascii=False) for each in comparison["examples"])
    head = json.dumps({**comparison, "examples": []}, ensure_ascii=False, indent=2)
    return head.replace('"examples": []', f'"examples": [\n    {examples}\n  ]') + "\n"


def read_searches(model: str | Path) -> dict[str, Any] | None:
    """The comparison stored with a model; None if there is none, it is damaged, or it is of other weights."""
    read = load_measured(model, FILE, dict)
    return read if read and {"rows", "examples", "beam", "alpha"} <= read.keys() else None


def _both(beam: Beam) -> tuple[Strategy, Strategy]:
    """Greedy decoding scored as the beam scores, and the beam."""
    return Greedy(beam.alpha), beam


def _milliseconds(translator: Translator, sources: Sequence[Source], strategies: Sequence[Strategy]) -> list[float]:
    """What each strategy takes to decode one of the sources, on average.

    Every source is decoded ROUNDS times, by the strategies in turn, and its fastest time counts: what else the machine
    does meanwhile only ever adds.
    """
    fastest = [[math.inf] * len(sources) for _ in strategies]
    for number, source in enumerate(sources):
        for _ in range(ROUNDS):
            for times, strategy in zip(fastest, strategies, strict=True):
                times[number] = min(times[number], find_translation(translator, source, strategy).seconds)
    return [round(1000 * sum(times) / len(sources), 1) for times in fastest]


def _mean_log_probability(hypotheses: Sequence[Hypothesis]) -> float:
    return round(sum(each.log_probability for each in hypotheses) / len(hypotheses), 4)
