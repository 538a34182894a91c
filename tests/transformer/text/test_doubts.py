"""Why a translation cannot be good: of texts read and translated by a reader that repeats them."""

import pytest

from transformer.text.carried import Carried
from transformer.text.doubts import describe_unread, find_doubts
from transformer.text.source import Source

WORDLESS, FOREIGN, NAME = "no word here", "reads English only", "just a name"
REPEATED, NUMBERS = "repeats the text", "numbers in the two sentences differ"


def source(text: str, **carried: object) -> Source:
    return Source(text, (), (), cut=False, carried=Carried(**carried))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "generated", "reasons"),
    [
        *((text, "C'est.", [WORDLESS]) for text in ("-", "?!", "...", "A", "x", "(a b)")),
        ("7", "7 ans.", [WORDLESS]),
        ("3.14", "314.", [WORDLESS, NUMBERS]),
        ("It costs 3.14.", "Ça coûte 3.4.", [NUMBERS]),
        *((text, "Attention !", [FOREIGN]) for text in ("Tarek", "O'Brien", "asdf jkl", "Bonjour", "Danke schön")),
        *((text, "Attention !", [FOREIGN]) for text in ("Je t'aime beaucoup.", "Ich liebe dich sehr.", "Das ist gut.")),
        *((text, "Attention !", [FOREIGN]) for text in ("Elle a un chat.", "Mein Name ist Anna", "¿Cómo estás?")),
        *((text, "Attention !", [NAME]) for text in ("Anna", "Tom!", "London", "Mr. Smith", "Mary Brown")),
        ("Pizza", "Pizza.", [REPEATED]),
        *((text, "Attention !", []) for text in ("Hello", "Thanks!", "Yes", "Bye!", "Merry Christmas!", "Hello Tom")),
        *((text, "Attention !", []) for text in ("I am happy.", "Tom sleeps well.", "My name is Tarek.", "Good night")),
    ],
)
def test_what_the_model_cannot_know_is_doubted_and_nothing_else(text: str, generated: str, reasons: list[str]) -> None:
    found = find_doubts(source(text), generated, "fr")
    assert len(found) == len(reasons)
    assert all(reason in doubt for reason, doubt in zip(reasons, found, strict=True))


def test_a_headline_is_doubted() -> None:
    headline = Source("Police find missing boy", (), (), cut=False, capitals=True, headline=True)
    (told,) = find_doubts(headline, "La police trouve un garçon", "fr")
    assert "headline" in told


def test_what_goes_around_the_model_is_named_and_not_judged() -> None:
    within = source("I love Taro and Ken.", names=(("Taro", "🍕"), ("Ken", "🍦")), after=" 😆", left_out=("*",))
    copied, left_out = describe_unread(within)
    assert "“🍕” (read as “Taro”), “🍦” (read as “Ken”), “😆”" in copied
    assert left_out.endswith(": *")
    assert find_doubts(within, "J'aime Taro et Ken.", "fr") == describe_unread(within)
    alone = source("Taro", names=(("Taro", "😆" * 100),), whole=True)
    (told,) = find_doubts(alone, "Taro.", "fr")
    assert len(told) < 200
    assert describe_unread(source("I love you.")) == ()
