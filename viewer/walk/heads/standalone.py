"""The page that keeps all heads of one sentence in a file of its own, without server and network."""

from functools import cache

from viewer.widgets.modules import VIEWER, bundle


@cache
def standalone_page() -> str:
    """The page into which the browser puts the weights to be kept as one file; `⟨data⟩` marks their place."""
    folder = VIEWER / "walk" / "heads"
    joined_modules = bundle(folder / "standalone.js")
    page = (folder / "standalone.html").read_text(encoding="utf-8")
    return page.replace("⟨style⟩", joined_modules.style).replace("⟨script⟩", joined_modules.script)
