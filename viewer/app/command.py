"""Serve the app: all pages, with the models that ship, at an address of this machine."""

import argparse

from transformer.assets import HOME
from transformer.errors import GlassformerError

ADDRESS, PORT = "127.0.0.1", 8501
# The names of this machine as its own browser writes them. Where the app listens here alone, no other name leads to it
# but one that another site has given to this address, to read along.
OWN_NAMES = ("localhost", "127.0.0.1", "::1")
_PORTS = range(1, 65536)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `app`."""
    parser.add_argument("--address", default=ADDRESS, help="where to listen; 0.0.0.0 for all networks (default: here)")
    parser.add_argument("--port", type=int, default=PORT, help=f"where to listen (default: {PORT})")


def run(options: argparse.Namespace) -> None:
    """Serve until it is interrupted; never returns.

    Raises:
        GlassformerError: if there is no such port.
    """
    if options.port not in _PORTS:
        raise GlassformerError(
            f"There is no port {options.port}: --port takes a number from {_PORTS[0]} to {_PORTS[-1]}."
        )
    from streamlit.web import cli  # takes a second, which no other command should wait for

    where = ["--server.address", options.address, "--server.port", str(options.port)]
    names = OWN_NAMES if options.address in OWN_NAMES else ()
    allowed = [part for name in names for part in ("--server.allowedHosts", name)]
    cli.main(["run", str(HOME / "app.py"), *where, *allowed])
