"""`python -m transformer translate`: one line out for each line in."""

import io
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from command_line import assert_one_error_line, lines_of, output_of
from tiny import PAIRS

from transformer.__main__ import main
from transformer.commands import translate

ODD_LINES = [
    "I don't know.",
    "",
    "   ",
    "a" * 2_000,
    "I love you 🙂",
    "bell\x07 and zero\x00",
    "one\u2028two\u2029three\x85four\x0bfive\x0csix\x1cseven",
    "carriage\rreturn\r",
    "<script>alert('x')</script> &amp;",
    "</s> <pad>",
    "tab\tin between",
    "שלום עולם",
    "a last line",
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "last"), [("file", "\n"), ("file", ""), ("standard input", "\n"), ("standard input", ""), ("arguments", "")]
)
def test_one_line_out_for_each_line_in(capsys, monkeypatch, tmp_path, tiny_folder, way, last) -> None:
    arguments = ["translate", "--model", str(tiny_folder), "--device", "cpu", "--beam", "2"]
    content = ("\n".join(ODD_LINES) + last).encode()
    if way == "file":
        (tmp_path / "lines.txt").write_bytes(content)
        arguments += ["--input", str(tmp_path / "lines.txt")]
    elif way == "standard input":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))
    else:
        arguments += ["--", *ODD_LINES]
    translations = lines_of(output_of(capsys, arguments))
    assert len(translations) == len(ODD_LINES)
    assert [translation == "" for translation in translations[:3]] == [False, True, True]
    assert not any(len(translation.splitlines()) > 1 for translation in translations)


def test_a_long_line_is_translated_by_sentences_and_what_is_cut_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_folder: Path
) -> None:
    monkeypatch.setattr("transformer.commands.translate.LINES_AT_A_TIME", 2)
    short = "The cat drinks water."
    whole, endless = " ".join([short] * 32), " ".join(["water"] * 130)
    lines = [short, whole, f"{short} {endless}. {short}", "", f"{endless}."]
    (tmp_path / "lines.txt").write_text("\n".join(lines))
    arguments = ["translate", "--model", str(tiny_folder), "--device", "cpu", "--beam", "1"]
    assert main([*arguments, "--input", str(tmp_path / "lines.txt")]) == 0
    printed = capsys.readouterr()
    translations = lines_of(printed.out)
    assert len(translations) == 5
    assert translations[1] == " ".join([translations[0]] * 32)  # 128 words, none of them cut
    told = lines_of(printed.err)
    assert [line.partition(":")[0] for line in told] == ["line 3", "line 5"]
    assert all("130 words" in line and "'water water" in line for line in told)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["translate --input", "translate", "measure learned", "train"])
def test_text_is_read_as_utf8_or_by_its_mark_and_else_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tiny_folder: Path,
    command: str,
    encoding: str,
) -> None:
    path = tmp_path / "pairs.tsv"
    content = "\r\n".join("\t".join(pair) for pair in (*PAIRS[:3], ("déjà vu", "déjà vu"))).encode(encoding)
    path.write_bytes(content)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))
    model = shutil.copytree(tiny_folder, tmp_path / "model")
    arguments = {
        "translate --input": ["--model", str(model), "--input", str(path), "--beam", "1"],
        "translate": ["--model", str(model), "--beam", "1"],
        "measure learned": [str(model), "--corpus", "everyday-natural/phrases"],
        "train": ["--corpus", str(path), "--out", str(tmp_path / "run"), "--preset", "tiny", "--steps", "1"],
    }[command]
    status = main([*command.removesuffix(" --input").split(), *arguments])
    told = capsys.readouterr()
    if encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert status == 0
        if command == "measure learned":
            assert "déjà vu" in told.out
    else:
        name = str(path) if command in ("translate --input", "train") else "standard input"
        line = 2 if encoding == "cp1252" else 1
        assert (status, told.out) == (2, "")
        assert told.err.startswith(f"error: {name}, line {line}: ")
        assert "UTF-8" in told.err


def test_sentences_beside_a_file_are_refused(capsys, tmp_path, tiny_folder) -> None:
    assert_one_error_line(
        capsys, ["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "gone.txt"), "Hello."], "not both"
    )


class Terminal(io.StringIO):
    """Takes what is written, as a terminal."""

    def isatty(self) -> bool:
        return True


def test_an_interruption_loses_nothing_that_was_written_and_a_terminal_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_folder: Path
) -> None:
    def interrupted(_: object, lines: list[str], *__: object) -> list[str]:
        if "third" in lines:
            raise KeyboardInterrupt
        return lines

    monkeypatch.setattr(translate, "LINES_AT_A_TIME", 1)
    monkeypatch.setattr(translate, "translate_lines", interrupted)
    monkeypatch.setattr(sys, "stderr", Terminal())
    (tmp_path / "text.txt").write_text("first\nsecond\nthird\nfourth")
    asked = ["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "text.txt")]
    assert main([*asked, "--threads", "1"]) == 130
    assert capsys.readouterr().out == "first\nsecond\n"
    assert "lines/s" in sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "0/4" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_empty_input_gives_no_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    assert output_of(capsys, ["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "empty.txt")]) == ""


@pytest.mark.slow
def test_a_file_is_translated_by_several_processes_as_by_one(tiny_folder, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(translate, "LINES_AT_A_TIME", 2)
    (tmp_path / "text.txt").write_text("\n".join([*(pair.source for pair in PAIRS[:6]), "", "cat " * 60]))
    asked = ["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "text.txt"), "--threads"]
    found = [(main([*asked, threads]), *capsys.readouterr()) for threads in ("1", "3")]
    assert found[0] == found[1]
    assert len(lines_of(found[0][1])) == 8
    assert found[0][2].startswith("line 8: ")
    monkeypatch.setattr(translate, "translate_lines", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert_one_error_line(capsys, [*asked, "2"], "A process was killed")
