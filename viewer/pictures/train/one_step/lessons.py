"""What visitors teach: each a copy of the model, of which a few are kept at a time."""

import threading
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from transformer import Translator
from transformer.errors import GlassformerError
from transformer.learning import MOST_STEPS, Lesson
from transformer.model.folder import save_model
from viewer.app import resources
from viewer.app.jobs import jobs
from viewer.widgets.head_roles import LARGEST_AT_ONCE

MOST_TAUGHT = 3  # copies of the model that are kept, of the visitors who taught last
_UNTRUE = ("scores", "recipe", "command", "earlier_commands")  # what a card says of the untaught model alone


class Plan(NamedTuple):
    """A lesson as a visitor asks for it: the model's name, the pair, and how many steps were taken."""

    model: str
    sentence: str
    wanted: str
    steps: int


class Lessons:
    """The lessons of one server, by visitor. Any thread can call every method; one lesson learns at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[Plan, Lesson[Translator]]] = OrderedDict()

    def learn(self, visitor: str, plan: Plan) -> Lesson[Translator]:
        """Take the steps of a plan that are still to be taken: all of them, where others took the lesson's place.

        Steps are not random, so those that are taken again give the same weights.

        Raises:
            GlassformerError: if the pair can't be learned.
        """
        with self._lock:
            known, lesson = self._kept.pop(visitor, (plan, None))
            before = len(lesson.steps) if lesson else 0
            if lesson is None or known[:-1] != plan[:-1] or before > plan.steps:
                while len(self._kept) >= MOST_TAUGHT:
                    self._kept.popitem(last=False)
                lesson = resources.load_model(plan.model).learn(plan.sentence, plan.wanted, plan.steps)
            elif before < plan.steps:
                lesson = lesson.learn(plan.steps - before)
            self._kept[visitor] = plan, lesson
            return lesson

    def has(self, visitor: str) -> bool:
        """Whether a visitor's lesson is kept."""
        return visitor in self._kept

    def forget(self, visitor: str) -> None:
        """Forget a visitor's lesson."""
        with self._lock:
            self._kept.pop(visitor, None)


LESSONS = Lessons()


def check_size(name: str) -> None:
    """Refuse a model that is too large to copy for a visitor.

    Raises:
        GlassformerError: for such a model.
    """
    if resources.parameters(name)["total"] > LARGEST_AT_ONCE:
        raise GlassformerError(
            f"Models of up to {LARGEST_AT_ONCE // 10**6} million parameters can be taught here: choose a smaller one."
        )


def within_limit(presses: list[int], asked: int) -> int:
    """How many of the steps that are asked for can still be taken."""
    return max(0, min(asked, MOST_STEPS - sum(presses)))


def publish(lesson: Lesson[Translator], plan: Plan) -> str:
    """Keep a taught model among those that visitors trained; returns its name, which nobody can guess.

    Raises:
        GlassformerError: if it can't be written.
    """
    own = lesson.translator
    taught = {"sentence": plan.sentence, "wanted": plan.wanted, "steps": plan.steps, "from": Path(plan.model).name}
    card = {name: value for name, value in own.card.items() if name not in _UNTRUE} | {"taught": taught}

    def write(folder: Path) -> None:
        save_model(folder, own.model, own.tokenizer, own.source_token_counts, card)

    try:
        return jobs().keep(write)
    except OSError as error:
        raise GlassformerError(f"The taught model can't be kept: {error.strerror or error}.") from error
