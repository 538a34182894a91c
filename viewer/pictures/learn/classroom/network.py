"""The address at which a class reaches this machine."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

OPEN = "make serve ADDRESS=0.0.0.0"  # serves the network too
_ELSEWHERE = ("192.0.2.1", 9)  # reserved for documents, RFC 5737: nothing is sent there
_PATIENCE = 1.0  # seconds
_CHECK = "Try it on a phone before the lesson: some school networks keep devices apart."


@dataclass(frozen=True)
class ClassAddress:
    """Where the class finds the app.

    Attributes:
        address: up to the page's name, with a slash. warning: what to do if others can't open it; empty if they can.
        hint: what to check.
    """

    address: str
    warning: str = ""
    hint: str = ""


def find_class_address(url: str, allowed: list[str]) -> ClassAddress:
    """What to give to a class.

    Args:
        url: of the app, as the teacher's browser has it.
        allowed: the names under which the app answers; empty for all.
    """
    url = url.rstrip("/") + "/"
    parts = urlsplit(url)
    if not _is_own(parts.hostname or ""):
        return ClassAddress(url)
    own = lan_address()
    if own is None:
        return ClassAddress(
            url, "This machine isn’t on a network, so nobody else can open this address. Connect it first."
        )
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = parts._replace(netloc=f"{own}:{port}").geturl()
    if _listens(own, port) and (not allowed or "*" in allowed or own in allowed):
        return ClassAddress(address, hint=_CHECK)
    return ClassAddress(
        address,
        "Only this machine can open the app now. To let the class in, stop it and start it with "
        f"{OPEN} (a class that is open stays open), then check this address on a phone.",
    )


def lan_address() -> str | None:
    """This machine's address in its network; None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _is_own(found) or found == "0.0.0.0" else found


def _is_own(host: str) -> bool:
    """Whether a name leads every machine to itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except OSError:
        return False
    return True
