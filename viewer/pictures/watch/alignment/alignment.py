"""What the alignment page shows: words of both sentences, what looked at what, and how well each head aligns."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
import torch
from torch import Tensor

from transformer import Translation, Translator
from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.attribution.alignment_rates import AlignmentRates, MeasuredAlignment
from transformer.attribution.alti import contributions_through
from transformer.attribution.word_alignment import (
    ALTI,
    ATTENTION,
    VALUE_NORMS,
    VALUE_ZEROING,
    AlignmentMethod,
    zero_values,
)
from transformer.corpora.everyday import AlignedPair, aligned_examples
from transformer.model.measurements import load_measurement
from transformer.text.cleaning import clean
from transformer.text.words import words
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import UnansweredError, Visit
from viewer.engine.live.offer import is_left_to, offer
from viewer.frame.activations import activations, expand, sentence_facts
from viewer.frame.facts import activation_facts
from viewer.frame.parameters import found_or_sent
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload
from viewer.widgets.head_roles import measurement
from viewer.widgets.language import ENGLISH, FRENCH, source_language, target_language

# The methods on offer, and the sets of pairs on which they are measured, by their names in `alignment.json`.
CHOICES = (ATTENTION, VALUE_NORMS, VALUE_ZEROING, ALTI)
SETS = {"everyday": "the everyday grammar", "hansards": "Hansards, linked by people"}
MODULES = ("decoder_layers.*.cross_attention.output_projection",)


class MeasuredSet(TypedDict):
    """For each method and step the best layer and head, all if None, with the error rate; the best first."""

    title: str
    pairs: int
    best: Sequence[tuple[str, str, int | None, int | None, float]]


class AlignmentModel(TypedDict):
    """What was measured of the model: error rates of layers and heads, of methods, and why they can't be 0."""

    model: str
    language: str
    reads: str
    alignedLayer: int
    layerErrors: Sequence[float] | None
    headErrors: Sequence[tuple[int, int, float]]
    leastHeadError: float | None
    wordForTwo: tuple[str, str] | None
    sets: Sequence[MeasuredSet]
    heldOut: str


class AlignmentMeasured(TypedDict):
    """The true links of a known sentence, and the lowest error rate that one link for each word allows."""

    links: Sequence[tuple[int, int]] | None
    leastError: float | None


def examples(translator: Translator) -> list[AlignedPair]:
    """The shipped sentences with a known alignment; none for a language that has none."""
    return aligned_examples() if (source_language(translator), target_language(translator)) == (ENGLISH, FRENCH) else []


def find_example(sentence: str, translator: Translator) -> AlignedPair | None:
    """The example with this source, if it is one."""
    return next((each for each in examples(translator) if each.source == clean(sentence)), None)


def word_for_two(pairs: list[AlignedPair]) -> tuple[str, str] | None:
    """A word that translates two on its own, which one link cannot show, and those two. The first one found."""
    for pair in pairs:
        source, target = (words(clean(text)) for text in (pair.source, pair.target))
        for index, word in enumerate(target):
            linked = [one for one, other in pair.alignment if other == index]
            if len(linked) == 2 and all(sum(one == each for one, _ in pair.alignment) == 1 for each in linked):
                return word, " ".join(source[each] for each in linked)
    return None


@within_budget
def force_or_translate(name: str, sentence: str) -> Translation:
    """The model teacher-forced with an example's known translation, or with its own for any other sentence.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator = resources.load_model(name)
    example = find_example(sentence, translator)
    if example and translator.spell(example.target).ids:
        return translator.score(sentence, example.target)
    return resources.beam_search(name, sentence)


def record_search(name: str, sentence: str) -> Translation:
    """`force_or_translate` with everything that was in the beam; a translation that was given had none."""
    found = force_or_translate(name, sentence)
    if found.strategy is None:
        return found
    return resources.load_model(name).decode(sentence, found.strategy, record=True)


@within_budget
def compute_matrices(name: str, sentence: str) -> dict[str, Tensor]:
    """How much each source token counts for each step of `force_or_translate`, by the methods that take more than its
    activations.

    Returns:
        `zeroing`, (layers, T, S); `alti`, (T, S).
    """
    model, trace = resources.load_model(name).model, force_or_translate(name, sentence).trace
    turned = [zero_values(model, trace, layer) for layer in range(model.config.decoder_layers)]
    return {"zeroing": torch.stack(turned).float(), "alti": contributions_through(model, trace).source.float()}


def measured_sets(name: str) -> list[MeasuredSet]:
    """Each method's measurements on a model, in the browser's form; the set that it was trained on comes first."""
    found = load_measurement(name, MeasuredAlignment)
    sets = found.sets if found else {}
    ordered = [*SETS, *sorted(set(sets) - set(SETS))]
    return [_measured_set(SETS.get(each, each), sets[each]) for each in ordered if each in sets]


def _measured_set(title: str, found: AlignmentRates) -> MeasuredSet:
    best: dict[tuple[str, str], tuple[AlignmentMethod, float]] = {}
    for method, rate in sorted(found.rates.items(), key=lambda each: each[1]):
        if method.method in CHOICES:
            best.setdefault((method.method, method.step), (method, rate))
    return {"title": title, "pairs": found.pairs, "best": [(*method, rate) for method, rate in best.values()]}


def of_model(name: str, translator: Translator) -> AlignmentModel:
    """What was measured of the model."""
    roles = measurement(name, translator).roles
    return {
        "model": name,
        "language": target_language(translator).name,
        "reads": source_language(translator).name,
        "alignedLayer": translator.alignment_layer,
        "layerErrors": translator.card.get("alignment", {}).get("error_rates"),
        "headErrors": [
            (role.layer, role.head, role.error_rate)
            for role in (roles.heads if roles else ())
            if role.error_rate is not None
        ],
        "leastHeadError": roles.least_error_rate if roles else None,
        "wordForTwo": word_for_two(examples(translator)),
        "sets": measured_sets(name),
        "heldOut": f"{roles.sentences} held-out sentences" if roles else "",
    }


def payload(visit: Visit) -> Payload:
    """The model's measurements, the activations, and what only the server knows of the sentence.

    A known sentence is never left to the browser, which would not write the grammar's French.

    Raises:
        UnansweredError: if the model translates the sentence as nothing.
    """
    name, translator = visit.model, visit.translator
    translation = force_or_translate(name, visit.sentence)
    if not translation.text.strip():
        raise UnansweredError(
            "The model translates this as nothing, so there are no words to align. Try another sentence."
        )
    engine, example = offer(name, translator, needs=visit.needs), find_example(visit.sentence, translator)
    leaves = not example and is_left_to(engine, visit.in_browser)
    passage = Passage(name, translator, translation, translation.trace, visit.sentence)
    own: AlignmentMeasured = {
        "links": list(example.alignment) if example else None,
        "leastError": least_error_rate([example]) if example else None,
    }
    found, sent = found_or_sent(name, MODULES, translator)
    facts = {
        **of_model(name, translator),
        "frame": {"parameters": found},
        **activation_facts(engine, visit.sentence, None if leaves else sentence_facts(passage), own),
    }
    tensors: dict[str, np.ndarray | Tensor] = {**compute_matrices(name, visit.sentence), **sent}
    if not leaves:
        tensors |= activations(passage.trace, expand(visit.needs, translator.model.config))
    return Payload(facts, tensors)
