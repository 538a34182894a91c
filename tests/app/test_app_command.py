"""The command `glassformer`: the library's commands, and one that serves the app."""

import pytest

from transformer.assets import HOME
from viewer.__main__ import COMMANDS, main


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What Streamlit is asked to do, in place of doing it."""
    asked: list[list[str]] = []
    monkeypatch.setattr("streamlit.web.cli.main", asked.append)
    return asked


def test_the_app_is_served_on_this_machine_alone_unless_told_otherwise(started: list[list[str]]) -> None:
    assert main(["app"]) == main(["app", "--address", "0.0.0.0", "--port", "80"]) == 0
    run = ["run", str(HOME / "app.py"), "--server.address"]
    names = [part for name in ("localhost", "127.0.0.1", "::1") for part in ("--server.allowedHosts", name)]
    assert started == [
        [*run, "127.0.0.1", "--server.port", "8501", *names],
        [*run, "0.0.0.0", "--server.port", "80"],
    ]


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999"])
def test_a_port_that_there_is_not_is_one_sentence(
    started: list[list[str]], capsys: pytest.CaptureFixture[str], port: str
) -> None:
    assert main(["app", "--port", port]) == 2
    assert capsys.readouterr().err == f"error: There is no port {port}: --port takes a number from 1 to 65535.\n"
    assert not started


def test_every_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = capsys.readouterr().out
    assert told.startswith("usage: glassformer ")
    assert all(f"\n    {name} " in told or f"\n    {name}\n" in told for name in COMMANDS)
