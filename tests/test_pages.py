"""The records in `pages/`: one for each address, and the only place that says what a page is called."""

import sys
from collections.abc import Iterator
from functools import partial

import pytest
import streamlit as st
from places import ROOT
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import RerunData
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.element_tree import Block

from pages import PAGES
from viewer.app import runner
from viewer.transport.modules import VIEWER

FILES = {path.stem: path for path in (ROOT / "pages").glob("*.py") if path.stem != "__init__"}
ALIAS = "home"  # of the front page


def test_every_file_is_a_page_named_after_its_address_and_groups_stand_together() -> None:
    assert {page.address for page in PAGES} == FILES.keys() - {ALIAS}
    groups = [page.group for page in PAGES]
    assert groups == sorted(groups, key=groups.index)
    for page in PAGES:
        assert all((VIEWER / "pictures" / part.module).is_file() for part in page.pictures if hasattr(part, "module"))
    for path in FILES.values():  # Streamlit may run it alone
        assert path.read_text(encoding="utf-8").endswith('\nif __name__ == "__main__":\n    run_app()\n')


@pytest.mark.parametrize("address", [ALIAS, PAGES[0].address, PAGES[-1].address])
def test_a_link_that_a_fresh_process_gets_first_opens_its_page(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Streamlit then takes the app for one of several files, and looks for the one of that name in `pages/`."""
    monkeypatch.setattr(PagesManager, "uses_pages_directory", True)
    monkeypatch.setattr(local_script_runner, "RerunData", partial(RerunData, page_name=address))
    monkeypatch.setattr(runner, "surround", lambda page, *_, **__: st.text(page.address))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run()
    assert not app.exception
    assert [each.value for each in app.text] == [PAGES[0].address if address == ALIAS else address]


def draw_one_deep() -> None:
    import streamlit as st

    from pages import PAGES
    from viewer.app.page import PROVE, InApp, Page
    from viewer.app.runner import draw_page

    part = InApp(lambda _: st.text("deep"), depth=PROVE, row="top", key="row")
    draw_page(Page(address="deep", title="Deep", story="", about_sentence=False, parts=(part,)), PAGES)


def test_what_style_sheets_know_is_within_its_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # AppTest leaves its script there

    def containers_of(block: Block, around: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
        for child in block.children.values():
            if isinstance(child, Block):
                yield from containers_of(child, (*around, child.proto.id.split("-")[-1]))
            elif child.type == "text":
                yield around

    drawn = AppTest.from_function(draw_one_deep).run(timeout=30).main
    assert list(containers_of(drawn)) == [("from_prove_deep_1", "row")]
