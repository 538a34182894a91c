"""The comparison for the browser: the source, how far to trust the translations, and a card for each."""

from dataclasses import asdict
from typing import Any

import numpy as np

from transformer.text.source import Source
from transformer.text.words import spell_word, text_words
from viewer.app.state import Card, Focus
from viewer.pictures.watch.translate.badge import Badge
from viewer.pictures.watch.translate.comparison import Comparison, Side
from viewer.widgets.tokens import chips

SCALE = 10_000  # weights travel as whole ten-thousandths: four digits, and small numbers to send


def for_browser(comparison: Comparison, focus: Focus | None) -> dict[str, Any]:
    """The data for the comparison component. Every text in it is plain text."""
    layers, heads, _, _ = comparison.beam.attention.shape
    divergence, size = comparison.divergence, comparison.beam_size
    rule = "a beam of one is greedy decoding" if size == 1 else f"the best of {size} candidates kept per step"
    return {
        "source": _source_chips(comparison.beam.translation.source, comparison.badge),
        "layers": layers,
        "heads": heads,
        "scale": SCALE,
        "language": {"code": comparison.language.code, "name": comparison.language.name},
        "alignedLayer": comparison.aligned_layer,
        "divergence": {"sentence": divergence.sentence, "verdict": divergence.verdict},
        "cards": [
            _card("greedy", "Greedy", "picks the most probable token at every step", comparison.greedy),
            _card("beam", "Beam search", rule, comparison.beam),
        ],
        "partedAt": divergence.position,
        "others": [
            {
                "text": text,
                "score": hypothesis.score,
                "logProbability": hypothesis.log_probability,
                "tokens": len(hypothesis.tokens),
            }
            for hypothesis, text in comparison.others
        ],
        "focus": focus and {"layer": focus.layer, "head": focus.head, "token": focus.token, "card": focus.card},
    }


def _source_chips(source: Source, badge: Badge) -> list[dict[str, Any]]:
    notes: dict[int, str] = {}
    tokens, shown = source.tokens, chips(source.tokens)
    for members in text_words(tokens):
        word = spell_word(tokens, members)
        units = [unit for name, unit in source.carried.names if any(part in word for part in name.split())]
        for position in members:
            if shown[position].special:
                notes[position] = "unknown to the model"
            elif not any(map(str.isalnum, shown[position].text)):
                continue
            elif units:
                notes[position] = f"stands in for {units[0]}, which is copied over by rule"
            elif word in badge.rare_words:
                notes[position] = f"“{word}” was seen rarely or never in training"
            elif word in badge.cut_words:
                notes[position] = f"a piece of “{word}”, which isn’t in the vocabulary as a whole"
    return [{**asdict(chip), "note": notes.get(position, "")} for position, chip in enumerate(shown)]


def _card(name: Card, title: str, rule: str, side: Side) -> dict[str, Any]:
    translation = side.translation
    hypothesis = translation.hypothesis
    return {
        "name": name,
        "title": title,
        "rule": rule,
        "text": translation.text,
        "chips": [
            {**asdict(chip), "logProbability": value}
            for chip, value in zip(chips(translation.tokens), hypothesis.log_probabilities, strict=True)
        ],
        "logProbability": hypothesis.log_probability,
        "penalty": side.penalty,
        "score": side.score,
        "finished": hypothesis.finished,
        "attention": np.rint(side.attention * SCALE).astype(int).ravel().tolist(),
    }
