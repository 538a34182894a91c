"""A Firefox without a window, driven over WebDriver BiDi, which it speaks by itself."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOXES = ("firefox", "firefox-esr")
STARTING = 120.0  # seconds
# A driven Firefox would have other preferences, such as pages from files that may read other files.
AS_PEOPLE_HAVE_IT = 'user_pref("remote.prefs.recommended", false);'


class Firefox:
    """One tab, over a connection to the browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._asked = 0
        self.version: str = self.call("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.tab: str = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **params: Any) -> Any:
        """What a command of WebDriver BiDi returns.

        Raises:
            RuntimeError: if it failed.
        """
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv())
            if answer.get("id") == self._asked:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def open(self, address: str) -> None:
        """Go to an address, and wait until it has loaded."""
        self.call("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, or of its promise, as JSON can say it.

        Raises:
            RuntimeError: if it threw.
        """
        found = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Firefox with a profile of its own, ended with the context."""
    executable = next((found for name in FIREFOXES if (found := shutil.which(name))), None)
    if executable is None:
        raise SystemExit("Firefox is missing: apt-get install firefox-esr")
    with TemporaryDirectory() as profile:
        (Path(profile) / "user.js").write_text(AS_PEOPLE_HAVE_IT, encoding="utf-8")
        process = subprocess.Popen(
            [executable, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            address = _address(Path(profile) / "WebDriverBiDiServer.json")
            with connect(f"{address}/session", max_size=None, open_timeout=STARTING, ping_interval=None) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.wait(timeout=60)


def _address(file: Path) -> str:
    """Where Firefox listens, which it writes into its profile."""
    begun = time.monotonic()
    while time.monotonic() - begun < STARTING:
        try:
            told = json.loads(file.read_text())
        except (OSError, ValueError):
            time.sleep(0.1)
        else:
            return f"ws://{told['ws_host']}:{told['ws_port']}"
    raise SystemExit("Firefox did not start.")
