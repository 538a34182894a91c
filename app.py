"""Glassformer's shell: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

from viewer.app import shell
from viewer.app.pinned import panel
from viewer.app.budget import budget
from viewer.app.cache_guard import protect_caches
from viewer.walk.chapters import CHAPTERS

_ROOT = Path(__file__).resolve().parent
_LOGO = str(_ROOT / "assets" / "styles" / "logo.svg")
HOME = ("", "home", "translate")  # the default page's path is empty
WATCH = ("steps", "search", "alignment")
BEFORE = ("bottleneck", "looking_back", "one_after_another")
WHAT_IF = ("laboratory", "head_ablation", "why", "patching")
# Pages on which something can be pinned, and seen beside what they show.
PINNABLE = (*HOME, *(each.slug for each in CHAPTERS), *WATCH, *WHAT_IF)


def main() -> None:
    """Set up the page, offer the way to the others, and run the one that was asked for."""
    protect_caches()
    st.set_page_config(page_title="Glassformer", page_icon=_LOGO, layout="wide")
    translate = _ROOT / "pages" / "translate.py"
    pages = {
        "": [
            st.Page(translate, title="Translate", url_path="", default=True),
            # The home page answers to its own names too.
            st.Page(translate, title="Translate", url_path="home", visibility="hidden"),
            st.Page(translate, title="Translate", url_path="translate", visibility="hidden"),
            st.Page(_ROOT / "pages" / "start.py", title="Start here", url_path="start"),
            st.Page(_ROOT / "pages" / "exercises.py", title="Exercises", url_path="exercises"),
        ],
        "Walk through": [st.Page(each.page, title=each.title, url_path=each.slug) for each in CHAPTERS],
        "Watch it decode": [
            st.Page(_ROOT / "pages" / "steps.py", title="Token by token", url_path="steps"),
            st.Page(_ROOT / "pages" / "search.py", title="Greedy and beam", url_path="search"),
            st.Page(_ROOT / "pages" / "alignment.py", title="Alignment", url_path="alignment"),
        ],
        "Before the Transformer": [
            st.Page(_ROOT / "pages" / "bottleneck.py", title="The bottleneck", url_path="bottleneck"),
            st.Page(_ROOT / "pages" / "looking_back.py", title="Looking back", url_path="looking_back"),
            st.Page(_ROOT / "pages" / "one_after_another.py", title="One after another", url_path="one_after_another"),
            st.Page(_ROOT / "pages" / "word_vectors.py", title="Word vectors", url_path="word_vectors"),
        ],
        "What if": [
            st.Page(_ROOT / "pages" / "laboratory.py", title="Laboratory", url_path="laboratory"),
            st.Page(_ROOT / "pages" / "head_ablation.py", title="Without a head", url_path="head_ablation"),
            st.Page(_ROOT / "pages" / "why.py", title="Why this word", url_path="why"),
            st.Page(_ROOT / "pages" / "patching.py", title="Patching", url_path="patching"),
        ],
        "Train": [
            st.Page(_ROOT / "pages" / "training.py", title="Training", url_path="training"),
            st.Page(_ROOT / "pages" / "learning.py", title="Learning and cost", url_path="learning"),
        ],
        "The model": [st.Page(_ROOT / "pages" / "model_card.py", title="Model card", url_path="model_card")],
        "Teach": [
            st.Page(_ROOT / "pages" / "teach.py", title="Teach with it", url_path="teach"),
            st.Page(_ROOT / "pages" / "glossary.py", title="Glossary", url_path="glossary"),
        ],
    }
    page = st.navigation(pages, position="top")
    shell.styles()
    with budget().settling(), shell.sheet():
        with shell.bar():
            shell.tools(HOME[-1] if page.url_path in HOME else page.url_path, _titles(pages))
            shell.ask_for_model()
        shell.open_with_example(page.url_path)
        if page.url_path in HOME:
            shell.ask_for_sentence((3, 1), home=True)
        elif page.url_path in ("exercises", *(each.slug for each in CHAPTERS), *WATCH, *BEFORE, *WHAT_IF):
            shell.ask_for_sentence((6, 1))
        beside = panel.offer() if page.url_path in PINNABLE else None
        if page.url_path not in HOME:
            shell.keep_typed()
        shell.remember_settings()
        with shell.running():
            page.run()
        shell.remember_settings()
        if beside is not None:
            panel.draw(beside)


def _titles(pages: dict[str, list[st.Page]]) -> dict[str, str]:
    """The titles of the menu's pages by their addresses, in its order."""
    shown = [page for group in pages.values() for page in group if page.visibility == "visible"]
    return {page.url_path or HOME[-1]: page.title for page in shown}


if __name__ == "__main__":
    shell.in_turn(main)
