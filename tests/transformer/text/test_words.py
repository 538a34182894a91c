"""What a word is: of a text, of its tokens, and how it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import PAIRS

from transformer.text.cleaning import clean
from transformer.text.words import cut_into_words, spell_word, text_words, token_words, word_pieces, words

TOKENS = st.lists(st.sampled_from(["▁a", "b", "▁", ".", "<unk>", "<s>", "</s>", "<pad>", "é"]), max_size=12)


def test_words_of_both_languages() -> None:
    assert words("I don't know: she's here, isn't she?") == [
        "I", "do", "n't", "know", ":", "she", "'s", "here", ",", "is", "n't", "she", "?",
    ]  # fmt: skip
    assert words("L'ami qu'il n'a pas vu aujourd'hui : donne-le-moi, grand-père !") == [
        "L'", "ami", "qu'", "il", "n'", "a", "pas", "vu", "aujourd'hui", ":",
        "donne", "-le", "-moi", ",", "grand-père", "!",
    ]  # fmt: skip
    assert words("I can't come at six o'clock at the week-end.")[:3] == ["I", "ca", "n't"]


@pytest.mark.parametrize("text", [*(text for pair in PAIRS[:12] for text in pair), "  don’t\u00a0wait… ", ""])
def test_the_pieces_of_a_word_spell_it(tiny_tokenizer, text: str) -> None:
    cleaned, spans = clean(text), tiny_tokenizer.spans(clean(text))
    found = word_pieces(text, tiny_tokenizer)
    of_words = {piece for pieces in found for piece in pieces}
    assert of_words == {piece for piece, (begin, end) in enumerate(spans) if cleaned[begin:end].strip()}
    for word, pieces in zip(words(cleaned), found, strict=True):
        assert word in cleaned[spans[pieces[0]][0] : spans[pieces[-1]][1]]


def test_a_word_begins_where_its_first_piece_does() -> None:
    assert token_words(["<s>", "▁Les", "▁pomp", "iers", ".", "</s>"]) == [[0], [1], [2, 3, 4], [5]]
    assert token_words(["<s>", "pre", "fix"]) == [[0], [1, 2]]
    assert token_words(["▁a", "<unk>", "b", "</s>", "<pad>", "<pad>"]) == [[0, 1, 2], [3], [4], [5]]
    assert token_words([]) == []


@given(TOKENS)
def test_every_token_stands_in_one_word_and_the_ends_in_none_of_the_text(tokens: list[str]) -> None:
    grouped = token_words(tokens)
    assert [position for word in grouped for position in word] == list(range(len(tokens)))
    ends = {position for position, token in enumerate(tokens) if token in ("<s>", "</s>", "<pad>")}
    assert [word for word in grouped if not ends & set(word)] == text_words(tokens)
    assert all(len(word) == 1 for word in grouped if ends & set(word))


def test_a_word_is_written_without_what_the_vocabulary_cannot_spell() -> None:
    tokens = ["▁un", "believ", "ably", ",", "▁", "<unk>", "ok", "</s>"]
    first, second = text_words(tokens)
    assert spell_word(tokens, first) == "unbelievably,"
    assert spell_word(tokens, second) == "ok"


@pytest.mark.parametrize(
    "text", ["J'ai faim, moi.", "  Don't go: it's late !", "aujourd'hui", "¿«Oui»…", "", " ", "a  b\tc"]
)
def test_a_text_cut_into_words_joins_to_the_text_again(text: str) -> None:
    cut = cut_into_words(text)
    assert "".join(cut) == (text if words(text) else "")
    assert [each.strip() for each in cut] == words(text)
