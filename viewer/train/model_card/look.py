"""The card at a glance: what the model is, what it learned from, how good it is and where it ends."""

from collections.abc import Mapping
from typing import Any

from transformer import Translator
from transformer.model.card import IMPORTED
from viewer.train.model_card.model_card import SETS
from viewer.widgets.language import read_by, written_by
from viewer.widgets.payload import Payload

# What a corpus is, by the beginning of its name.
LEARNED = {
    "anki": "everyday sentences by volunteers",
    "tatoeba": "everyday sentences by volunteers",
    "renamed": "everyday sentences by volunteers",
    "renumbered": "everyday sentences by volunteers",
    "multi30k": "captions of photos",
    "everyday": "sentences written for this project",
}
# The test sets at a glance, each with a word about it.
MEASURED = {
    "multi30k": "they say what is in the picture",
    "tatoeba": "by volunteers; other translations can be as good",
    "everyday": "simple sentences with the words it knows",
}


def payload(translator: Translator, parameters: int) -> Payload:
    """The facts that people ask for, as far as the card has them, for the browser."""
    config, card = translator.model.config, translator.card
    language = written_by(translator).name
    facts = [
        (
            "What it is",
            f"A Transformer with {parameters / 1e6:.1f} million parameters. {config.encoder_layers} layers read the "
            f"{read_by(translator).name}, {config.decoder_layers} layers write the {language}.",
        ),
        ("Where it comes from", origin(card)),
        ("What it learned from", _learned(card)),
        ("Limits", _limits(card)),
    ]
    return Payload(
        {
            "headline": f"It translates {read_by(translator).name} into {language}.",
            "facts": [{"title": title, "words": words} for title, words in facts if words],
            "quality": {
                "title": "How close its translations come to the reference translations (chrF; 100: identical)",
                "rows": _quality(card),
            },
        }
    )


def origin(card: Mapping[str, Any]) -> str:
    """Where an imported model comes from, its licence and what was measured here; empty for any other."""
    found = card.get(IMPORTED)
    if not found:
        return ""
    name = str(found.get("from", "?"))
    licence = card.get("licences", {}).get(name, "unknown")
    measured = ", ".join(found.get("measured", [])) or "nothing yet"
    kind = found.get("architecture", "?")
    return f"It was imported from {name} ({kind}). Licence: {licence}. Measured after the import: {measured}."


def _learned(card: Mapping[str, Any]) -> str:
    names = [str(row.get("name")) for row in card.get("corpora", []) if isinstance(row, Mapping)]
    kinds = [LEARNED.get(name.replace("-", "/").split("/")[0], name) for name in names]
    *others, last = dict.fromkeys(kinds) or [""]
    if not last:
        return ""
    told = f"{', '.join(others)} and {last}" if others else last
    hours = card.get("training", {}).get("hours")
    trained = f" Training took {hours:.1f} hours." if isinstance(hours, int | float) else ""
    return f"{told[0].upper()}{told[1:]}.{trained}"


def _limits(card: Mapping[str, Any]) -> str:
    if IMPORTED in card:
        return "It isn’t known here what it was trained on, so nobody can say which texts it has learned to translate."
    longest = card.get("longest_usual_source")
    long = f" Almost none of those sentences had more than {longest} tokens." if longest else ""
    return f"It learned from single sentences, and has only been measured on texts like the ones shown here.{long}"


def _quality(card: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The last score of each test set that the card has, best first."""
    scores = {str(row.get("corpus")): row for row in card.get("scores", []) if isinstance(row, Mapping)}
    found = {corpus: scores.get(corpus, {}).get("chrf") for corpus in MEASURED}
    rows = [
        {"name": SETS[corpus], "words": MEASURED[corpus], "value": value, "written": f"{value:.0f}", "ours": True}
        for corpus, value in found.items()
        if isinstance(value, int | float)
    ]
    return sorted(rows, key=lambda row: -row["value"])
