"""The app in processes of its own, what the system knows of them, and a real Chromium to open it with."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
STARTING = 120.0  # seconds that a server may take
# The whole browser first, as visitors have it; the one without windows, with which the tests run, will do.
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")


@dataclass(frozen=True)
class Used:
    """What processes have used so far.

    Attributes:
        seconds: of processor time. memory: resident, in megabytes.
    """

    seconds: float
    memory: float


def busy() -> float:
    """Seconds of processor time that this machine's cores have worked so far, for any process."""
    user, nice, system, _idle, _waiting, interrupts, soft = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A process that serves the app."""

    address: str
    process: int

    def used(self) -> Used:
        """As the system counts it."""
        told = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        ticks = int(told[11]) + int(told[12])
        pages = int(told[21])
        return Used(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


def all_used(servers: Sequence[Server]) -> Used:
    """What all of them have used together."""
    each = [server.used() for server in servers]
    return Used(sum(one.seconds for one in each), sum(one.memory for one in each))


@contextmanager
def serve(processes: int) -> Iterator[list[Server]]:
    """As many servers, started and answering; ended with the context."""
    with ExitStack() as stack:
        yield [stack.enter_context(_one()) for _ in range(processes)]


@contextmanager
def app_in_chromium() -> Iterator[tuple[Page, str]]:
    """A page of 1400 × 900, and the address of the app."""
    with serve(1) as (server,), sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium.new_page(viewport={"width": 1400, "height": 900}), server.address
        chromium.close()


def launch(playwright: Playwright) -> Browser:
    """The first Chromium that is installed, without a window."""
    executable = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if executable is None:
        raise SystemExit("Chromium is missing: make chromium")
    return playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"], headless=True)


@contextmanager
def _one() -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.address", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--server.port", str(port)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, process)
        yield Server(address, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait(address: str, process: "subprocess.Popen[bytes]") -> None:
    begun = time.monotonic()
    while time.monotonic() - begun < STARTING:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit(f"The app did not start at {address}.")
