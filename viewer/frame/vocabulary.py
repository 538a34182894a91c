"""The pieces of a model's vocabulary, by their ids, which the browser fetches once for all sentences."""

import streamlit as st

from transformer import Translator
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload


@st.cache_resource(show_spinner=False, max_entries=4)
def vocabulary(name: str, _translator: Translator) -> Constants:
    """The fact `pieces` of the model called `name`."""
    return Constants("vocabulary", Payload({"pieces": list(_translator.tokenizer.vocabulary)}).pack())
