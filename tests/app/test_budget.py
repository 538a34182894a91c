"""One budget for what is kept: never exceeded, the least recently used goes first, computed once at a time."""

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer import GlassformerError
from viewer.app import budget as module
from viewer.app.budget import MEGABYTE, VARIABLE, Budget, budget, within_budget

ROUND = 1000 + sys.getsizeof(b"")  # what `kept` takes


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(module, "_budget", None)
    return


def kept(held: Budget, key: str, size: int = 1000) -> bool:
    """Ask for a value of so many bytes; whether it was there."""
    asked = []
    held.get(key, lambda: asked.append(key) or b"." * size)
    return not asked


def test_what_was_used_longest_ago_goes_first() -> None:
    held = Budget(3 * ROUND)
    assert [kept(held, key) for key in "abc"] == [False] * 3
    assert kept(held, "a")
    assert not kept(held, "d")  # and b has gone
    assert [kept(held, key) for key in "acd"] == [True] * 3
    assert not kept(held, "b")


def test_what_is_larger_than_all_the_room_pushes_nothing_out() -> None:
    held = Budget(3 * ROUND)
    assert not kept(held, "small")
    assert not kept(held, "large", 10_000)
    assert not kept(held, "large", 10_000)
    assert kept(held, "small")


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 5000)), max_size=40), st.integers(0, 9000))
def test_the_limit_is_never_exceeded(asked: list[tuple[str, int]], limit: int) -> None:
    held = Budget(limit)
    for key, size in asked:
        assert len(held.get((key, size), lambda size=size: b"." * size)) == size
        assert held.total <= limit
        assert held.total == sum(each.size for each in held._kept.values())
    assert held._turns == {}


def test_what_has_grown_is_measured_again() -> None:
    held = Budget(3 * ROUND)
    with held.settling():
        growing: list[bytes] = held.get("growing", list)
        kept(held, "other")
        before = held.total
        growing.append(b"." * 1500)
        assert held.total == before
    assert held.total > before + 1500
    with held.settling():
        held.get("growing", list).append(b"." * 9000)
    assert not held.get("growing", list)  # it has become larger than all the room
    assert kept(held, "other")


def test_one_computes_what_several_want() -> None:
    held, computed = Budget(MEGABYTE), []
    together = threading.Barrier(8)

    def compute() -> str:
        computed.append(threading.current_thread())
        return "value"

    def ask(_: int) -> str:
        together.wait()
        return held.get("key", compute)

    with ThreadPoolExecutor(8) as several:
        assert set(several.map(ask, range(8))) == {"value"}
    assert len(computed) == 1


def test_different_values_are_computed_side_by_side() -> None:
    held, together = Budget(MEGABYTE), threading.Barrier(2, timeout=30)
    with ThreadPoolExecutor(2) as several:
        for key in "ab":
            several.submit(held.get, key, together.wait)
    assert len(held) == 2  # neither has waited for the other


def test_an_error_is_not_kept() -> None:
    held = Budget(MEGABYTE)

    def fail() -> None:
        raise GlassformerError("not now")

    with pytest.raises(GlassformerError):
        held.get("key", fail)
    assert held.get("key", lambda: 3) == 3
    assert held._turns == {}


@pytest.mark.usefixtures("fresh")
def test_a_function_is_computed_once_for_the_same_arguments() -> None:
    computed = []

    @within_budget
    def joined(first: str, second: str = "b", *, _follows: object = None) -> str:
        computed.append((first, second))
        return first + second

    assert [joined("a"), joined("a", "b"), joined(first="a", _follows=[1]), joined("a", "c")] == [
        "ab",
        "ab",
        "ab",
        "ac",
    ]
    assert computed == [("a", "b"), ("a", "c")]
    assert joined.__name__ == "joined"


@pytest.mark.usefixtures("fresh")
def test_two_functions_of_the_same_arguments_are_two() -> None:
    @within_budget
    def upper(text: str) -> str:
        return text.upper()

    @within_budget
    def lower(text: str) -> str:
        return text.lower()

    assert (upper("Text"), lower("Text")) == ("TEXT", "text")


@pytest.mark.usefixtures("fresh")
def test_the_environment_says_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert module._megabytes() == 300
    monkeypatch.setenv(VARIABLE, "12")
    assert budget().limit == 12 * MEGABYTE
    assert budget() is budget()


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("written", ["much", "-3", "1.5", "٣", "300 MB"])
def test_what_is_no_number_is_told(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv(VARIABLE, written)
    with pytest.raises(GlassformerError, match=f"{VARIABLE} must be a whole number of megabytes"):
        budget()
