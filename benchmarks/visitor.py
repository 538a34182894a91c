"""A visitor of the app without a browser: one session over Streamlit's websocket, as its own front end speaks.

The browser's part is played as far as the server can tell: it answers with the state of the sentence's field and with
the address, and names the messages that it keeps, so that they are not sent again.
"""

import asyncio
import json
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlencode, urlsplit

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

FLIGHT = "glassformer_watch_flight_flight"  # the component that says whether the browser has the model
FIELD = "An English sentence"  # the label of the sentence's field
HOME = "home"
PATIENCE = 90.0  # seconds, after which an action has failed
_TIMEZONE = "UTC"


@dataclass(frozen=True)
class Answer:
    """The result of one action: the page, the time, the bytes received, and what went wrong, if anything."""

    page: str
    seconds: float
    size: int
    trouble: str = ""


@dataclass
class KeptMessages:
    """The messages that a browser keeps for `oldest` runs, by their hashes."""

    oldest: int = 2
    ages: dict[str, int] = field(default_factory=dict)

    def use(self, message: ForwardMsg) -> None:
        """A message has come, or a reference to one that was kept."""
        if message.ref_hash:
            self.ages[message.ref_hash] = 0
        elif message.metadata.cacheable:
            self.ages[message.hash] = 0

    def end_run(self) -> None:
        """A script has ended: all have grown older, and the oldest are forgotten."""
        self.ages = {name: age + 1 for name, age in self.ages.items() if age < self.oldest}


class Visitor:
    """One session with the app at `address`; use it as an asynchronous context.

    Args: weights: the hash of those that its browser has; empty for a browser that can't run the model.
    """

    def __init__(self, address: str, weights: str = "") -> None:
        parts = urlsplit(address)
        self._address = address.rstrip("/")
        self._stream = f"ws://{parts.netloc}{parts.path.rstrip('/')}/_stcore/stream"
        self._kept = KeptMessages()
        self._connection: ClientConnection | None = None
        self._field = self._flight = ""  # the ids of the sentence's field, and of the front page's picture
        self._untold = weights
        self._pages: dict[str, str] = {}  # their hashes by their addresses
        self.page, self.sentence = HOME, ""

    async def __aenter__(self) -> Self:
        self._connection = await connect(
            self._stream,
            subprotocols=["streamlit"],  # type: ignore[list-item]
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def arrive(self) -> Answer:
        """Open the home page."""
        return await self._act()

    async def type(self, sentence: str) -> Answer:
        """A new sentence on the home page."""
        self.sentence = sentence
        return await self.open(HOME)

    async def open(self, page: str) -> Answer:
        """Another page, with the same sentence."""
        self.page = page
        return await self._act()

    def _request(self) -> BackMsg:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode({"sentence": self.sentence}) if self.sentence else ""
        state.page_script_hash = self._pages.get(self.page, "")
        state.context_info.timezone = _TIMEZONE
        state.context_info.locale = "en"
        state.context_info.url = f"{self._address}/{'' if self.page == HOME else self.page}"
        state.cached_message_hashes.extend(self._kept.ages)
        if self._field and self.sentence:
            widget = state.widget_states.widgets.add()
            widget.id, widget.string_value = self._field, self.sentence
            if self._flight and self._untold:
                kept, told = state.widget_states.widgets.add(), state.widget_states.widgets.add()
                kept.id, kept.json_value = self._flight, "{}"
                told.id = _make_trigger_id(self._flight, "events")
                told.json_trigger_value = json.dumps({"event": "ready", "value": self._untold})
                self._untold = ""
        return message

    async def _act(self) -> Answer:
        assert self._connection is not None, "a visitor is an asynchronous context"
        size, trouble = 0, ""
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._connection.send(self._request().SerializeToString())
                while True:
                    packed = await self._connection.recv(decode=False)
                    size += len(packed)
                    message = ForwardMsg.FromString(packed)
                    kind = message.WhichOneof("type")
                    self._kept.use(message)
                    if kind == "script_finished":
                        self._kept.end_run()
                        if message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                            trouble = trouble or "the script did not end well"
                        break
                    trouble = trouble or self._read(kind or "", message)
        except TimeoutError:
            trouble = f"no answer within {PATIENCE:.0f} s"
        except (WebSocketException, OSError) as error:
            trouble = f"the connection was lost: {error}"
        return Answer(self.page, time.perf_counter() - begun, size, trouble)

    def _read(self, kind: str, message: ForwardMsg) -> str:
        """Take note of what is needed later, and say what is wrong."""
        if kind == "navigation":
            self._pages = {page.url_pathname or HOME: page.page_script_hash for page in message.navigation.app_pages}
        elif kind == "new_session" and message.new_session.config.max_cached_message_age:
            self._kept.oldest = message.new_session.config.max_cached_message_age
        elif kind == "page_not_found":
            return "the page was not found"
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            drawn = element.WhichOneof("type")
            if drawn == "text_input" and element.text_input.label == FIELD:
                self._field = element.text_input.id
            elif drawn == "bidi_component" and element.bidi_component.component_name == FLIGHT:
                self._flight = element.bidi_component.id
            elif drawn == "exception":
                return f"{element.exception.type}: {element.exception.message}"
        return ""
