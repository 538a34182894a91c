"""A page that was opened from a lesson's plan: the way back, and to the next part."""

import streamlit as st

from viewer.pictures.learn.teach.plan import LESSON, PLANS, on_projector, part_at
from viewer.transport.component import component


def keep(page: str) -> None:
    """Draw the way back to the plan, if this visit came from one; the page with the plan ends it.

    Args:
        page: the address of the one that is drawn.
    """
    written = st.query_params.get(LESSON, st.session_state.get(LESSON, ""))
    found = None if page == "teach" else part_at(written)
    if found is None:
        st.session_state.pop(LESSON, None)
        return
    st.session_state[LESSON] = written
    plan, at = found
    component("pictures/learn/teach/lesson.js", '<div class="walk lesson-part"></div>')(
        data={
            "plan": f"teach?plan={plan}",
            "said": f"Part {at + 1} of {len(PLANS[plan])}",
            "before": on_projector(plan, at - 1),
            "after": on_projector(plan, at + 1),
        },
        key="lesson_part",
        width="content",
    )
