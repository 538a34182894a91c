"""The glossary: every word leads somewhere, and texts are linked with words that exist."""

import pytest
from shipped_models import shipped_model

from pages import PAGES
from viewer.app.state import DEFAULT_SENTENCE
from viewer.pictures.learn.glossary.words import BASIC
from viewer.widgets.glossary import link_terms, words


def test_every_word_has_a_place_of_its_own_and_a_page_that_shows_it() -> None:
    slugs = [each.slug for each in words()]
    assert len(slugs) == len(set(slugs)) >= 40
    assert [each.word for each in words() if each.page not in {page.address for page in PAGES}] == []
    assert [each.word for each in words() if not each.meaning.endswith(".") or not each.source] == []
    assert all(each.example for each in words())
    assert set(BASIC) <= set(slugs)
    forms = [form.lower() for each in words() for form in each.forms]
    assert len(forms) == len(set(forms))


def test_what_examples_say_of_the_model_is_true() -> None:
    model = shipped_model("en-fr")
    config, told = model.model.config, {each.slug: each.example for each in words()}
    assert f"{config.d_model} numbers" in told["vector"]
    assert f"the {config.d_model} numbers of “dog” {config.d_ff}," in told["feed-forward-layer"]
    assert f"{config.vocabulary_size:,} tokens" in told["vocabulary"]
    assert f"has {config.heads} in each attention" in told["head"]
    assert f"all that {config.encoder_layers} layers" in told["residual-stream"]
    assert f"it’s {len(model.read(DEFAULT_SENTENCE).tokens)} vectors" in told["memory"]
    assert " · ".join(model.read("blacksmith").tokens[:-1]) in told["piece"]


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
