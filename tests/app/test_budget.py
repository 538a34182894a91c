"""One budget for what is kept: computed once for everyone, and measured again when it has grown."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from transformer import GlassformerError
from viewer.app import budget
from viewer.app.budget import KEPT, VARIABLE, megabytes, once_a_run, settling, within_budget


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    budget.clear()
    yield
    budget.clear()


def test_one_computes_what_several_want_under_the_same_arguments_and_an_error_is_not_kept() -> None:
    computed, together = [], threading.Barrier(8)
    troubles = [GlassformerError("not now")]

    @within_budget
    def joined(first: str, second: str = "b", *, _follows: object = None) -> str:
        if troubles:
            raise troubles.pop()
        computed.append((first, second))
        return first + second

    with pytest.raises(GlassformerError):
        joined("a")

    def ask(_: int) -> str:
        together.wait()
        return joined("a")

    with ThreadPoolExecutor(8) as several:
        assert set(several.map(ask, range(8))) == {"ab"}
    assert [joined("a", "b"), joined(first="a", _follows=[1]), joined("a", "c")] == ["ab", "ab", "ac"]
    assert computed == [("a", "b"), ("a", "c")]
    assert joined.__name__ == "joined"


def test_what_has_grown_is_measured_again_at_the_end_of_a_run() -> None:
    @within_budget
    def growing() -> list[bytes]:
        return []

    with settling():
        growing().append(b"." * 1_000_000)
        assert KEPT.currsize < 1_000_000
    assert KEPT.currsize > 1_000_000
    with settling():
        growing().append(b"." * int(KEPT.maxsize))
    assert KEPT.currsize == 0  # larger than all the room there is
    assert growing() == []


def test_what_is_known_for_a_run_is_looked_up_again_in_the_next() -> None:
    looked = []
    known = once_a_run(lambda: len(looked) or looked.append(1))
    for _ in range(2):
        looked.clear()
        with settling():
            known()
            assert known() is None
        assert known() == 1


def test_the_environment_says_how_much_in_a_number_alone() -> None:
    assert [megabytes(written) for written in ("", " 12 ", "0")] == [96, 12, 0]
    for written in ("much", "-3", "1.5", "٣"):
        with pytest.raises(GlassformerError, match=f"{VARIABLE} must be a whole number of megabytes"):
            megabytes(written)


def test_freed_memory_is_returned_once_a_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([budget.GROWTH + 1, 5, 5 + budget.GROWTH, 6 + budget.GROWTH, 7])
    returned: list[int] = []
    monkeypatch.setattr(budget, "_held", 0)
    monkeypatch.setattr(budget, "resident_memory", lambda: next(sizes))
    monkeypatch.setattr(budget, "return_freed_memory", lambda: returned.append(1))
    for expected in (1, 1, 2):
        with budget.settling():
            pass
        assert len(returned) == expected
