"""What a teacher prepares: a class that collects answers, and a worksheet to hand out."""

import streamlit as st

from viewer.app import resources, state
from viewer.app.page import Visit
from viewer.pictures.learn.classroom import teacher
from viewer.pictures.learn.classroom.questions import model_path
from viewer.pictures.learn.teach.worksheet import render_page, worksheet
from viewer.widgets.language import ENGLISH


def draw_class(_: Visit) -> None:
    """Draw the class that the teacher holds, or offer to open one."""
    if resources.language_read() != ENGLISH:
        st.info("The lesson is for a model that translates English into French: choose one above.")
    teacher.panel()


def draw_worksheet(_: Visit) -> None:
    """Offer a worksheet and its key to print, about a sentence of the open class, an example, or any other."""
    code, lesson = teacher.current_lesson() or ("", None)
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
                f"Download the {name}",
                render_page(made, key),
                f"glassformer-{name}.html",
                "text/html",
                on_click="ignore",
            )
