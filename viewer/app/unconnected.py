"""What a page says until it is drawn, and if its connection to the server doesn't come about, as behind a filter that
blocks WebSockets.

Everything that a page draws comes over that connection, so this has to be in the empty page that Streamlit serves. It
needs no script: a style sheet shows it when Streamlit has tried for six seconds.
"""

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from transformer import GlassformerError

SITE_VARIABLE = "GLASSFORMER_SITE"  # the address of the pages as files, which need no connection
_TOLD = """
<style>
#unconnected {
  position: fixed; inset: 4rem 1rem auto; z-index: 1000000; box-sizing: border-box; max-width: 36rem;
  margin: 0 auto; padding: 0.8rem 1.1rem; visibility: hidden; color-scheme: light dark;
  font: 1rem/1.5 sans-serif; color: CanvasText; background: Canvas; border: 1px solid; border-radius: 10px;
}
body:has([data-test-connection-state]:not([data-test-connection-state=CONNECTED])) #unconnected {
  animation: told 0s 6s forwards !important; /* less motion is no reason to say less */
}
#arriving {
  position: fixed; inset: 30vh 0 auto; text-align: center; pointer-events: none; color: #777;
  font: 1.1rem/1.6 sans-serif;
}
#arriving b { display: block; font: 600 2rem/1.4 serif; }
body:has(.st-key-page_sheet) #unconnected, .sheet-open #arriving,
body:has(.st-key-page_sheet :is(.stAlert, .stException)) #arriving { display: none; }
body:has(.st-key-page_sheet h1) #arriving { animation: gone 0s 4s forwards !important; } /* seen after 5 s */
@keyframes told { to { visibility: visible; } }
@keyframes gone { to { visibility: hidden; } }
</style>
<div id="arriving" role="status"><b>Glassformer</b>A Transformer made of glass is loading …</div>
<div id="unconnected" role="alert">This page isn’t connected to its server yet. Your network may block WebSockets, as
some school filters do: ask for them to be allowed at this address, or try another network.⟨site⟩</div>
"""


def routes(addresses: Iterable[str]) -> list[Route]:
    """Streamlit's empty page at these addresses, with the sentence in it."""
    empty = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    page = empty.replace("</body>", f"{notice(os.environ.get(SITE_VARIABLE, ''))}</body>")

    async def answer(request: Request) -> HTMLResponse:
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    return [Route(f"/{address}", answer) for address in addresses]


def notice(site: str) -> str:
    """The sentence, with a link to the pages as files if they are anywhere.

    Raises:
        GlassformerError: if `site` is no address.
    """
    site = site.strip()
    if site and not site.startswith(("http://", "https://")):
        raise GlassformerError(
            f"{SITE_VARIABLE}: “{site}” is no address: write for example https://example.org/glass/."
        )
    link = f' Most pages are also at <a href="{escape(site)}">{escape(site)}</a>, where they need none.' if site else ""
    return _TOLD.replace("⟨site⟩", link)
