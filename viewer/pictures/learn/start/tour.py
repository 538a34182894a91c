"""What the tour sends to the browser: the picture, its stops, and what came of a training that it began."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from transformer import Translation
from transformer.text.words import words
from transformer.training.live.runs import Run
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.frame.passage import Passage
from viewer.pictures.learn.start.stop import Stop, Tale
from viewer.pictures.learn.start.stops import STOPS, TRAIN, training, translate_without, without_question
from viewer.pictures.learn.start.texts import NONE
from viewer.pictures.watch.flight.flight import drawing
from viewer.transport.payload import Payload
from viewer.widgets.language import ENGLISH, source_language


@within_budget
def stop_of(name: str, sentence: str, slug: str) -> Stop:
    """A stop of a sentence.

    Args:
        name: of the model. sentence: as typed. slug: of the stop.
    """
    tale = _tale(name, sentence)
    return STOPS[slug](tale) if slug in STOPS else training(tale, resources.in_french(name, sentence))


def payload(
    name: str,
    sentence: str,
    hide: int | None = None,
    run: Run | None = None,
    taught: bool = False,
    shown: int | None = None,
) -> Payload:
    """The tour of a sentence.

    Args:
        name: of the model. sentence: as typed; there is something to translate.
        hide: the word that is hidden in the picture, counted from 0. run: the training that the tour began.
        taught: whether a teacher hears of the guesses.
        shown: the stop that is shown, counted from 0: the others are not worked out. All are by default.

    Raises:
        GlassformerError: as `resources.load_model`.
    """
    tale = _tale(name, sentence)
    hide = hide if hide is not None and 0 <= hide < len(tale.words) else None
    translation = _translate_without(name, sentence, hide) if hide is not None else tale.translation
    made = drawing(Passage(name, tale.translator, translation, translation.trace, sentence))
    read = made.facts["passage"]["tokens"]["source"]
    for place in tale.words[hide].places if hide is not None else ():
        read[place]["text"] = f"✕ {read[place]['text']}"
    slugs = [*STOPS, TRAIN] if source_language(tale.translator) == ENGLISH else [*STOPS]  # others can't be trained here
    found = [
        stop_of(name, sentence, slug) if shown in (None, at) else replace(without_question(tale, slug), waits=True)
        for at, slug in enumerate(slugs)
    ]
    tour: dict[str, Any] = {
        "model": tale.translator.name,
        "sentence": sentence,
        "example": next(iter(resources.examples()), ""),
        "stops": [asdict(each) for each in found],
        "words": [each.text for each in tale.words],
        "hidden": hide,
        "taught": taught,
        "text": tale.translation.text,
        "run": run and came_of(run, stop_of(name, sentence, TRAIN).options),
    }
    return Payload({**made.facts, "tour": tour}, made.tensors)


@within_budget
def _translate_without(name: str, sentence: str, word: int) -> Translation:
    tale = _tale(name, sentence)
    return translate_without(tale, tale.words[word])


def came_of(run: Run, options: Sequence[str]) -> dict[str, Any]:
    """How far a training is, and which of the words it wrote first, after the untrained model's babble."""
    report = run.report()
    learned = [each for each in report.snapshots if each.step > 0]
    for snapshot in learned:
        if first := [each for each in options if each in words(snapshot.translation)]:
            break
    else:
        first = [NONE] if learned and not report.state.active else []
    last = learned[-1] if learned else None
    return {
        "active": report.state.active,
        "first": first,
        "seconds": round(last.seconds) if last else 0,
        "translation": last.translation if last else "",
    }


def _tale(name: str, sentence: str) -> Tale:
    return Tale(resources.load_model(name), resources.beam_search(name, sentence))
