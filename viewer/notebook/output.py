"""A separate page in a cell's output: it needs no server and no network, and knows nothing about the notebook."""

import gzip
from base64 import b64encode
from html import escape

from viewer.widgets.modules import VIEWER, bundle
from viewer.widgets.payload import Payload

_FOLDER = VIEWER / "notebook"
_HEIGHT = 480  # pixels, until the page reports its height


def component_page(entry: str, payload: Payload) -> str:
    """A page on which a component of the app draws its payload.

    Args:
        entry: the component's module, as in `viewer.widgets.component`.
        payload: what the app's page would send it.
    """
    component, output = bundle(VIEWER / entry), bundle(_FOLDER / "output.js")
    page = (_FOLDER / "output.html").read_text(encoding="utf-8")
    parts = {
        "style": f"{component.style}\n{output.style}",
        "html": f'<div class="walk {entry.split("/")[0]}"></div>',
        "component": component.script_into("globalThis.glassformerComponent"),
        "script": output.script,
        "data": b64encode(payload.packed()).decode(),
    }
    for name, text in parts.items():
        page = page.replace(f"⟨{name}⟩", text, 1)
    return page


def framed(page: str, title: str, text: str) -> str:
    """A page as the HTML of a cell's output, compressed, because the notebook stores it.

    Args:
        title: of the frame. text: above it; an untrusted notebook shows only this.
    """
    packed = b64encode(gzip.compress(page.encode(), mtime=0)).decode()
    opened = (_FOLDER / "frame.html").read_text(encoding="utf-8").replace("⟨packed⟩", packed)
    style = f"width: 100%; height: {_HEIGHT}px; border: 0"
    return f'<p>{escape(text)}</p><iframe title="{escape(title)}" style="{style}" srcdoc="{escape(opened)}"></iframe>'
