"""`python -m transformer …`: one line for each error."""

import io
import shutil
from pathlib import Path

import pytest
from command_line import assert_one_error_line
from tiny import PAIRS, write_tsv

from transformer.__main__ import main


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_folder, tmp_path / "tiny-model"))


def test_a_missing_or_damaged_model_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path
) -> None:
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
        ["average", "LONG", "MODEL", "--out", "OUT"],
    ],
    ids=" ".join,
)
def test_a_name_of_5000_characters_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path, arguments: list[str]
) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:5])
    words = {"LONG": "m" * 5_000, "TSV": tsv, "OUT": str(tmp_path / "out"), "MODEL": str(tiny_folder)}
    line = assert_one_error_line(capsys, [words.get(word, word) for word in arguments])
    assert "mmm" in line
    assert len(line) < 500


def test_a_missing_input_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    for path in (tmp_path / "gone.txt", tmp_path):
        assert_one_error_line(capsys, ["translate", "--model", str(tiny_folder), "--input", str(path)], str(path))


@pytest.mark.parametrize("options", [["--beam", "0"], ["--beam", "999"], ["--alpha", "-1"], ["--alpha", "nan"]])
def test_an_impossible_search_is_one_line(
    capsys: pytest.CaptureFixture[str], tiny_folder: Path, options: list[str]
) -> None:
    assert_one_error_line(capsys, ["translate", "--model", str(tiny_folder), *options, "Hello"])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("device", ["banana", "cuda:77", "cpu:x", ""])
@pytest.mark.parametrize("command", ["translate", "evaluate", "train"])
def test_an_unknown_device_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path, command: str, device: str
) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:3])
    arguments = {
        "translate": ["--model", str(tiny_folder), "Hello"],
        "evaluate": ["--model", str(tiny_folder), "--corpus", tsv],
        "train": ["--corpus", tsv, "--out", str(tmp_path / "run")],
    }
    assert_one_error_line(capsys, [command, *arguments[command], "--device", device], device)


@pytest.mark.parametrize("command", ["translate", "evaluate", "train"])
def test_an_impossible_number_of_threads_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path, command: str
) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:3])
    arguments = {
        "translate": ["--model", str(tiny_folder), "Hello"],
        "evaluate": ["--model", str(tiny_folder), "--corpus", tsv],
        "train": ["--corpus", tsv, "--out", str(tmp_path / "run"), "--preset", "tiny", "--steps", "1"],
    }
    assert_one_error_line(capsys, [command, *arguments[command], "--device", "cpu", "--threads", "-2"], "threads")


def test_an_unreachable_download_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("urllib.request.urlopen", unreachable)
    for corpus in ("multi30k", "tatoeba"):
        assert_one_error_line(capsys, ["download", corpus, "--data", str(tmp_path)], "https://")


def test_a_download_says_where_it_went(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Response(io.BytesIO):
        """What `urlopen` gives."""

    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: Response(b"A sentence.\n"))
    assert main(["download", "tatoeba", "--data", str(tmp_path)]) == 0
    assert str(tmp_path / "tatoeba") in capsys.readouterr().out


def test_ctrl_c_says_so_and_exits_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("transformer.commands.translate.load_any", interrupted)
    assert main(["translate", "Hello"]) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["fly"], ["train"], ["translate", "--beam", "x"]])
def test_a_mistyped_command_exits_with_2_and_shows_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert "usage:" in capsys.readouterr().err
