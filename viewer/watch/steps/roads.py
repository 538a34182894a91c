"""Roads: a decoding, a fork of it, a fork of the fork. The path stands in the address, as `2.945_5.33`."""

from dataclasses import dataclass, replace

from transformer import GlassformerError, Translation
from transformer.decoding.strategies import Strategy
from viewer.app import resources
from viewer.app.budget import within_budget

MAX_FORKS = 12
BEHIND = "_"  # between the forks in the address


@dataclass(frozen=True)
class Fork:
    """Say another token at a step.

    Attributes:
        step: counted from 0. token: its id.
    """

    step: int
    token: int

    def written(self) -> str:
        """As it stands in the address."""
        return f"{self.step}.{self.token}"


@dataclass(frozen=True)
class Journey:
    """The roads taken so far.

    Attributes:
        model: its name, or the path of its folder.
        roads: the first decoding, then one for each fork; without the nodes of a beam, which no road shows.
        forks: that could be followed.
        note: what was left out of the path, in a sentence; empty if nothing was.
    """

    model: str
    roads: tuple[Translation, ...]
    forks: tuple[Fork, ...]
    note: str


def written(forks: tuple[Fork, ...]) -> str:
    """The path as it stands in the address."""
    return BEHIND.join(fork.written() for fork in forks)


def read_forks(path: str | None) -> tuple[Fork, ...]:
    """The path that stands in an address, up to the first thing in it that is no fork."""
    forks: list[Fork] = []
    for part in (path or "").split(BEHIND)[:MAX_FORKS]:
        numbers = part.split(".")
        if len(numbers) != 2 or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in numbers):
            break
        forks.append(Fork(int(numbers[0]), int(numbers[1])))
    return tuple(forks)


@within_budget
def _road(name: str, sentence: str, strategy: Strategy, prefix: str, path: str) -> Translation:
    translator = resources.opened(name)
    forks = read_forks(path)
    if not forks:
        found = translator.decode(sentence, strategy, prefix, record=True)
    else:
        before = _road(name, sentence, strategy, prefix, written(forks[:-1]))
        found = translator.fork(before, forks[-1].step, forks[-1].token)
    return replace(found, search=replace(found.search, nodes=()))


def follow(name: str, sentence: str, strategy: Strategy, prefix: str, forks: tuple[Fork, ...]) -> Journey:
    """Decode, and take every fork of the path that there is.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    roads = [_road(name, sentence, strategy, prefix, "")]
    for count, fork in enumerate(forks, start=1):
        try:
            roads.append(_road(name, sentence, strategy, prefix, written(forks[:count])))
        except GlassformerError as error:
            note = f"The fork at step {fork.step + 1} of this link is not there any more. {error}"
            return Journey(name, tuple(roads), forks[: count - 1], note)
    return Journey(name, tuple(roads), forks, "")
