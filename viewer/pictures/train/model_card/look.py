"""The card at a glance: what the model is, what it learned from, how good it is and where it ends."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from transformer import Translator, shipped_models
from transformer.corpora.catalogue import find_corpus, title_of
from transformer.model.card import IMPORTED
from viewer.pictures.train.model_card.model_card import duration
from viewer.transport.payload import Payload
from viewer.widgets.language import FRENCH, source_language, target_language
from viewer.widgets.word_diff import words_apart

# Our own sentences of the kinds that were measured, each with a person's translation: one that the built-in model
# translates well, and one that it doesn't.
EXAMPLES = {
    "everyday": (
        ("My old friends will sell their big green house.", "Mes vieux amis vendront leur grande maison verte."),
        ("The woman whom the man sees is happy.", "La femme que l'homme voit est heureuse."),
    ),
    "multi30k": (
        ("Two dogs are running through the snow.", "Deux chiens courent dans la neige."),
        (
            "A blacksmith is hammering a horseshoe on an anvil.",
            "Un forgeron martèle un fer à cheval sur une enclume.",
        ),
    ),
    "tatoeba": (
        ("You should have told me sooner.", "Tu aurais dû me le dire plus tôt."),
        ("He kicked the bucket last night.", "Il est mort hier soir."),
    ),
}


# What they are, for the headline.
KINDS = {
    title_of("everyday"): "simple sentences",
    title_of("multi30k"): "captions of photos",
    title_of("tatoeba"): "freer everyday sentences",
}


def payload(translator: Translator, parameters: int) -> Payload:
    """The facts that people ask for, as far as the card has them, for the browser."""
    config, card = translator.model.config, translator.card
    language, rows = target_language(translator).name, _quality(card)
    facts = [
        (
            "What it is",
            f"A Transformer: {parameters / 1e6:.1f} million learned numbers (parameters). {config.encoder_layers} "
            f"layers read the {source_language(translator).name}, {config.decoder_layers} write the {language}.",
        ),
        ("Where it comes from", origin(card)),
        ("What it learned from", _describe_training(card)),
        ("Limits", _limits(card)),
    ]
    return Payload(
        {
            "headline": _headline(f"It translates {source_language(translator).name} into {language}", rows),
            "examples": _examples(translator, rows),
            "facts": [{"title": title, "words": words} for title, words in facts if words],
            "quality": {
                "title": "Points out of 100 (chrF): how many groups of letters its translations share with a person’s",
                "rows": [{**row, "name": _kind(row["name"])} for row in rows],
            },
        }
    )


def _headline(does: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if len(rows) < 2:
        return f"{does}."
    best, worst = ((KINDS.get(row["name"], f"“{row['name']}”"), row["written"]) for row in (rows[0], rows[-1]))
    return f"{does}: best at {best[0]} ({best[1]} points of 100), worst at {worst[0]} ({worst[1]})."


def _examples(translator: Translator, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Our own sentences of the kinds that were measured, with this model's translation and a person's."""
    if translator.name not in shipped_models() or target_language(translator) != FRENCH:
        return []
    return [
        {
            **{"name": _kind(name), "source": source, "reference": reference},
            "pieces": words_apart(reference, translator.translate(source).text),
        }
        for name, pairs in {title_of(corpus): pairs for corpus, pairs in EXAMPLES.items()}.items()
        if any(row["name"] == name for row in rows)
        for source, reference in pairs
    ]


def _kind(name: str) -> str:
    return KINDS[name].capitalize() if name in KINDS else name


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


def _describe_training(card: Mapping[str, Any]) -> str:
    names = [str(row.get("name")) for row in card.get("corpora", []) if isinstance(row, Mapping)]
    known = {name: find_corpus(name)[0] for name in names}
    kinds = [corpus.kind if corpus else f"pairs from {Path(name).name}" for name, corpus in known.items()]
    *others, last = dict.fromkeys(kinds) or [""]
    if not last:
        return ""
    told = f"{', '.join(others)} and {last}" if others else last
    hours = card.get("training", {}).get("hours")
    trained = f" Training took {duration(hours)}." if isinstance(hours, int | float) else ""
    return f"{told[0].upper()}{told[1:]}.{trained}"


def _limits(card: Mapping[str, Any]) -> str:
    if IMPORTED in card:
        return "It isn’t known here what it was trained on, so nobody can say which texts it has learned to translate."
    longest = card.get("longest_usual_source")
    long = f" Almost none had more than {longest} tokens (words or parts of them)." if longest else ""
    return f"It learned from single sentences, and has only been measured on texts like the ones shown here.{long}"


def _quality(card: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The last score of each of our test sets and of the user's own files that the card has, best first."""
    scores = {str(row.get("corpus")): row for row in card.get("scores", []) if isinstance(row, Mapping)}
    remarks = {name: corpus.remark for name in scores if (corpus := find_corpus(name)[0])}
    rows = [
        {
            "name": title_of(corpus) if corpus in remarks else Path(corpus).name,
            "words": remarks.get(corpus) or f"{row.get('exact', 0):.0f}% to the letter",
            "value": row["chrf"],
            "written": f"{row['chrf']:.0f}",
            "ours": True,
        }
        for corpus, row in scores.items()
        if isinstance(row.get("chrf"), int | float) and remarks.get(corpus) != ""
    ]
    return sorted(rows, key=lambda row: -row["value"])
