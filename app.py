"""Glassformer's app: `streamlit run app.py`. It draws the menu, and runs the record of the page that was asked for."""

from copy import copy

import streamlit as st

from glassformer_start import shadowing

if told := shadowing():  # before anything of ours is imported
    st.text(told)
    st.stop()
    raise SystemExit(told)  # the server, which only imports this file

from pages import PAGES
from transformer.assets import asset
from viewer.app import runner, shell, unconnected
from viewer.app.background import BACKGROUND
from viewer.app.cache_guard import protect_caches
from viewer.pictures.learn.teach import lesson

FRONT = PAGES[0]
ALIASES = ("home", FRONT.address)  # the front page answers to these too; its own path is empty


def main() -> None:
    """Set up the app, offer the way to all pages, and draw one of them."""
    protect_caches()
    st.set_page_config(page_title="Glassformer", page_icon=str(asset("styles", "logo.svg")), layout="wide")
    # Copies, because Streamlit marks the one that is open.
    links = {path: copy(link) for path, link in runner.links_of(PAGES, ALIASES).items()}
    links[FRONT.address], alias = links[""], links[FRONT.address]
    menu: dict[str, list[st.Page]] = {}
    for page in PAGES:
        menu.setdefault(page.group, []).append(links[page.address])
    menu[""] += [links.pop("home"), alias]
    opened = st.navigation(menu, position="top")
    page = next((each for each in PAGES if each.address == opened.url_path), FRONT)
    runner.surround(page, PAGES, links, opened.run, in_bar=lesson.keep)


if __name__ == "__main__":
    shell.in_turn(main)
elif __name__ != "__mp_main__":  # imported once, by the server, and again by its process in the background
    BACKGROUND.begun = True
    app = st.App(__file__, routes=unconnected.routes(("", *ALIASES, *(page.address for page in PAGES[1:]))))
