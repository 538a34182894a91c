"""What the browser fetches once, from an address, instead of with every message: scripts, and a model's own numbers.

Streamlit sends a component's script and style sheet along whenever the component's data change, with every sentence. So
it gets only a few lines that fetch them.
"""

import atexit
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.routing import Route

from transformer.workspace import Workspace
from viewer.transport.modules import without_types

_ROUTE = "files"
_OURS = "/component/viewer."
_HASHED = re.compile(r"-[0-9a-f]{16}\.\w+$")
_LOADER = Path(__file__).with_name("loader.js")


def hand_out(name: str, kind: str, content: bytes) -> str | None:
    """Have the server hand out `content`; returns its address below that of the app, or None if no file can be written.

    Different content under the same name, as after an update, gets a different address, so no browser confuses the two.

    Args:
        name: of letters, digits and underscores, for people who look at what a page fetches.
        kind: the file's extension, such as "js".
    """
    file = f"{name}-{hashlib.sha256(content).hexdigest()[:16]}.{kind}"
    try:
        (_folder() / file).write_bytes(content)
    except OSError:
        return None
    return f"component/{__name__}.{_ROUTE}/{file}"


def content_at(address: str) -> bytes:
    """The content at an address that `hand_out` returned in this process."""
    return (_folder() / address.rpartition("/")[2]).read_bytes()


def fetching(name: str, script: str, style: str) -> tuple[str, str]:
    """A short script that fetches `script` and `style` and replaces them, and an empty style.

    If no file can be written, both are returned as they are.

    Args:
        name: of the component. script: a module with a default export and no imports.
    """
    content = f"export const carriedStyle = {json.dumps(style)};\n{script}"
    address = hand_out(name, "js", content.encode())
    return (_loader().replace("⟨address⟩", address), "") if address else (script, style)


@cache
def _loader() -> str:
    lines = (line.strip() for line in without_types(_LOADER.read_text(encoding="utf-8")).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


@cache
def _folder() -> Path:
    """Where this process's files are, and what the server hands out."""
    from streamlit.components.v1 import declare_component  # a notebook, which hands out nothing, needs no Streamlit

    workspace = Workspace()
    _let_browsers_keep()
    declare_component(_ROUTE, path=workspace.folder())
    atexit.register(workspace.remove)
    return workspace.folder()


def _let_browsers_keep() -> None:
    """Let browsers cache our files: for good those that bear their content's hash, the others (typefaces) for an hour.

    Streamlit does so only for its own.
    """
    handle = Route.handle

    async def handle_and_say(route: Route, scope: Any, receive: Any, send: Any) -> None:
        async def say(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                kept = "max-age=31536000, immutable" if _HASHED.search(scope["path"]) else "max-age=3600"
                MutableHeaders(scope=message)["Cache-Control"] = f"public, {kept}"
            await send(message)

        await handle(route, scope, receive, say if _OURS in scope["path"] else send)

    Route.handle = handle_and_say  # type: ignore[method-assign, assignment]
