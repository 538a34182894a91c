"""The app without a browser, as Streamlit's AppTest runs it."""

from places import ROOT
from serving import PATIENCE
from streamlit.testing.v1 import AppTest


def app_test() -> AppTest:
    """A visitor's app, before its first run."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
