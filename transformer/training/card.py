"""A model's card: what it was trained on and how, in `card.json` next to its weights."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from transformer.analysis.evaluation.alignment import alignment_error_rates
from transformer.corpora import CORPORA, Direction, MixturePart, everyday
from transformer.corpora.catalogue import find_corpus
from transformer.corpora.everyday import AlignedPair
from transformer.corpora.loading import has_name
from transformer.corpora.pairs import evenly, original_corpus
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.devices import describe_machine
from transformer.model.translation_model import TranslationModel, count_parameters
from transformer.training import parallel
from transformer.training.prepared_corpus import EN_FR, PlainCorpus, PreparedCorpus

EXAMPLES, LONGEST_EXAMPLE = 9, 120  # how many pairs a card has, and of how many characters at most
ALIGNED_PAIRS = 200  # measured to find the layer that aligns best


@dataclass(frozen=True)
class Making:
    """What neither the model nor its corpus shows about how the model was made.

    Attributes:
        command: as typed, or a description.
        mixture: the corpora and their weights.
        options: of the training, by name.
        seconds: how long training took.
        direction: the languages read and written.
        earlier: the card of the model that training started from; empty for a fresh one.
        plain: the corpora as text, for examples; None if the model needs none.
    """

    command: str
    mixture: Sequence[MixturePart]
    options: Mapping[str, Any]
    seconds: float
    direction: Direction = EN_FR
    earlier: Mapping[str, Any] = field(default_factory=dict)
    plain: PlainCorpus | None = None

    @property
    def alignment_known(self) -> bool:
        """Whether it learned the everyday corpus into French, whose grammar knows all word links."""
        return self.direction == EN_FR and any(_family(part.name) == "everyday" for part in self.mixture)


def make_card(model: TranslationModel, corpus: PreparedCorpus, making: Making) -> dict[str, Any]:
    """The card of a model that has just been trained, without scores."""
    before = commands_behind(making.earlier)
    examples = _examples(making)
    hours = making.earlier.get("training", {}).get("hours", 0) + making.seconds / 3600
    return {
        "source_language": making.direction.source,
        "target_language": making.direction.target,
        **({"earlier_commands": before} if before else {}),
        "command": making.command,
        "corpora": _corpora(corpus, making),
        "training": {
            **making.options,
            "hours": round(hours, 3),
            "machine": describe_machine(next(model.parameters()).device, parallel.world_size()),
            "torch": torch.__version__,
            "finished": time.strftime("%Y-%m-%d"),
        },
        "parameters": count_parameters(model),
        "longest_usual_source": corpus.longest_usual_source,
        **({"examples": examples} if examples else {}),
        "licences": {**making.earlier.get("licences", {}), **_licences(making.mixture)},
        "scores": [],
    }


def _corpora(corpus: PreparedCorpus, making: Making) -> list[dict[str, Any]]:
    """The corpora of this training run, plus those of earlier stages with weight 0."""
    seen_now = [
        {"name": part.name, "weight": part.weight, "training_pairs": len(pairs)}
        for part, (pairs, _) in zip(making.mixture, corpus.parts, strict=True)
    ]
    names = {each["name"] for each in seen_now}
    return seen_now + [
        {**each, "weight": 0} for each in making.earlier.get("corpora", []) if each.get("name") not in names
    ]


def _examples(making: Making) -> list[dict[str, str]]:
    """A few pairs to try the model with, from the user's own files only: held-out ones, or else any."""
    if making.plain is None or any(has_name(part.name) for part in making.mixture):
        return []
    held_out = [pair for pairs in making.plain.held_out.values() for pair in pairs]
    pairs = held_out or [pair for pairs, _ in making.plain.parts for pair in pairs]
    short = [pair for pair in dict.fromkeys(pairs) if len(pair.source) <= LONGEST_EXAMPLE]
    return [pair._asdict() for pair in evenly(short, EXAMPLES)]


def commands_behind(card: Mapping[str, Any]) -> list[str]:
    """The commands that made a model, in order."""
    return [str(command) for command in (*card.get("earlier_commands", []), card.get("command")) if command]


def alignment_facts(translator: ModelWithVocabulary, pairs: Sequence[AlignedPair]) -> dict[str, Any]:
    """A card's `alignment`: which decoder layer's cross-attention aligns words best, on held-out pairs."""
    rates = alignment_error_rates(translator, pairs)
    return {"best_layer": rates.index(min(rates)), "error_rates": list(rates), "pairs": len(pairs)}


def held_out_alignments() -> list[AlignedPair]:
    """Held-out pairs of the everyday grammar with their word alignment."""
    return everyday.grammar_pairs("dev")[:ALIGNED_PAIRS]


def _licences(mixture: Sequence[MixturePart]) -> dict[str, str]:
    families = sorted({_family(part.name) for part in mixture})
    return {name: CORPORA[name].licence if name in CORPORA else "the user's own data" for name in families}


def _family(corpus: str) -> str:
    """The corpus that a licence covers: every part of `everyday` counts as `everyday`."""
    corpus = original_corpus(corpus)
    found, _ = find_corpus(corpus)
    licence, ours = found and found.licence, CORPORA["everyday"].licence
    return "everyday" if licence == ours or Path(corpus).resolve().is_relative_to(everyday.ASSETS) else corpus
