"""The app without a browser, as Streamlit's AppTest runs it."""

from places import ROOT
from streamlit.testing.v1 import AppTest

PATIENCE = 300  # seconds that a run of a page may take: much, for a machine that is busy with something else


def app_test() -> AppTest:
    """A visitor's app, before its first run."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
