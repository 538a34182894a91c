"""The three grades of exercises."""

from collections.abc import Callable
from dataclasses import dataclass

from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.pictures.learn.exercises import engineers, first_look, pencil
from viewer.pictures.learn.exercises.exercise import Exercise
from viewer.pictures.learn.worked_example import WorkedExample

GRADE = "grade"  # in the address
KEPT_GRADE = "exercise_grade"  # in the session's state, because the address loses it on another page


@dataclass(frozen=True)
class Grade:
    """One degree of difficulty.

    Attributes:
        title: on the page and in an address. story: what one needs for it.
        makers: of its exercises, in their order.
    """

    title: str
    story: str
    makers: tuple[Callable[[WorkedExample], Exercise], ...]


GRADES = (
    Grade("First look", "No arithmetic: think, choose, and compare with the model.", first_look.MAKERS),
    Grade("With a pencil", "A pocket calculator is enough; the model gives you the numbers.", pencil.MAKERS),
    Grade("For engineers", "Size, memory and cost of the model in front of you.", engineers.MAKERS),
)


def grade_called(title: object) -> Grade:
    """The grade with this name; the first for any other text."""
    return next((each for each in GRADES if each.title == title), GRADES[0])


@within_budget
def exercises(name: str, sentence: str, grade: str) -> tuple[Exercise, ...]:
    """A grade's exercises for a sentence; none without one.

    Args:
        name: of the model. sentence: as it was typed. grade: its title.

    Raises:
        GlassformerError: if the model cannot be read.
    """
    if resources.read(name, sentence).empty:
        return ()
    example = WorkedExample(resources.load_model(name), resources.beam_search(name, sentence))
    return tuple(make(example) for make in grade_called(grade).makers)
