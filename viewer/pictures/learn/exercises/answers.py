"""What a visitor answered to each exercise of each sentence, and how it is judged."""

import hashlib
from dataclasses import dataclass
from typing import Any

import streamlit as st

from transformer.text.line_breaks import put_on_one_line
from viewer.pictures.learn.exercises.exercise import LONGEST, Exercise, format_number, numbers_in


@dataclass(frozen=True)
class Answer:
    """An exercise with the visitor's answer.

    Attributes:
        field: the key of its field; the session keeps the answer under other keys, since Streamlit forgets a field's
            value when it is not drawn.
        written: by the visitor; empty before that.
        given_up: whether the visitor asked for the model's answer.
    """

    exercise: Exercise
    field: str
    written: str
    given_up: bool

    @classmethod
    def from_session(cls, exercise: Exercise, model: str, sentence: str) -> "Answer":
        """What the visitor's session holds of an exercise."""
        about = hashlib.sha256(f"{model}\n{sentence}".encode()).hexdigest()[:16]
        key = f"answer_{exercise.slug}_{about}"
        kept = st.session_state
        return cls(exercise, key, str(kept.get(f"{key}_written", "")), bool(kept.get(f"{key}_shown")))

    def take(self) -> None:
        """Keep what is in the field, or which of the chips was tapped."""
        written: Any = st.session_state.get(self.field) or ""
        if self.exercise.shares:
            written = next((each for each in self.exercise.options if each == written.chosen), "")
        st.session_state[f"{self.field}_written"] = (
            written if self.exercise.options else put_on_one_line(written)[:LONGEST]
        )

    def give_up(self) -> None:
        """Show the answer from now on."""
        st.session_state[f"{self.field}_shown"] = "yes"

    @property
    def right(self) -> bool:
        """Whether the answer is right, given before the model's was shown."""
        return not self.given_up and self.exercise.accepts(self.written)

    @property
    def is_settled(self) -> bool:
        """Whether the model's answer is shown: after a choice, a right number, or on demand."""
        return self.given_up or self.right or bool(self.exercise.options and self.written)

    @property
    def verdict(self) -> str:
        """What comes before the explanation, which gives the answer."""
        if self.right:
            return "Right."
        return "" if self.given_up else f"Not “{self.written}”."

    @property
    def complaint(self) -> str:
        """Why a number is not right yet."""
        if not numbers_in(self.written):
            return "That isn’t a number. Write for example 0.31, −2 or 3/8."
        return "Not yet. Try again, or look at the hint."

    @property
    def field_label(self) -> str:
        """How near a number has to come."""
        tolerance = self.exercise.tolerance
        return (
            f"Your answer, to within {format_number(float(f'{tolerance:.1g}'))}"
            if tolerance
            else "Your answer, exactly"
        )
