"""What visitors teach: each a copy of the model, of which a few are kept at a time."""

import threading
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from transformer import Translator
from transformer.errors import GlassformerError
from transformer.learning import Lesson
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

    def learn(self, visitor: str, plan: Plan) -> Translator:
        """Return the model after a plan's steps; take all of them again if the lesson was evicted.

        Nothing in a step is random, so steps that are taken again give the same weights.

        Raises:
            GlassformerError: if the pair can't be learned, or the model is too large to be copied for a visitor.
        """
        if resources.parameters(plan.model)["total"] > LARGEST_AT_ONCE:
            most = LARGEST_AT_ONCE // 10**6
            raise GlassformerError(f"Only models of up to {most} million parameters can be taught: choose another.")
        with self._lock:
            known, lesson = self._kept.pop(visitor, (plan, None))
            if not plan.steps:
                return resources.load_model(plan.model)
            before = len(lesson.steps) if lesson and known[:-1] == plan[:-1] else plan.steps + 1
            if lesson is None or before > plan.steps:
                while len(self._kept) >= MOST_TAUGHT:
                    self._kept.popitem(last=False)
                lesson = resources.load_model(plan.model).learn(plan.sentence, plan.wanted, plan.steps)
            elif before < plan.steps:
                lesson = lesson.learn(plan.steps - before)
            self._kept[visitor] = plan, lesson
            return lesson.translator

    def has(self, visitor: str) -> bool:
        """Whether a visitor's lesson is kept."""
        return visitor in self._kept


LESSONS = Lessons()


def publish(taught: Translator, plan: Plan) -> str:
    """Keep a taught model among those that visitors trained; returns its name, which nobody can guess.

    Raises:
        GlassformerError: if it can't be written.
    """
    lesson = {**plan._asdict(), "model": Path(plan.model).name}
    card = {name: value for name, value in taught.card.items() if name not in _UNTRUE} | {"taught": lesson}
    parts = (taught.model, taught.tokenizer, taught.source_token_counts, card)
    try:
        return jobs().keep(lambda folder: save_model(folder, *parts))
    except OSError as error:
        raise GlassformerError(f"The taught model can't be kept: {error.strerror or error}.") from error
