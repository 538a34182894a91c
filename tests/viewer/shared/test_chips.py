"""Tokens as chips: what is written on them, what they continue, and which words they make up."""

from hypothesis import given
from hypothesis import strategies as st

from viewer.shared.tokens import END, SPACE_ALONE, START, UNKNOWN, WORD_START, chips, pieces, spelled, words

TOKENS = st.lists(
    st.sampled_from(["▁a", "b", "▁", "'", ".", "▁Le", UNKNOWN, "▁<", "<b>", "</", "é", "▁▁x", "🙂"]), max_size=12
)


def test_a_piece_that_continues_a_word_is_joined_and_the_end_stands_apart() -> None:
    made = chips(["▁J'", "ai", "▁faim", ".", END])
    assert [chip.text for chip in made] == ["J'", "ai", "faim", ".", END]
    assert [chip.joined for chip in made] == [False, True, False, True, False]
    assert [chip.special for chip in made] == [False, False, False, False, True]


def test_a_piece_after_the_start_of_the_sentence_joins_nothing() -> None:
    assert [chip.joined for chip in chips([START, "ne", "▁sais"])] == [False, False, False]


def test_an_unknown_character_belongs_to_the_word_it_stands_in() -> None:
    assert [chip.joined for chip in chips(["▁a", UNKNOWN, "b"])] == [False, True, True]


def test_a_lone_word_start_is_shown_as_a_space() -> None:
    assert chips(["▁", UNKNOWN])[0].text == SPACE_ALONE


@given(TOKENS)
def test_the_mark_of_a_words_start_is_never_shown_and_no_chip_is_empty(tokens: list[str]) -> None:
    for chip in chips(tokens):
        assert chip.text
        assert WORD_START not in chip.text


@given(TOKENS)
def test_every_token_belongs_to_exactly_one_word_but_the_end_to_none(tokens: list[str]) -> None:
    grouped = words([*tokens, END])
    assert [position for members in grouped for position in members] == list(range(len(tokens)))
    shown = chips(tokens)
    for members in grouped:
        assert [shown[position].joined for position in members] == [False] + [True] * (len(members) - 1)


def test_a_word_is_named_without_what_cannot_be_spelled_and_its_pieces_without_signs() -> None:
    tokens = ["▁un", "believ", "ably", ",", "▁", UNKNOWN, "ok", END]
    first, second = words(tokens)
    assert spelled(tokens, first) == "unbelievably,"
    assert spelled(tokens, second) == "ok"
    assert pieces(tokens, "unbelievably,") == ["un", "believ", "ably"]
    assert pieces(tokens, "ok") == ["ok"]
    assert pieces(tokens, "elsewhere") == []
