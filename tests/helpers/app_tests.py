"""The app without a browser, as Streamlit's AppTest runs it."""

import re
from functools import cache
from typing import Any

from places import ROOT
from serving import PATIENCE
from streamlit.testing.v1 import AppTest

from viewer.app.pages import page_file
from viewer.widgets.payload import unpacked


def app_test(page: str = "translate", **address: str) -> AppTest:
    """A visitor's app, before its first run: a link to a page."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    for name, value in address.items():
        app.query_params[name] = value
    if page == "translate":
        return app
    app._registered_pages = registered_pages()
    return app.switch_page(str(page_file(page)))


@cache
def registered_pages() -> Any:
    """The app's pages: an AppTest knows them after its first run, and all their files have one name."""
    return app_test().run()._registered_pages


def open_page(page: str = "translate", **address: str) -> AppTest:
    """The app after a link to a page was followed."""
    return app_test(page, **address).run()


def plain_text(markdown: str) -> str:
    """What `plain` and `as_is` of viewer/widgets/plain.py were given."""
    return re.sub(r':color\[((?:\\.|[^\]])*)\]\{background="transparent"\}', r"\1", markdown).replace("\\", "")


def problems(app: AppTest) -> list[str]:
    """What the page warns of, unescaped; it may not fail."""
    assert not app.exception
    return [plain_text(each.value) for each in app.warning]


def facts(app: AppTest) -> list[dict[str, Any]]:
    """The facts of all payloads that the page has sent, in their order."""
    protos = [each.proto for each in app.get("bidi_component")]
    packed = [each.bytes or (each.mixed.arrow_blobs[0] if each.mixed.arrow_blobs else b"") for each in protos]
    return [dict(unpacked(each).facts) for each in packed if each]
