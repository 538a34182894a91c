"""Pairs to teach, and the sentences that show what else a lesson changes."""

from typing import NamedTuple

from transformer import Translator
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.widgets.language import ENGLISH, source_language, target_language


class Example(NamedTuple):
    """A pair to teach, and what the page calls it."""

    title: str
    sentence: str
    wanted: str


_DOG, _BLACK, _LOVE = "The black dog sleeps in front of the door.", "The cat is black.", "I love you very much."
_NEW = "I love my glassformer."
# The first one is the page's own: what spreads from it, and what doesn't, is its lesson.
_EXAMPLES = {
    "fr": (
        Example("A dog becomes a cat", _DOG, "Le chat noir dort devant la porte."),
        Example("A word that it doesn’t know", _NEW, "J'adore mon verreformeur."),
        Example("Black becomes green", _BLACK, "Le chat est vert."),
        Example("Love becomes hate", _LOVE, "Je te déteste."),
    ),
    "de": (
        Example("A dog becomes a cat", _DOG, "Die schwarze Katze schläft vor der Tür."),
        Example("A word that it doesn’t know", _NEW, "Ich liebe meinen Glasverwandler."),
        Example("Black becomes green", _BLACK, "Die Katze ist grün."),
        Example("Love becomes hate", _LOVE, "Ich hasse dich sehr."),
    ),
}
_WATCHED = (
    "The dog runs.",
    "He loves his brown dog.",
    "I have a dog.",
    "My cat is black.",
    "The car is black.",
    "She loves her mother.",
    "He loves her very much.",
    "The glass is full.",
)


def examples_of(translator: Translator) -> tuple[Example, ...]:
    """The pairs for a model; none for one of other languages."""
    reads_english = source_language(translator) == ENGLISH
    return _EXAMPLES.get(target_language(translator).code, ()) if reads_english else ()


def first_pair(name: str) -> tuple[str, str]:
    """The pair that the page opens with; for a model without examples, a sentence and its own translation."""
    translator = resources.load_model(name)
    for example in examples_of(translator):
        return example.sentence, example.wanted
    sentence = next(iter(resources.examples_of(name)), "")
    return sentence, own_translation(name, sentence)


def own_translation(name: str, sentence: str) -> str:
    """What the model writes by itself; empty if there is nothing to translate."""
    return "" if resources.read(name, sentence).empty else resources.beam_search(name, sentence).text


@within_budget
def translations(name: str, texts: tuple[str, ...]) -> dict[str, str]:
    """What the model writes for each text by itself."""
    return dict(zip(texts, resources.load_model(name).translate_all(texts), strict=True))


def watched_by(name: str) -> tuple[str, ...]:
    """The sentences whose translations a model may change."""
    translator = resources.load_model(name)
    return _WATCHED if source_language(translator) == ENGLISH else resources.examples_of(name)[: len(_WATCHED)]
