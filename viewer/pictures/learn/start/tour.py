"""What the tour sends to the browser: the picture and its stops."""

from dataclasses import asdict, replace
from typing import Any

from transformer import Translation
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.frame.passage import Passage
from viewer.pictures.learn.start.stop import Stop, Tale
from viewer.pictures.learn.start.stops import STOPS, translate_without, without_question
from viewer.pictures.watch.flight.flight import WHOLE, drawing
from viewer.transport.payload import Payload

EMBEDDED = ("encoder.embedding", "encoder.positions")  # what the first stops show, as in `needs.js`


@within_budget
def stop_of(name: str, sentence: str, slug: str) -> Stop:
    """A stop of a sentence.

    Args:
        name: of the model. sentence: as typed. slug: of the stop.
    """
    return STOPS[slug](_tale(name, sentence))


def payload(
    name: str,
    sentence: str,
    hide: int | None = None,
    taught: bool = False,
    shown: int | None = None,
) -> Payload:
    """The tour of a sentence.

    Args:
        name: of the model. sentence: as typed; there is something to translate.
        hide: the word that is hidden in the picture, counted from 0.
        taught: whether a teacher hears of the guesses.
        shown: the stop that is shown, counted from 0: the others are not worked out. All are by default.

    Raises:
        GlassformerError: as `resources.load_model`.
    """
    tale = _tale(name, sentence)
    hide = hide if hide is not None and 0 <= hide < len(tale.words) else None
    translation = _translate_without(name, sentence, hide) if hide is not None else tale.translation
    needs = (*WHOLE, *(each for each in EMBEDDED if each in translation.trace))
    made = drawing(Passage(name, tale.translator, translation, translation.trace, sentence), needs)
    read = made.facts["passage"]["tokens"]["source"]
    for place in tale.words[hide].places if hide is not None else ():
        read[place]["text"] = f"✕ {read[place]['text']}"
    found = [
        stop_of(name, sentence, slug) if shown in (None, at) else replace(without_question(tale, slug), waits=True)
        for at, slug in enumerate(STOPS)
    ]
    tour: dict[str, Any] = {
        "model": tale.translator.name,
        "sentence": sentence,
        "stops": [asdict(each) for each in found],
        "words": [each.text for each in tale.words],
        "hidden": hide,
        "taught": taught,
        "text": tale.translation.text,
    }
    return Payload({**made.facts, "tour": tour}, made.tensors)


@within_budget
def _translate_without(name: str, sentence: str, word: int) -> Translation:
    tale = _tale(name, sentence)
    return translate_without(tale, tale.words[word])


def _tale(name: str, sentence: str) -> Tale:
    return Tale(resources.load_model(name), resources.beam_search(name, sentence))
