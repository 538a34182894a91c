"""What the tests of the command line share."""

import pytest

from transformer.__main__ import main


def lines_of(text: str) -> list[str]:
    assert text == "" or text.endswith("\n")
    return text.split("\n")[:-1]


def output_of(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    """What a command that succeeds has printed."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def assert_one_error_line(capsys: pytest.CaptureFixture[str], arguments: list[str], *named: str) -> str:
    assert main(arguments) == 2
    (line,) = lines_of(capsys.readouterr().err)
    assert line.startswith("error: ")
    for name in named:
        assert name in line
    return line
