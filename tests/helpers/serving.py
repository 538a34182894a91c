"""The app in a process of its own, started by its command."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from places import ROOT

OWN_NAMES = ("localhost", "127.0.0.1", "::1")  # as `make run` says them
PATIENCE = 300  # seconds for anything: much, for a machine that is busy with something else
SILENCE = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def nginx() -> str:
    """Where nginx is; without it, the test is skipped."""
    from deploy import serve

    try:
        return serve.find_nginx()
    except SystemExit as missing:
        pytest.skip(str(missing))


@contextmanager
def serve_by_command(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of the app as its command starts it; it ends with the context."""
    port = free_port()
    names = [part for name in OWN_NAMES for part in ("--server.allowedHosts", name)]
    where = ["--server.address", "127.0.0.1", "--server.port", str(port)]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *where, *names]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, **SILENCE)
    try:
        yield address_of(port, lambda: process.poll() is None)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def address_of(port: int, lives: Callable[[], bool]) -> str:
    """The address at a port, as soon as the app answers there."""
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert lives(), "the app ended before it answered"
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=20).close()
            return address
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the app did not answer in time")


def until(true: Callable[[], Any]) -> Any:
    """What becomes true in the end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.04)
    raise AssertionError("it did not come true in time")
