"""Tokens as chips: what is written on them, and what they continue."""

from hypothesis import given
from hypothesis import strategies as st

from transformer import Translator
from transformer.text import special_tokens
from transformer.text.special_tokens import SPECIAL_TOKENS, WORD_START
from transformer.text.words import text_words, token_words
from viewer.widgets.tokens import chips, pieces

START, END, UNKNOWN = (
    SPECIAL_TOKENS[token] for token in (special_tokens.START, special_tokens.END, special_tokens.UNKNOWN)
)
TOKENS = st.lists(
    st.sampled_from(["▁a", "b", "▁", "'", ".", "▁Le", UNKNOWN, "▁<", "<b>", "</", "é", "▁▁x", "🙂"]), max_size=12
)


def test_a_piece_that_continues_a_word_is_joined_and_the_end_stands_apart() -> None:
    made = chips(["▁J'", "ai", "▁faim", ".", END])
    assert [chip.text for chip in made] == ["J'", "ai", "faim", ".", END]
    assert [chip.joined for chip in made] == [False, True, False, True, False]
    assert [chip.special for chip in made] == [False, False, False, False, True]


@given(TOKENS)
def test_the_mark_of_a_words_start_is_never_shown_and_no_chip_is_empty(tokens: list[str]) -> None:
    for chip in chips(tokens):
        assert chip.text
        assert WORD_START not in chip.text


@given(TOKENS)
def test_what_is_joined_on_the_screen_is_a_word(tokens: list[str]) -> None:
    shown = chips([*tokens, END])
    for members in text_words([*tokens, END]):
        assert [shown[position].joined for position in members] == [False] + [True] * (len(members) - 1)
    assert not shown[-1].joined


def test_words_are_what_the_chips_on_the_screen_show(translator: Translator) -> None:
    for sentence in ("The dog doesn't eat 2 breads.", "☃ “snow”—man 😀😀", "<s> </s> <unk>", "zzxqy"):
        trace = translator.trace(sentence)
        for tokens in (trace.source_tokens, trace.target_tokens):
            begun = [position for position, chip in enumerate(chips(tokens)) if not chip.joined]
            assert [word[0] for word in token_words(tokens)] == begun


def test_the_pieces_of_a_word_are_shown_without_signs() -> None:
    tokens = ["▁un", "believ", "ably", ",", "▁", UNKNOWN, "ok", END]
    assert pieces(tokens, "unbelievably,") == ["un", "believ", "ably"]
    assert pieces(tokens, "ok") == ["ok"]
    assert pieces(tokens, "elsewhere") == []
