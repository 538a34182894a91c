"""Where two translations differ first, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.text import special_tokens
from viewer.pictures.watch.translate.divergence import Branch, divergence
from viewer.widgets.tokens import first_difference

END = special_tokens.SPECIAL_TOKENS[special_tokens.END]

MINUS = "\N{MINUS SIGN}"


def branch(*tokens: str, probabilities: tuple[float, ...] | None = None, score: float = -1.0) -> Branch:
    return Branch(tokens, probabilities or (0.5,) * len(tokens), score)


def test_they_part_at_a_word() -> None:
    greedy = branch("▁Un", "▁homme", "▁roule", END, probabilities=(0.9, 0.9, 0.41, 0.9), score=-2.0)
    beam = branch("▁Un", "▁homme", "▁fait", END, probabilities=(0.9, 0.9, 0.38, 0.9), score=-1.5)
    found = divergence(greedy, beam)
    assert found.position == 2
    assert all(each in found.sentence for each in ("word 3", "“roule” (0.41)", "“fait” (0.38)"))
    assert f"higher: {MINUS}1.500 against {MINUS}2.000" in found.verdict


@pytest.mark.parametrize(
    ("greedy", "beam", "named"),
    [
        (("▁Le", "▁chi", "en"), ("▁Le", "▁chi", "ot"), ("word 2", "“en” of “chien” (0.50)", "“ot” of “chiot” (0.50)")),
        (("▁J'", "ai", END), ("▁Je", "▁suis", END), ("“J'” (0.50)", "“Je” (0.50)")),
        (("▁Non", "."), ("▁Non", "!"), ("“.” (0.50)", "“!” (0.50)")),
        (("▁Oui", END), ("▁Oui", "▁oui", END), ("word 2", "ended", "“oui” (0.50)")),
        (("▁Oui",), ("▁Oui", END), ("length limit", "ended")),
    ],
)
def test_the_pieces_at_which_they_part_are_shown_with_their_word(greedy, beam, named) -> None:
    sentence = divergence(branch(*greedy), branch(*beam)).sentence
    assert all(each in sentence for each in named)


def test_the_verdict_admits_when_the_beam_lost() -> None:
    verdict = divergence(branch("▁a", score=-1.0), branch("▁b", score=-1.2)).verdict
    assert f"lower, {MINUS}1.200 against {MINUS}1.000" in verdict
    assert "agree" in divergence(branch("▁a", score=-1.0001), branch("▁b", score=-1.0002)).verdict


TOKENS = st.lists(st.sampled_from(["▁a", "▁b", "c", ".", END]), max_size=6)


@given(TOKENS, TOKENS)
def test_the_parting_is_where_they_first_differ_and_can_always_be_said(one: list[str], other: list[str]) -> None:
    position = first_difference(one, other)
    assert (position is None) == (one == other)
    if position is not None:
        assert one[:position] == other[:position]
        assert one[position : position + 1] != other[position : position + 1]
    found = divergence(branch(*one), branch(*other))
    assert found.position == position
    assert "▁" not in found.sentence
