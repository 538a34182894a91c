"""The glossary: every word leads somewhere, and texts are linked with words that exist."""

import re

import pytest

from pages import PAGES
from viewer.pictures.learn.glossary.words import BASIC
from viewer.transport.modules import VIEWER
from viewer.widgets.glossary import link_terms, words

EQUATIONS = (VIEWER / "pictures" / "learn" / "glossary" / "equations.js").read_text(encoding="utf-8")


def test_every_word_has_a_place_of_its_own_and_a_page_that_shows_it() -> None:
    slugs = [each.slug for each in words()]
    assert len(slugs) == len(set(slugs)) >= 40
    assert [each.word for each in words() if each.page not in {page.address for page in PAGES}] == []
    assert [each.word for each in words() if not each.meaning.endswith(".") or not each.source] == []
    forms = [form.lower() for each in words() for form in each.forms]
    assert len(forms) == len(set(forms))


def test_every_equation_belongs_to_a_word() -> None:
    named = re.findall(r'^  "?([a-z-]+)"?: \(\) =>', EQUATIONS, re.MULTILINE)
    assert len(named) > 20
    assert set(named) <= {each.slug for each in words()}
    assert set(BASIC) <= {each.slug for each in words()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Before the softmax.", "Before the [softmax](glossary?word=softmax)."),
        ("A softmax, a softmax", "A [softmax](glossary?word=softmax), a softmax"),
        ("Logits of a head", "[Logits](glossary?word=logit) of a [head](glossary?word=head)"),
        ("its length penalty α is 1", "its [length penalty α](glossary?word=length-penalty) is 1"),
        ("ahead, multi-head, headlong", "ahead, multi-head, headlong"),
        ("the code `softmax` and [a head](x)", "the code `softmax` and [a head](x)"),
        ("the value of a key in memory", "the value of a key in memory"),
        ("their cosine similarity", "their [cosine similarity](glossary?word=cosine)"),
    ],
)
def test_a_word_is_linked_where_it_stands_first(text: str, expected: str) -> None:
    assert link_terms(text) == expected
