"""The address that a class is given, and what the teacher has to do where others can't open it."""

import socket
from collections.abc import Iterator

import pytest

from deploy import serve
from viewer.pictures.learn.classroom import network
from viewer.pictures.learn.classroom.network import OPEN, find_class_address

OWN = "127.0.0.5"  # in place of an address in a network: this machine has it, and listens there where asked


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of something that listens at this machine's address in its network."""
    monkeypatch.setattr(network, "lan_address", lambda: OWN)
    with socket.create_server((OWN, 0)) as server:
        yield int(server.getsockname()[1])


@pytest.mark.parametrize(
    "url", ["http://192.168.1.20:8501", "https://school.example/glass", "http://mac.local:8501/", "http://[fd00::1]:80"]
)
def test_the_address_that_the_browser_used_is_given_on(url: str) -> None:
    found = find_class_address(url, [])
    assert (found.address, found.warning, found.hint) == (url.rstrip("/") + "/", "", "")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.9"])
def test_at_home_the_machines_own_address_is_offered(listening: int, host: str) -> None:
    for allowed in ([], ["*"], ["localhost", OWN]):
        found = find_class_address(f"http://{host}:{listening}", allowed)
        assert found.address == f"http://{OWN}:{listening}/"
        assert not found.warning
        assert "phone" in found.hint
    refused = find_class_address(f"http://{host}:{listening}", ["localhost", "127.0.0.1"])
    assert OPEN in refused.warning


def test_a_server_for_this_machine_alone_comes_with_a_warning(listening: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_address", lambda: "127.0.0.6")  # nobody listens there
    found = find_class_address(f"http://[::1]:{listening}/", [])
    assert found.address == f"http://127.0.0.6:{listening}/"
    assert OPEN in found.warning


@pytest.mark.parametrize(
    ("address", "own", "expected"),
    [
        ("0.0.0.0", "192.168.1.20", "192.168.1.20"),
        ("0.0.0.0", None, "127.0.0.1"),
        ("127.0.0.1", "192.168.1.20", "127.0.0.1"),
        ("10.0.0.7", "192.168.1.20", "10.0.0.7"),
    ],
)
def test_a_server_for_the_network_answers_to_its_address_there(address, own, expected, monkeypatch) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: own)
    assert serve.public_address(address) == expected
