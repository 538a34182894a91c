"""What a visitor sees first proves what the pages say of it, with the models that ship."""

import pytest
from shipped_models import shipped_model

from transformer import Beam, Greedy, Translator
from transformer.analysis.evaluation.learned import Learned
from transformer.analysis.measures.vocabulary import nearest_neighbours
from transformer.corpora import load_pairs
from transformer.model.measurements import load_measurement
from transformer.text.words import text_words
from viewer.app import state

ALIKE = {
    "en-fr": {"▁dog": {"▁dogs", "▁horse"}, "▁black": {"▁white", "▁dark", "▁brown", "▁blue"}},
    "en-de": {"▁dog": {"▁dogs"}, "▁black": {"▁white", "▁dark", "▁yellow", "▁blue"}},
}
RIGHT = {"en-fr": "Le chien noir dort devant la porte.", "en-de": "Der schwarze Hund schläft vor der Tür."}
PARTED = {
    "fr": ("Le décodeur prédit un mot à une fois.", "Le décodeur prédit un mot à la fois."),
    "de": ("Der Drucker ist wieder kein Papier mehr.", "Der Drucker hat wieder kein Papier mehr."),
}


@pytest.fixture(scope="module", params=["en-fr", "en-de"])
def shipped(request: pytest.FixtureRequest) -> tuple[str, Translator]:
    return request.param, shipped_model(request.param)


@pytest.mark.slow
def test_the_first_sentence_is_translated_rightly_and_not_learned_by_heart(shipped: tuple[str, Translator]) -> None:
    name, translator = shipped
    assert translator.translate(state.DEFAULT_SENTENCE).text == RIGHT[name]
    learned = load_pairs("everyday-natural", "train", target_language=name[-2:])
    assert state.DEFAULT_SENTENCE not in {pair.source for pair in learned}


def test_words_used_alike_lie_close_together(shipped: tuple[str, Translator]) -> None:
    name, translator = shipped
    tokens = translator.read(state.DEFAULT_SENTENCE).tokens
    assert tokens[text_words(tokens)[1][0]] == "▁black"
    for word, alike in ALIKE[name].items():
        ids = [translator.tokenizer.vocabulary.index(word)]
        close = nearest_neighbours(translator.model.source_embedding.weight.detach(), ids, 8).ids[0]
        assert alike <= {translator.tokenizer.token(int(each)) for each in close}


def test_greedy_and_beam_opens_where_they_part(shipped: tuple[str, Translator]) -> None:
    name, translator = shipped
    sentence = state.PARTING[name[-2:]]
    greedy, beam = translator.decode(sentence, Greedy()), translator.decode(sentence, Beam())
    assert (greedy.text, beam.text) == PARTED[name[-2:]]
    assert beam.hypothesis.log_probability > greedy.hypothesis.log_probability


def test_greedy_and_beam_opens_with_hypotheses_of_different_lengths() -> None:
    found = shipped_model("en-fr").decode(state.PARTING["fr"], Beam())
    assert len({len(each.tokens) for each in found.search.hypotheses}) > 1


def test_a_word_that_nobody_may_look_at_is_missing_and_nothing_else(shipped: tuple[str, Translator]) -> None:
    name, translator = shipped
    source = translator.read(state.DEFAULT_SENTENCE).tokens
    assert source[1] == "▁black"
    closed = {"en-fr": "Le chien dort devant la porte.", "en-de": "Der Hund schläft vor der Tür."}
    assert translator.translate(state.DEFAULT_SENTENCE, beam=1, edit="close:1").text == closed[name]


def test_of_every_example_it_is_known_whether_it_was_learned(shipped: tuple[str, Translator]) -> None:
    name, _ = shipped
    found = load_measurement(name, Learned)
    assert {*state.EXAMPLES, state.PARTING[name[-2:]]} <= set(found.runs)
    assert not found.whole(state.DEFAULT_SENTENCE)
