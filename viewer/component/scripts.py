"""A component's script, as a file at an address instead of within every message.

Streamlit sends a component's script along whenever the component's data change: with every sentence, up to 190 kB. So
what it is told is a line that fetches the script, and the browser fetches that once for all sentences.
"""

import atexit
import hashlib
from functools import cache
from pathlib import Path

from streamlit.components.v1 import declare_component

from transformer.workspace import Workspace

_ROUTE = "scripts"
# A blob has no address of its own: a module in it asks for others by whole addresses.
_FETCH = """const { default: draw } = await import(new URL("%s", document.baseURI).href);
export default draw;
"""


def fetched(name: str, script: str) -> str:
    """A script of two lines that does what `script` does; the script itself where no file can be written.

    Args:
        name: of the component. script: a module with a default export, and without imports.
    """
    # Another script under the same name, as after an update, is another file: no browser takes the one for the other.
    file = f"{name}-{hashlib.sha256(script.encode()).hexdigest()[:16]}.js"
    try:
        (_folder() / file).write_text(script, encoding="utf-8")
    except OSError:
        return script
    return _FETCH % f"component/{__name__}.{_ROUTE}/{file}"


@cache
def _folder() -> Path:
    """Where the scripts of this process are, and what the server hands out."""
    workspace = Workspace()
    declare_component(_ROUTE, path=workspace.folder())
    atexit.register(workspace.remove)
    return workspace.folder()
