"""Whatever one visitor's browser sends over the websocket, the server lives and the next visitor is served."""

import asyncio
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from serving import PATIENCE, serve_by_command
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.visitor import Visitor

pytestmark = pytest.mark.slow

WORDS = st.text(max_size=40) | st.sampled_from(["sentence", "model", "beam", "-1", "1e400", "\x00", "a" * 5000])
KINDS = ("clear_cache", "set_run_on_save", "stop_script", "load_git_info", "debug_disconnect_websocket",
         "debug_shutdown_runtime", "app_heartbeat")  # fmt: skip
VALUES_OF = {
    **dict.fromkeys(("string_value", "json_value", "json_trigger_value"), WORDS),
    **{"trigger_value": st.booleans(), "bytes_value": st.binary()},
    **{"int_value": st.integers(-(2**63), 2**63 - 1), "double_value": st.floats()},
}


@st.composite
def messages(draw: DrawFn) -> bytes:
    """A run of some page with an address and a widget's state, or another request; a few bytes of it may be changed."""
    message = BackMsg()
    kind = draw(st.sampled_from(["rerun", "file_urls", *KINDS]))
    if kind == "rerun":
        state = message.rerun_script
        state.query_string = "&".join(f"{draw(WORDS)}={draw(WORDS)}" for _ in range(draw(st.integers(0, 3))))
        state.page_name, state.page_script_hash = draw(WORDS), draw(WORDS | st.just(""))
        state.fragment_id = draw(st.just("") | WORDS)
        widget = state.widget_states.widgets.add()
        widget.id, value = draw(WORDS), draw(st.sampled_from(sorted(VALUES_OF)))
        setattr(widget, value, draw(VALUES_OF[value]))
    elif kind == "file_urls":
        message.file_urls_request.request_id = draw(WORDS)
        message.file_urls_request.file_names.extend(draw(st.lists(WORDS, max_size=3)))
    else:  # some of it for developers alone
        setattr(message, kind, True)
    content = bytearray(message.SerializeToString())
    for place in draw(st.just([]) | st.lists(st.integers(0, max(0, len(content) - 1)), max_size=3)):
        content[place : place + 1] = draw(st.binary(max_size=4))
    return bytes(content)


class Honest:
    """A visitor who goes on translating beside all the others, in a thread: a browser's test has a loop in this one."""

    def __init__(self, address: str) -> None:
        self.address, self.loop, self.numbers = address, asyncio.new_event_loop(), count()
        Thread(target=self.loop.run_forever, daemon=True).start()
        self.visitor = Visitor(address)
        self.run(self.visitor.__aenter__())
        assert self.run(self.visitor.arrive()).trouble == ""

    def run(self, action: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(action, self.loop).result()

    def translates(self) -> None:
        answer = self.run(self.visitor.type(f"My {next(self.numbers)} friends drink coffee."))
        assert answer.trouble == ""
        assert answer.size > 5_000


@pytest.fixture(scope="module")
def honest(app_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Honest]:
    with serve_by_command(
        {"GLASSFORMER_MODEL": str(app_folder), "HOME": str(tmp_path_factory.mktemp("home"))}
    ) as address:
        visitor = Honest(address)
        yield visitor
        visitor.run(visitor.visitor.__aexit__(None, None, None))
        visitor.loop.call_soon_threadsafe(visitor.loop.stop)


@settings(max_examples=max(8, settings().max_examples // 4))  # each of them makes the server run pages
@given(sent=st.lists(messages() | st.binary(max_size=60) | WORDS, min_size=1, max_size=4))
@example(sent=[BackMsg(clear_cache=True).SerializeToString(), b"\x00" * 1_000_000, "text, where bytes are spoken"])
def test_the_others_are_served_whatever_one_visitor_sends(honest: Honest, sent: list[bytes | str]) -> None:
    honest.run(send(honest.address, sent))
    honest.translates()


async def send(address: str, messages: list[bytes | str]) -> None:
    """Each message in turn; at the end the connection is closed, or the server still answers on it."""
    stream = f"ws://{address.removeprefix('http://')}/_stcore/stream"
    async with connect(stream, subprotocols=["streamlit"], max_size=None) as connection:  # type: ignore[list-item]
        try:
            for message in messages:
                await connection.send(message)
            async with asyncio.timeout(PATIENCE):
                while not await beats(connection):
                    pass
        except ConnectionClosed:
            pass


async def beats(connection: ClientConnection) -> bool:
    """Whether a heartbeat is answered within a second; a run that begins meanwhile forgets what was to be sent."""
    await connection.send(BackMsg(app_heartbeat=True).SerializeToString())
    try:
        async with asyncio.timeout(1):
            while ForwardMsg.FromString(await connection.recv(decode=False)).WhichOneof("type") != "heartbeat_ack":
                pass
    except TimeoutError:
        return False
    return True
