"""The app without a browser, as Streamlit's AppTest runs it."""

import re
from typing import Any

from places import ROOT
from serving import PATIENCE
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from viewer.transport.payload import unpack


def app_test(page: str = "translate", **address: str) -> AppTest:
    """A visitor's app, before its first run: a link to a page."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    for name, value in address.items():
        app.query_params[name] = value
    return app if page == "translate" else _at(app, page)


def go_to(app: AppTest, page: str) -> AppTest:
    """The visitor follows a link to another page."""
    return _at(app, page).run()


def _at(app: AppTest, page: str) -> AppTest:
    """The app before it runs at another page; `switch_page` knows only pages that are files."""
    app._page_hash = calc_hash(page)
    return app


def open_page(page: str = "translate", **address: str) -> AppTest:
    """The app after a link to a page was followed, which may not fail."""
    app = app_test(page, **address).run()
    assert not app.exception
    return app


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
    return [dict(unpack(each).facts) for each in packed if each]
