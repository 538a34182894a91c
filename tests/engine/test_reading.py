"""A text is read in the browser as in the library."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from in_node import ask
from shipped_models import shipped_model
from texts import ODD, sentences

import transformer
from transformer.model.folder import find_model, write_card
from transformer.text.cleaning import clean
from transformer.text.line_breaks import join_lines
from transformer.text.source import Source
from viewer.engine.live.offer import offer
from viewer.engine.reading import FILE, file_text, in_javascript

BITS = (
    "5 p.m.;12:15 am;$5 bill;£2m;is;Wins;"
    "I;the;US;us;it;HELLO;IT;WORLD;Tom;TOM;café;naïve;don't;DON'T;l'ami;e-mail;NASA;PARIS;И;東京;a.b@c.de;#tag;🍕;£5;10;½;"
    "x²;20;°C;km;…;„;«q»;-;-\n;trans-\n;well-;known;ﬁ;©;:;,;.;!;(;);:-);*bold*;a_b;<b>;{x};3.14;1,000;$;%;1944;12-5;7th;Find;Boy;O'B;A&B;No.;%d;\u200d;\xad;\n"
)


def mixtures(count: int) -> list[str]:
    draw = random.Random(1)
    return [draw.choice(["", " "]).join(draw.choices(BITS.split(";"), k=draw.randint(1, 9))) for _ in range(count)]


def as_browser(source: Source) -> dict[str, Any]:
    """A source as the browser returns it."""
    return json.loads(json.dumps({**vars(source), "carried": vars(source.carried)}))


@pytest.mark.slow
def test_the_file_is_what_the_library_says() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "python -m viewer.engine.reading"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_every_text_is_read_alike(name: str) -> None:
    model = shipped_model(name)
    texts = [*ODD, *sentences(100), *mixtures(1000)]
    expected = [model.read(text) for text in texts]
    found = ask(find_model(name), [{"task": "read", "text": text} for text in texts])
    for text, ours, theirs in zip(texts, expected, found, strict=True):
        assert as_browser(ours) == theirs, text


@pytest.mark.slow
def test_what_a_model_of_one_s_own_reads_is_left_as_typed(folder: Path) -> None:
    write_card(folder, {"source_language": "dates", "target_language": "ISO dates"})
    model = transformer.load(folder)
    texts = [*ODD, *mixtures(300), "ACGTTG", "他喝茶。"]
    found = ask(folder, [{"task": "read", "text": text} for text in texts], language="")
    for text, theirs in zip(texts, found, strict=True):
        ours = model.read(text)
        assert as_browser(ours) == theirs, text
        assert ours.cut or ours.text == clean(join_lines(text)), text
    assert offer(str(folder), model)["languages"][0] == ""


@pytest.mark.slow
def test_what_was_carried_is_put_back_alike() -> None:
    model = shipped_model("en-de")
    texts = [text for text in [*ODD, *mixtures(300)] if model.read(text).carried.units]
    assert len(texts) > 100
    names = [[name for name, _ in model.read(text).carried.names] for text in texts]
    said = [f"{' '.join(each[::2])} {each[0].lower() if each else ''}s Taro, KENstraße Kenweg." for each in names]
    asked = [(text, model.tokenizer.encode(each)) for text, each in zip(texts, said, strict=True)]
    found = ask(find_model("en-de"), [{"task": "write", "text": text, "ids": ids} for text, ids in asked])
    assert found == [model.write(model.read(text), ids) for text, ids in asked]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"[^\W\d_]+", r"(?:(?![\p{Nd}_])[\p{L}\p{N}_])+"),
        (r"[\w.+-]@[a-z]\D", r"[\p{L}\p{N}_\.\+\-]@[a-z][^\p{Nd}]"),
        (r"(?P<out>\(\"\')", "(?<out>\\(\"')"),
        ("[-‐]", r"[\-‐]"),
    ],
)
def test_a_pattern_becomes_one_of_javascript(pattern: str, expected: str) -> None:
    assert in_javascript(re.compile(pattern)) == {"source": expected, "flags": "gu"}
