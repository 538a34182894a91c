"""A separate page in a cell's output: it needs no server and no network, and knows nothing about the notebook."""

import gzip
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from transformer.model.attentions import AttentionKind
from viewer.notebook.focus import Extent
from viewer.transport.modules import VIEWER, bundle
from viewer.transport.payload import Payload

_FOLDER = VIEWER / "notebook"
_HEIGHT = 480  # pixels, until the page reports its height


@dataclass(frozen=True)
class Output:
    """A page in a frame.

    Attributes:
        page: HTML. title: of the frame.
        text: what it shows, in words; an untrusted notebook shows only this.
        focus: where it looks first. extents: where it can look, by the kind of attention.
    """

    page: str
    title: str
    text: str
    focus: Mapping[str, Any]
    extents: Mapping[AttentionKind, Extent]

    def opened(self) -> str:
        """The frame's document: the page compressed, because the notebook stores it."""
        packed = b64encode(gzip.compress(self.page.encode(), mtime=0)).decode()
        return (_FOLDER / "frame.html").read_text(encoding="utf-8").replace("⟨packed⟩", packed)

    def html(self, name: str = "") -> str:
        """The text and the frame, as the HTML of a cell's output.

        Args:
            name: by which a widget knows its frames.
        """
        parts = {"title": self.title, "style": f"width: 100%; height: {_HEIGHT}px; border: 0", "srcdoc": self.opened()}
        if name:
            parts["data-glassformer"] = name
        frame = " ".join(f'{part}="{escape(value)}"' for part, value in parts.items())
        return f"<p>{escape(self.text)}</p><iframe {frame}></iframe>"


def component_page(entry: str, payload: Payload) -> str:
    """A page on which a component of the app draws its payload.

    Args:
        entry: the component's module, as in `viewer.transport.component`.
        payload: what the app's page would send it.
    """
    component, output = bundle(VIEWER / entry), bundle(_FOLDER / "output.js")
    page = (_FOLDER / "output.html").read_text(encoding="utf-8")
    parts = {
        "style": f"{component.style}\n{output.style}",
        "html": f'<div class="walk {entry.split("/")[0]}"></div>',
        "component": component.script_into("globalThis.glassformerComponent"),
        "script": output.script,
        "data": b64encode(payload.pack()).decode(),
    }
    for name, text in parts.items():
        page = page.replace(f"⟨{name}⟩", text, 1)
    return page
