"""`python -m transformer …`: one line for each error."""

from pathlib import Path

import pytest
from command_line import assert_one_error_line
from tiny import PAIRS, write_tsv

from transformer.__main__ import COMMANDS, main
from transformer.commands.measure import MEASURES


def test_a_missing_or_damaged_model_is_one_line(capsys, tmp_path, folder) -> None:
    for command in (["translate", "Hello"], ["evaluate"], ["info"]):
        assert_one_error_line(capsys, [*command, "--model", str(tmp_path / "gone")], str(tmp_path / "gone"))
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:500])
    for command in (["translate", "Hello"], ["evaluate"], ["info"]):
        assert_one_error_line(capsys, [*command, "--model", str(folder)], str(path))


@pytest.mark.parametrize(
    "arguments",
    [
        ["translate", "Hello", "--model", "LONG"],
        ["evaluate", "--model", "MODEL", "--corpus", "LONG"],
        ["translate", "--model", "MODEL", "--input", "LONG"],
        ["train", "--corpus", "TSV", "--out", "LONG"],
        ["train", "--corpus", "LONG", "--out", "OUT"],
        ["train", "--corpus", "TSV", "--out", "OUT", "--initial", "LONG"],
        ["train", "--corpus", "TSV", "--out", "OUT", "--vocabulary-of", "LONG"],
        ["build", "LONG"],
        ["build", "tiny", "--out", "LONG"],
    ],
    ids=" ".join,
)
def test_a_name_of_5000_characters_is_one_line(capsys, tmp_path, tiny_folder, arguments) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:5])
    words = {"LONG": "m" * 5_000, "TSV": tsv, "OUT": str(tmp_path / "out"), "MODEL": str(tiny_folder)}
    line = assert_one_error_line(capsys, [words.get(word, word) for word in arguments])
    assert "mmm" in line
    assert len(line) < 500


def test_a_missing_input_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    for path in (tmp_path / "gone.txt", tmp_path):
        assert_one_error_line(capsys, ["translate", "--model", str(tiny_folder), "--input", str(path)], str(path))


NUMBERS = {
    "--beam": ["0", "-1", "999", "2.5", "x", "nan"],
    "--alpha": ["-1", "nan", "inf", "5.1", "x"],
    "--threads": ["0", "-2", "x"],
    "--pairs": ["0", "x"],
    "--checkpoints": ["0"],
    "--seed": ["-1", "99999999999999999999"],
}


NESTED = {"measure": MEASURES, "record": ("run", "rates")}


@pytest.mark.parametrize("command", [f"{name} {what}".strip() for name in COMMANDS for what in NESTED.get(name, ("",))])
def test_a_number_out_of_bounds_is_one_line_before_anything_is_looked_at(capsys, monkeypatch, command) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    flags = [flag for flag in NUMBERS if f"{flag} " in capsys.readouterr().out.partition("options:")[2]]
    monkeypatch.setattr(f"{COMMANDS[command.split()[0]]}.run", lambda _: pytest.fail("it began"))
    for flag in flags:
        for value in NUMBERS[flag]:
            line = assert_one_error_line(
                capsys, [*command.split(), f"{flag}={value}"], f"argument {flag}: give a ", repr(value)
            )
            assert f"'python -m transformer {command} --help'" in line


@pytest.mark.parametrize("device", ["banana", "cuda:77", "meta", ""])
def test_an_unknown_device_is_one_line(capsys: pytest.CaptureFixture[str], tiny_folder: Path, device: str) -> None:
    line = assert_one_error_line(capsys, ["translate", "--model", str(tiny_folder), "Hello", "--device", device])
    assert line.startswith(f"error: This machine has no device {device!r}: it has cpu")


def test_an_unreachable_download_is_one_line(capsys, tmp_path, monkeypatch) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("urllib.request.urlopen", unreachable)
    for corpus in ("multi30k", "tatoeba"):
        assert_one_error_line(capsys, ["download", corpus, "--data", str(tmp_path)], "https://")


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("[enforce fail] can't allocate memory: …")])
def test_a_full_memory_is_one_line(capsys, monkeypatch, error) -> None:
    def full(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("transformer.commands.translate.load", full)
    assert_one_error_line(capsys, ["translate", "Hello"], "The memory is full")


def test_ctrl_c_says_so_and_exits_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("transformer.commands.translate.load", interrupted)
    assert main(["translate", "Hello"]) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["fly"], ["train"], ["translate", "--beem", "x"], ["translate", "--beam"]])
def test_a_mistyped_command_is_one_line_that_leads_to_the_help(capsys, arguments) -> None:
    assert_one_error_line(capsys, arguments, "--help' shows the options.")
