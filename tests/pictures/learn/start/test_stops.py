"""The tour's stops: what is called right is what the model computes, for many sentences and both models."""

from itertools import islice

import numpy as np
import pytest
from shipped_models import shipped_model
from tiny_marian import save_marian

import transformer
from transformer.corpora import Pair
from transformer.text.words import words
from transformer.translator import Translator
from viewer.app import state
from viewer.pictures.before.word_vectors import shipped
from viewer.pictures.learn.start.stop import Stop, Tale, offer_options
from viewer.pictures.learn.start.stops import STOPS, closing, vector
from viewer.pictures.learn.start.texts import SWAPPED

SENTENCES = (
    *state.EXAMPLES,
    *state.PARTING.values(),
    *state.MISSED.values(),
    *state.PATCHED,
    state.SQUEEZED,
    "My grandmother bakes bread every Sunday.",
    "The cat that I saw yesterday was asleep.",
    "Can you help me with my homework?",
    "Our teacher reads a long letter.",
)
Toured = tuple[Tale, dict[str, Stop]]


def take_tour(translator: Translator, sentence: str) -> Toured:
    tale = Tale(translator, translator.translate(sentence))
    return tale, {slug: stop(tale) for slug, stop in STOPS.items()}


@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.slow) for name in ("en-fr", "en-de")])
def tours(request: pytest.FixtureRequest) -> list[Toured]:
    translator = shipped_model(request.param).of_transformer()
    return [take_tour(translator, each) for each in SENTENCES[::4]]


def find_asked(tours: list[Toured], slug: str) -> list[tuple[Tale, Stop]]:
    found = [(tale, stops[slug]) for tale, stops in tours if stops[slug].question]
    assert len(found) >= len(tours) - 1, f"{slug} has too few questions"
    return found


def answer(stop: Stop) -> str:
    return stop.options[stop.right]


def test_every_stop_asks_about_words(tours: list[Toured]) -> None:
    for _, found in tours:
        for stop in found.values():
            assert len({each.casefold() for each in stop.options}) == len(stop.options), stop
            if stop.slug != "order":
                assert all(each.isalpha() and len(each) > 2 for each in stop.options), stop.options
            assert len(stop.options) in ((2, 3) if stop.question else (0,))


def test_the_word_that_is_cut_has_several_pieces_and_the_others_one(tours: list[Toured]) -> None:
    for tale, stop in find_asked(tours, "pieces"):
        for word in stop.options:
            # The first word of a sentence is read in small letters if it is known so.
            least = min(len(tale.translator.tokenizer.encode(each)) for each in (word, word.lower()))
            assert (least > 1) == (word == answer(stop)), word
        # The sentence is shown to its last sign.
        ids = [number for _, shown in stop.cuts for _, number in shown]
        read = list(tale.translation.source.ids[:-1])
        assert ids[-len(read) :] == read


def test_the_nearest_vector_is_nearest(tours: list[Toured]) -> None:
    known = shipped.open_vectors("skip-gram").words
    for tale, stop in islice(find_asked(tours, "vector"), 6):
        table = tale.translator.model.source_embedding.weight.detach().numpy()
        rows = {token[1:]: row for row, token in enumerate(tale.translator.tokenizer.vocabulary) if token[0] == "▁"}
        word = stop.question.partition("that of “")[2].partition("”")[0]
        unit = table / np.linalg.norm(table, axis=1, keepdims=True)
        cosines = {each: float(unit[rows[each]] @ unit[rows[word]]) for each in rows}
        others = [each for each in known if each in rows and len(each) > 2 and each[:3] != word[:3]]
        nearest = sorted(others, key=cosines.__getitem__, reverse=True)[:4]
        assert answer(stop) == nearest[0] == max(stop.options, key=cosines.__getitem__)
        assert ", ".join(nearest) in stop.told


def test_without_positions_a_swap_changes_nothing_and_with_them_it_does(tours: list[Toured]) -> None:
    for tale, stop in islice(find_asked(tours, "order"), 4):
        text = tale.translation.source.text
        one, other = stop.question.split("“")[1].partition("”")[0], stop.question.split("“")[2].partition("”")[0]
        swapped = text.replace(one, "\0").replace(other, one).replace("\0", other)
        (_, without), (_, turned) = stop.lines
        # Two texts of other pieces would not do: what is swapped must be the same tokens.
        if sorted(tale.translator.read(swapped).tokens) == sorted(tale.translation.source.tokens):
            assert turned == tale.translator.translate(swapped).text
            for each in (text, swapped):
                assert tale.translator.translate(each, edit="positions_off:encoder").text == without
        assert answer(stop) == SWAPPED[0]


def test_the_words_that_are_looked_at_most_have_the_most_weight(tours: list[Toured]) -> None:
    for slug in ("encoder", "look"):
        for tale, stop in find_asked(tours, slug):
            if slug == "encoder":
                place, row = f"encoder.{stop.after['layer']}.self_attention", stop.after["token"]
                assert stop.after["step"] == stop.after["layer"] + 1
            else:
                place, row = f"decoder.{tale.translator.alignment_layer}.cross_attention", stop.after["written"]
            weights = tale.trace[f"{place}.weights"].mean(dim=0)[row]
            of_words = {word.text: float(weights[list(word.places)].sum()) for word in tale.asked}
            assert answer(stop) == max(stop.options, key=of_words.__getitem__)
            assert f" {100 * of_words[answer(stop)]:.0f}% of" in stop.told


def test_the_next_word_is_the_most_probable_piece_of_all(tours: list[Toured]) -> None:
    for tale, stop in find_asked(tours, "next"):
        row = tale.translation.log_probabilities[stop.after["written"]].exp()
        tokens = tale.translator.tokenizer.vocabulary
        assert tokens[int(row.argmax())] == f"▁{answer(stop)}"
        shares = {each: float(row[tokens.index(f"▁{each}")]) for each in stop.options}
        assert f"“{answer(stop)}” has {100 * shares[answer(stop)]:.0f}%" in stop.told
        before = tale.translator.tokenizer.decode(tale.translation.hypothesis.tokens[: stop.after["written"]])
        assert f"“{before}”" in stop.question


def test_what_is_hidden_is_lost(tours: list[Toured]) -> None:
    for tale, stop in find_asked(tours, "hide"):
        word = tale.words[stop.after["hidden"]]
        assert stop.query == {"edit": closing(word)}
        (_, before), (_, after) = stop.lines
        assert before == tale.translation.text
        assert [each for each in stop.options if each not in words(after)] == [answer(stop)]
        assert all(each in words(before) for each in stop.options)
    tale, stop = find_asked(tours, "hide")[0]
    assert tale.translator.translate(SENTENCES[0], edit=stop.query["edit"]).text == stop.lines[1][1]


@pytest.mark.slow
def test_words_with_other_signs_inside_are_swapped_whole() -> None:
    translator = shipped_model("en-fr").of_transformer()
    _, found = take_tour(translator, "A young couple is pushing a broken-down car.")
    assert answer(found["order"]) == SWAPPED[0]


@pytest.mark.slow
@pytest.mark.parametrize("sentence", ["Hi.", "Good morning!", "😀", "No, no, no, no.", "7 + 5 = 12", "x " * 90])
def test_a_sentence_with_few_words_has_fewer_questions_and_no_error(sentence: str) -> None:
    translator = shipped_model("en-fr").of_transformer()
    _, found = take_tour(translator, sentence)
    assert found["pieces"].question
    assert not found["encoder"].question


def test_options_are_different_and_the_best_is_among_them() -> None:
    assert offer_options("noir", ["Noir", "chien", "chien", "porte", "dort"]) == (("chien", "noir", "porte"), 1)
    assert offer_options("noir", []) is None


@pytest.mark.slow
def test_an_untrained_model_has_stops(translator: Translator) -> None:
    assert take_tour(translator, state.DEFAULT_SENTENCE)[1].keys() == STOPS.keys()


@pytest.mark.parametrize("reads", ["en", "fr"])
def test_ordinary_words_are_english_so_only_a_model_that_reads_english_is_asked_about_them(reads, tmp_path) -> None:
    sentence = "table water house window garden bread"
    folder = save_marian(tmp_path / "marian", pairs=[Pair(sentence, "la maison")], direction=(reads, "de"))
    model = transformer.load(folder)
    assert bool(vector(Tale(model, model.translate(sentence))).question) == (reads == "en")
