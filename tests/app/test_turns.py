"""Turns: one at a time in the order of coming, a long one is overtaken, and a place is always given back."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

import pytest

from viewer.app.turns import NoTurn, Turns

AGES = 60.0  # seconds; longer than any test
MOMENT = 0.02


@contextmanager
def taken(turns: Turns) -> Iterator[None]:
    """Somebody else is at it meanwhile."""
    begun, over = Event(), Event()

    def be_at_it() -> None:
        with turns.turn():
            begun.set()
            over.wait(AGES)

    thread = Thread(target=be_at_it)
    thread.start()
    assert begun.wait(AGES)
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_who_comes_while_another_is_at_it_waits_and_is_told_of_the_others() -> None:
    turns, told = Turns(long=AGES), []
    with taken(turns), pytest.raises(NoTurn), turns.turn(told.append, word=MOMENT, patience=2 * MOMENT):
        pytest.fail("there was no turn")
    assert told == [1]
    with turns.turn(told.append, word=0.0):
        assert told == [1]


def test_turns_come_in_the_order_of_asking() -> None:
    turns, order = Turns(long=AGES), []

    def ask(number: int, asked: Event) -> None:
        with turns.turn(lambda ahead: asked.set(), word=0.0):
            order.append(number)

    threads = []
    with taken(turns):
        for number in range(5):
            asked = Event()
            threads.append(Thread(target=ask, args=(number, asked)))
            threads[-1].start()
            assert asked.wait(AGES)
            assert order == []
    for thread in threads:
        thread.join(AGES)
    assert order == [0, 1, 2, 3, 4]


def test_a_place_is_given_back_when_a_run_is_broken_off() -> None:
    turns = Turns(long=AGES)
    with pytest.raises(KeyError), turns.turn():
        raise KeyError
    with taken(turns), pytest.raises(KeyError), turns.turn(lambda ahead: {}[ahead], word=0.0):
        pytest.fail("who gives up has no turn")
    with turns.turn(patience=0.0):
        pass


def test_a_long_run_is_overtaken_but_only_by_so_many() -> None:
    turns = Turns(long=0.0, most=2)
    with ExitStack() as stack:
        stack.enter_context(taken(turns))
        stack.enter_context(taken(turns))
        with pytest.raises(NoTurn), turns.turn(patience=MOMENT):
            pytest.fail("two are at it already")
    with turns.turn(patience=0.0):
        pass


def test_only_so_many_may_wait() -> None:
    turns, asked = Turns(long=AGES, queue=1), Event()

    def wait() -> None:
        with turns.turn(lambda ahead: asked.set(), word=0.0):
            pass

    waiting = Thread(target=wait)
    with taken(turns):
        waiting.start()
        assert asked.wait(AGES)
        with pytest.raises(NoTurn), turns.turn():
            pytest.fail("there was no room to wait")
    waiting.join(AGES)
    with turns.turn(patience=0.0):
        pass
