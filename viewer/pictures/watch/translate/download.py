"""The comparison as the file that a visitor downloads."""

from typing import Any

from viewer.pictures.watch.translate.comparison import Comparison, Side


def for_file(comparison: Comparison, model: str) -> dict[str, Any]:
    """The whole result, for a JSON file."""
    source = comparison.beam.translation.source
    return {
        "model": model,
        "source": {"text": source.text, "tokens": source.tokens, "cut": source.cut},
        "carried": source.carried.as_json(),
        "trust": {"level": comparison.badge.level.value, "reasons": comparison.badge.reasons},
        "parting": comparison.divergence.sentence,
        "greedy": _side_for_file(comparison.greedy),
        "beam": {"size": comparison.beam_size, **_side_for_file(comparison.beam)},
        "other_hypotheses": [
            {
                "text": text,
                "log_probability": hypothesis.log_probability,
                "score": hypothesis.score,
                "tokens": len(hypothesis.tokens),
            }
            for hypothesis, text in comparison.others
        ],
    }


def _side_for_file(side: Side) -> dict[str, Any]:
    translation = side.translation
    return {
        "text": translation.text,
        "tokens": translation.tokens,
        "log_probabilities": translation.hypothesis.log_probabilities,
        "log_probability": translation.hypothesis.log_probability,
        "alpha": side.alpha,
        "length_penalty": side.penalty,
        "score": side.score,
        "finished": translation.hypothesis.finished,
        "seconds": translation.seconds,
        # (layers, heads, T, S): row t is the attention of the position that predicted token t.
        "cross_attention": side.attention.astype(float).round(4).tolist(),
    }
