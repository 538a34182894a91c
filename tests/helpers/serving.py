"""The app in a process of its own: started by its command, or split off from one that has imported what it needs."""

import multiprocessing
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from places import ROOT

OWN_NAMES = ("localhost", "127.0.0.1", "::1")  # as `make run` says them
# Other people's packages, which take seconds to import; a new process imports the app itself, and `transformer`.
PACKAGES = ["streamlit.web.cli", "torch", "pandas", "pyarrow", "safetensors.torch", "tokenizers"]
PATIENCE = 300  # seconds for anything: much, for a machine that is busy with something else
SILENCE = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(PACKAGES)


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
    command = [sys.executable, "-m", *arguments(port)]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, **SILENCE)
    try:
        yield address_of(port, lambda: process.poll() is None)
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def run_server(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of the app in a fresh process that was there in a moment; it ends with the context."""
    port = free_port()
    process = _context.Process(target=serve, args=(port, dict(environment)), daemon=True)
    process.start()
    try:
        yield address_of(port, process.is_alive)
    finally:
        process.terminate()
        process.join(PATIENCE)


def serve(port: int, environment: Mapping[str, str]) -> None:
    """Become the app's server, as its command does; never returns."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silence, descriptor)
    os.chdir(ROOT)
    os.environ.update(environment)
    tests = ROOT / "tests"
    sys.path[:] = [str(ROOT), *(path for path in sys.path if path and not Path(path).is_relative_to(tests))]

    import torch
    from streamlit.web import cli

    torch.set_num_threads(1)
    cli.main(arguments(port)[1:])


def arguments(port: int) -> list[str]:
    """What stands behind `python -m` to serve the app at a port."""
    names = [part for name in OWN_NAMES for part in ("--server.allowedHosts", name)]
    return ["streamlit", "run", "app.py", "--server.address", "127.0.0.1", "--server.port", str(port), *names]


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
