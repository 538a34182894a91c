"""The page that keeps all heads of one sentence in a file of its own, without server and network."""

from functools import cache

from viewer.transport.constants import Constants
from viewer.transport.modules import VIEWER, bundle
from viewer.transport.payload import Payload


@cache
def standalone_page() -> str:
    """The page into which the browser puts the weights to be kept as one file; `⟨data⟩` marks their place."""
    folder = VIEWER / "pictures" / "walk" / "heads" / "standalone"
    joined_modules = bundle(folder / "standalone.js")
    page = (folder / "standalone.html").read_text(encoding="utf-8")
    return page.replace("⟨style⟩", joined_modules.style).replace("⟨script⟩", joined_modules.script)


@cache
def standalone_constants() -> Constants:
    """The same page under an address, as the fact `standalone`: it is as large as a sentence's numbers."""
    return Constants("standalone", Payload({"standalone": standalone_page()}).pack())
