"""What a page says when something went wrong."""

import streamlit as st

from viewer.widgets.plain import plain


def problem(message: str) -> None:
    """Something the visitor can fix, in a calm box."""
    st.warning(plain(message), icon=":material/folder_off:")
