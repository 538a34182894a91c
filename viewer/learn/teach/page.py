"""For teachers: a class that collects answers, lessons with links to each part, what to prepare and to hand out."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell, state
from viewer.learn.classroom import teacher
from viewer.learn.classroom.questions import model_path
from viewer.learn.teach.plan import payload
from viewer.learn.teach.worksheet import printed, worksheet
from viewer.widgets.component import component
from viewer.widgets.language import ENGLISH

STORY = (
    "For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90 or 45 "
    "minutes, a class that sends you its answers, and a worksheet."
)


def show() -> None:
    """Draw the page."""
    shell.head("Teach with it", STORY)
    if resources.language_read() != ENGLISH:
        st.info("The lesson is for a model that translates English into French: choose one above.")
    teacher.panel()
    component("learn/teach/teach.js")(data=payload(shell.titles()).packed(), key="teach")
    try:
        with st.container(key="teacher_worksheet"):
            _worksheet()
    except GlassformerError as error:
        shell.problem(str(error))


def _worksheet() -> None:
    """A worksheet and its key to print, about a sentence of the class that is open, of the examples, or any other."""
    code, lesson = teacher.taught() or ("", None)
    st.subheader("Worksheet", anchor=False)
    st.markdown(
        "One page of A4: an attention matrix to shade, a softmax by hand, neighbours, and a guess. The key has the "
        "model’s own numbers. Open the file, and print it."
    )
    sentence = st.selectbox(
        "About this sentence, or one that you type",
        lesson.sentences if lesson else resources.examples(),
        accept_new_options=True,
        key=f"worksheet_sentence_{code}",
    )
    made = worksheet(model_path(lesson.model) if lesson else resources.model_name(), sentence[: state.MAX_TYPED])
    with st.container(horizontal=True, key="worksheet_files"):
        for name, key in (("worksheet", False), ("key", True)):
            st.download_button(
                f"Download the {name}", printed(made, key), f"glassformer-{name}.html", "text/html", on_click="ignore"
            )


show()
