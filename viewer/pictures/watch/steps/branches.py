"""Branches: a decoding, a fork of it, a fork of that fork. The address has the forks as `2.945_5.33`."""

from dataclasses import dataclass, replace

from transformer import GlassformerError, Translation
from transformer.decoding.strategies import Strategy
from viewer.app.budget import within_budget

MAX_FORKS = 12
BETWEEN = "_"  # the forks in the address


@dataclass(frozen=True)
class Fork:
    """A different token at a step: the step, counted from 0, and the token's id."""

    step: int
    token: int


@dataclass(frozen=True)
class Branches:
    """The branches taken so far.

    Attributes:
        model: its name, or the path of its folder.
        branches: the first decoding, then one for each fork; without a beam's nodes, which no branch shows.
        forks: those that could be followed.
        note: a sentence about forks that were left out; empty if none were.
    """

    model: str
    branches: tuple[Translation, ...]
    forks: tuple[Fork, ...]
    note: str


def to_query(forks: tuple[Fork, ...]) -> str:
    """The forks in the address's form."""
    return BETWEEN.join(f"{fork.step}.{fork.token}" for fork in forks)


def read_forks(query: str | None) -> tuple[Fork, ...]:
    """The forks in an address, up to the first part that is not a fork."""
    forks: list[Fork] = []
    for part in (query or "").split(BETWEEN)[:MAX_FORKS]:
        numbers = part.split(".")
        if len(numbers) != 2 or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in numbers):
            break
        forks.append(Fork(int(numbers[0]), int(numbers[1])))
    return tuple(forks)


@within_budget
def _branch(name: str, sentence: str, strategy: Strategy, prefix: str, forks: tuple[Fork, ...]) -> Translation:
    from viewer.app import resources  # a notebook, which shows branches of its own, needs no Streamlit

    translator = resources.load_any_model(name)
    if not forks:
        found = translator.decode(sentence, strategy, prefix, record=True)
    else:
        before = _branch(name, sentence, strategy, prefix, forks[:-1])
        found = translator.fork(before, forks[-1].step, forks[-1].token)
    return replace(found, search=replace(found.search, nodes=()))


def follow(name: str, sentence: str, strategy: Strategy, prefix: str, forks: tuple[Fork, ...]) -> Branches:
    """Decode, and take every possible fork of the path.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    branches = [_branch(name, sentence, strategy, prefix, ())]
    for count, fork in enumerate(forks, start=1):
        try:
            branches.append(_branch(name, sentence, strategy, prefix, forks[:count]))
        except GlassformerError as error:
            note = f"This link’s choice at step {fork.step + 1} no longer exists. {error}"
            return Branches(name, tuple(branches), forks[: count - 1], note)
    return Branches(name, tuple(branches), forks, "")
