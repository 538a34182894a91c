"""Serve the app: all pages, with the shipped models, at an address of this machine."""

import argparse
import errno
import io
import os
import signal
import socket
import sys
from typing import Any

from transformer.assets import HOME
from transformer.commands import arguments
from transformer.errors import GlassformerError

ADDRESS, PORT = "127.0.0.1", 8501
# The names of this machine as its own browser writes them. If the app listens only here, any other name that leads to
# it is one that another site has pointed at this address, to read along.
OWN_NAMES = ("localhost", "127.0.0.1", "::1")


class _Unread(io.FileIO):
    """Standard output or error, which a server outlives: what nobody reads any more is dropped."""

    def write(self, data: Any) -> int:
        """Write, or say that it was written."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `app`."""
    parser.add_argument(
        "--address", default=ADDRESS, help="address to listen on; 0.0.0.0 for all (default: this machine)"
    )
    parser.add_argument(
        "--port", type=arguments.whole(1, 65_535), default=PORT, help=f"port to listen on (default: {PORT})"
    )


def run(options: argparse.Namespace) -> None:
    """Serve until interrupted; never returns.

    Raises:
        GlassformerError: if the app cannot listen there.
    """
    _check(options.address, options.port)
    _outlive_the_terminal()
    from streamlit.web import cli  # takes a second, which no other command should have to wait

    where = ["--server.address", options.address, "--server.port", str(options.port)]
    names = OWN_NAMES if options.address in OWN_NAMES else ()
    allowed = [part for name in names for part in ("--server.allowedHosts", name)]
    cli.main(["run", str(HOME / "app.py"), *where, *allowed])


def _outlive_the_terminal() -> None:
    """Go on when nobody reads the output, and end at SIGHUP as Streamlit does at SIGTERM."""
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(_Unread(number, "w", closefd=False)), "utf-8", line_buffering=True)
        for number in (1, 2)
    )
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))


def _check(address: str, port: int) -> None:
    """Listen briefly where the app will: Streamlit would show a traceback, or end silently."""
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((address, port), family=family).close()
    except (OSError, UnicodeError) as error:
        number = error.errno if isinstance(error, OSError) else None
        if number == errno.EADDRINUSE:
            raise GlassformerError(f"Port {port} is taken: stop what uses it, or choose a different --port.") from error
        if number == errno.EACCES:
            raise GlassformerError(
                f"You aren't allowed to listen on port {port}: choose a --port of 1024 or above."
            ) from error
        raise GlassformerError(f"{address!r} isn't an address of this machine: leave out --address.") from error
