"""`python -m transformer …`: one line out for each line in, and one line for each error."""

import io
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
import torch
from tiny import PAIRS, constant_model, write_tsv

from transformer.__main__ import main
from transformer.attribution.alignment_file import load_alignment
from transformer.commands import train
from transformer.commands.progress_bar import ProgressBar
from transformer.files import locked
from transformer.model_folder import load_model, save_model
from transformer.text.special_tokens import END
from transformer.training.reports import StepReport

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


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_folder, tmp_path / "tiny-model"))


def lines_of(text: str) -> list[str]:
    assert text == "" or text.endswith("\n")
    return text.split("\n")[:-1]


def assert_one_error_line(capsys: pytest.CaptureFixture[str], arguments: list[str], *named: str) -> str:
    assert main(arguments) == 2
    (line,) = lines_of(capsys.readouterr().err)
    assert line.startswith("error: ")
    for name in named:
        assert name in line
    return line


def test_sentences_given_as_arguments(capsys: pytest.CaptureFixture[str], tiny_folder: Path) -> None:
    arguments = ["translate", "--model", str(tiny_folder), "--device", "cpu", "--beam", "2"]
    assert main([*arguments, "I'm tired.", "", "It's cold."]) == 0
    together = lines_of(capsys.readouterr().out)
    assert len(together) == 3
    assert together[1] == ""
    assert main([*arguments, "It's cold."]) == 0
    assert lines_of(capsys.readouterr().out) == together[2:]


@pytest.mark.parametrize("beam", ["1", "2"])
@pytest.mark.parametrize("way", ["file", "standard input", "arguments"])
@pytest.mark.parametrize("last", ["\n", ""], ids=["ended", "unended"])
def test_one_line_out_for_each_line_in(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tiny_folder: Path,
    way: str,
    last: str,
    beam: str,
) -> None:
    arguments = ["translate", "--model", str(tiny_folder), "--device", "cpu", "--beam", beam]
    content = ("\n".join(ODD_LINES) + last).encode()
    if way == "file":
        (tmp_path / "lines.txt").write_bytes(content)
        arguments += ["--input", str(tmp_path / "lines.txt")]
    elif way == "standard input":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))
    else:
        arguments += ["--", *ODD_LINES]
    assert main(arguments) == 0
    translations = lines_of(capsys.readouterr().out)
    assert len(translations) == len(ODD_LINES)
    assert [translation == "" for translation in translations[:3]] == [False, True, True]
    assert not any(len(translation.splitlines()) > 1 for translation in translations)


def test_many_lines_come_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_folder: Path
) -> None:
    monkeypatch.setattr("transformer.commands.translate.LINES_AT_A_TIME", 4)
    sentences = [pair.source for pair in PAIRS[:10]]
    (tmp_path / "lines.txt").write_text("\n".join(sentences))
    arguments = ["translate", "--model", str(tiny_folder), "--device", "cpu", "--beam", "1"]
    assert main([*arguments, "--input", str(tmp_path / "lines.txt")]) == 0
    from_file = lines_of(capsys.readouterr().out)
    one_by_one = []
    for sentence in sentences:
        main([*arguments, sentence])
        one_by_one += lines_of(capsys.readouterr().out)
    assert from_file == one_by_one


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
    assert all("130 words is too long" in line and "'water water" in line for line in told)


def test_input_that_is_not_utf8_is_still_one_line_each(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path
) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xe9t\xe9\nwinter\n")
    assert main(["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "latin.txt"), "--beam", "1"]) == 0
    assert len(lines_of(capsys.readouterr().out)) == 2


def test_empty_input_gives_no_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    assert main(["translate", "--model", str(tiny_folder), "--input", str(tmp_path / "empty.txt")]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("has_it", [True, False])
@pytest.mark.parametrize(("option", "expected"), [("", None), ("--bfloat16", True), ("--no-bfloat16", False)])
def test_the_precision_of_a_training_is_the_machine_s_unless_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_it: bool, option: str, expected: bool | None
) -> None:
    monkeypatch.setattr("transformer.commands.train.multiplies_bfloat16", lambda _: has_it)
    given = []
    monkeypatch.setattr(train, "run_training", lambda *arguments: given.append(arguments[2]) or tmp_path)
    assert main(["train", "--corpus", "everyday", "--out", str(tmp_path / "run"), *option.split()]) == 0
    assert given[0].bfloat16 is (has_it if expected is None else expected)


def training(tmp_path: Path, *more: str) -> list[str]:
    tsv = tmp_path / "pairs.tsv"
    if not tsv.exists():
        write_tsv(tsv)
    sizes = "--preset tiny --vocabulary 160 --encoder-layers 1 --decoder-layers 1 --d-model 16 --heads 2 --d-ff 20"
    steps = "--steps 6 --batch-tokens 200 --warmup 2 --save-every 2 --no-bfloat16 --device cpu --threads 1"
    return ["train", "--corpus", str(tsv), "--out", str(tmp_path / "run"), *sizes.split(), *steps.split(), *more]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT"])
def test_a_training_that_is_ended_says_so_and_so_does_its_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    run = tmp_path / "run"

    def signalled(_: ProgressBar, report: StepReport) -> None:
        if report.step == 5:
            os.kill(os.getpid(), getattr(signal, end))

    monkeypatch.setattr(ProgressBar, "on_step", signalled)
    before = signal.getsignal(signal.SIGTERM)
    if end == "SIGTERM":
        with pytest.raises(SystemExit) as ended:
            main(training(tmp_path))
        assert ended.value.code == 143
    else:
        # What a shell starts in the background ignores this signal, the tests among it.
        ours = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            assert main(training(tmp_path)) == 130
        finally:
            signal.signal(signal.SIGINT, ours)
    assert signal.getsignal(signal.SIGTERM) == before
    assert f"The training in {run} is not finished" in lines_of(capsys.readouterr().err)[0]
    assert json.loads((run / "run.json").read_text()) == {"source": "en", "target": "fr", "finished": False}
    assert sorted(os.listdir(run)) == [".lock", "run.json", "state.safetensors", "tokenizer.json"]
    monkeypatch.undo()
    for model in (run, run / "model"):
        assert_one_error_line(capsys, ["translate", "--model", str(model), "Hello"], "is not finished", "--resume")
    assert_one_error_line(capsys, training(tmp_path), "already holds a run")
    assert_one_error_line(capsys, training(tmp_path, "--resume", "--target", "de"), "from 'en' to 'fr'", "--target fr")
    assert_one_error_line(capsys, training(tmp_path, "--resume", "--source", "fr", "--target", "en"), "--source en")
    with locked(run, "training"):
        assert_one_error_line(capsys, training(tmp_path, "--resume"), "Another training is at work", str(run))
    assert main(training(tmp_path, "--resume")) == 0
    assert json.loads((run / "run.json").read_text())["finished"] is True
    assert main(["translate", "--model", str(run / "model"), "I don't know."]) == 0
    capsys.readouterr()
    assert_one_error_line(capsys, ["translate", "--model", str(run), "Hello"], str(run / "model"))


@pytest.mark.slow
def test_a_training_asked_for_again_in_another_language_is_refused_before_its_first_state(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("transformer.training.run.TrainingLoop", interrupted)
    assert main(training(tmp_path)) == 130
    capsys.readouterr()
    assert_one_error_line(capsys, training(tmp_path, "--target", "de"), "from 'en' to 'fr'")
    assert main(training(tmp_path)) == 130


@pytest.mark.slow
def test_what_a_training_does_not_learn_from_is_counted_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = training(tmp_path, "--steps", "1")
    assert main(arguments) == 0
    assert "Not learned from" not in capsys.readouterr().err
    with (tmp_path / "pairs.tsv").open("a") as file:
        file.write("One.\tUn.\tby somebody\nTwo.\tDeux.\t\n\t\t\n")
        file.write(f"{'the cat ' * 300}\tLe chat.\n")
    arguments[arguments.index(str(tmp_path / "run"))] = str(tmp_path / "second")
    assert main(arguments) == 0
    told = [line for line in lines_of(capsys.readouterr().err.replace("\r", "\n")) if "Not learned from" in line]
    assert told == [
        f"Not learned from: in {tmp_path / 'pairs.tsv'}, 2 lines have a third column, which is not read; "
        "1 of 33 pairs is longer than 256 tokens and is left out."
    ]


@pytest.mark.slow
def test_training_end_to_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv")
    sizes = "--preset tiny --vocabulary 160 --encoder-layers 1 --decoder-layers 2 --d-model 16 --heads 2 --d-ff 20"
    more = "--steps 12 --batch-tokens 100 --schedule paper --no-bfloat16 --norm post --positions learned --device cpu"
    arguments = ["train", "--corpus", f"{tsv}*2", "--out", str(tmp_path / "run"), *sizes.split(), *more.split()]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    model = tmp_path / "run" / "model"
    assert str(model) in printed
    config = load_model(model).model.config
    assert (config.encoder_layers, config.decoder_layers, config.d_model, config.d_ff) == (1, 2, 16, 20)
    assert (config.norm, config.positions) == ("post", "learned")
    assert load_model(model).card["training"]["schedule"] == "paper"
    assert main(["translate", "--model", str(model), "I don't know."]) == 0
    assert len(lines_of(capsys.readouterr().out)) == 1
    assert_one_error_line(capsys, arguments, "--resume", str(tmp_path / "run"))
    assert_one_error_line(capsys, [*arguments, "--resume", "--peak", "0.5"], "state.safetensors")
    assert main([*arguments, "--resume"]) == 0


def test_evaluation_prints_scores_with_signatures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path
) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:4])
    before = (folder / "card.json").read_bytes()
    assert main(["evaluate", "--model", str(folder), "--corpus", tsv, "--beam", "2", "--device", "cpu"]) == 0
    header, greedy, beam, *signatures, note = lines_of(capsys.readouterr().out)
    assert "BLEU" in header
    assert "greedy" in greedy
    assert "beam 2, alpha 1" in beam
    assert "papers" in note
    assert len(signatures) == 2
    assert all("version:" in signature for signature in signatures)
    assert (folder / "card.json").read_bytes() == before


def test_evaluation_writes_its_rows_into_the_card_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path
) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:3])
    arguments = ["evaluate", "--model", str(folder), "--corpus", tsv, "--device", "cpu", "--write-card", "--beam"]
    for beam in ("2", "2", "1"):
        assert main([*arguments, beam]) == 0
    card = json.loads((folder / "card.json").read_text())
    assert sorted(row["decoding"] for row in card["scores"]) == ["beam 2, alpha 1", "greedy"]
    for row in card["scores"]:
        assert (row["corpus"], row["split"], row["sentences"]) == (tsv, "test", 3)
        assert "version:" in row["bleu_signature"]
    assert card["longest_usual_source"] == 20
    capsys.readouterr()
    assert main(["info", "--model", str(folder)]) == 0
    assert "BLEU" in capsys.readouterr().out


def test_evaluation_measures_two_aligned_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path
) -> None:
    for language, side in (("en", 0), ("fr", 1)):
        (tmp_path / f"a.{language}").write_text("\n".join(pair[side] for pair in PAIRS[:3]), encoding="utf-8")
    corpus = f"{tmp_path / 'a.en'}::{tmp_path / 'a.fr'}"
    assert main(["evaluate", "--model", str(tiny_folder), "--corpus", corpus, "--beam", "1", "--device", "cpu"]) == 0
    assert len(lines_of(capsys.readouterr().out)) == 5


def test_evaluation_takes_a_split(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "tatoeba").mkdir()
    write_tsv(tmp_path / "tatoeba" / "dev.en-fr.tsv", PAIRS[:3])
    arguments = ["evaluate", "--model", str(tiny_folder), "--data", str(tmp_path), "--beam", "1", "--device", "cpu"]
    assert main([*arguments, "--corpus", "tatoeba:dev"]) == 0
    assert "dev" in lines_of(capsys.readouterr().out)[1]
    assert_one_error_line(capsys, [*arguments, "--corpus", "tatoeba:tset"], "tset")
    assert_one_error_line(capsys, [*arguments, "--corpus", "multi30k"], str(tmp_path / "multi30k"))


def test_info_shows_sizes_of_a_folder_and_of_a_preset(capsys: pytest.CaptureFixture[str], tiny_folder: Path) -> None:
    assert main(["info", "--model", str(tiny_folder)]) == 0
    printed = capsys.readouterr().out
    total = sum(parameter.numel() for parameter in load_model(tiny_folder).model.parameters())
    assert f"{total:,}" in printed
    assert "4 heads of 4" in printed
    assert main(["info", "--model", "tiny"]) == 0
    assert "96" in capsys.readouterr().out


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


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--corpus", "GONE"], "gone.tsv"),
        (["--corpus", "everyday-poems"], "everyday-poems"),
        (["--corpus", ","], "--corpus"),
        (["--corpus", "TSV*x"], "--corpus"),
        (["--corpus", "TSV", "--dropout", "1.5"], "dropout"),
        (["--corpus", "TSV", "--heads", "5"], "heads"),
        (["--corpus", "TSV", "--steps", "0"], "steps"),
        (["--corpus", "BAD"], "line 2"),
        (["--corpus", "multi30k", "--data", "NOWHERE"], "nowhere"),
    ],
)
def test_a_training_that_cannot_begin_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], named: str
) -> None:
    write_tsv(tmp_path / "pairs.tsv", PAIRS[:5])
    (tmp_path / "bad.tsv").write_text("one\tun\nno tab\n")
    for word, name in {"TSV": "pairs.tsv", "GONE": "gone.tsv", "BAD": "bad.tsv", "NOWHERE": "nowhere"}.items():
        options = [option.replace(word, str(tmp_path / name)) for option in options]
    arguments = ["train", "--out", str(tmp_path / "run"), "--preset", "tiny", "--device", "cpu", *options]
    assert_one_error_line(capsys, arguments, named)
    assert not (tmp_path / "run").exists()


def test_an_output_folder_that_is_a_file_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:5])
    arguments = ["train", "--corpus", tsv, "--preset", "tiny", "--device", "cpu", "--out", tsv]
    assert_one_error_line(capsys, arguments, tsv)


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


@pytest.mark.slow
def test_ablations_are_measured_and_written_beside_the_model(
    capsys: pytest.CaptureFixture[str], tiny_tokenizer, tmp_path: Path
) -> None:
    folder = tmp_path / "silent"  # a model that says nothing is soonest done
    silent = constant_model([float(token == END) for token in range(tiny_tokenizer.size)], max_length=48)
    save_model(folder, silent, tiny_tokenizer, torch.arange(tiny_tokenizer.size), {})
    corpus = write_tsv(tmp_path / "pairs.tsv", PAIRS[20:21])
    arguments = ["ablations", "--model", str(folder), "--corpus", corpus, "--device", "cpu"]
    assert_one_error_line(capsys, [*arguments, "--pairs", "0"], "--pairs")
    assert main([*arguments, "--every", "6"]) == 0
    printed = capsys.readouterr().out
    assert "untouched" in printed
    assert "Heads that can go before 1 BLEU is lost, by random 2:" in printed
    assert len(json.loads((folder / "ablations.json").read_text())["edits"]["zero_head"]) == 24


def test_alignments_are_measured_against_people(
    capsys: pytest.CaptureFixture[str], tiny_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "test.en-fr.txt").write_text("it is cold . ||| il fait froid .\n" * 2)
    (tmp_path / "test.en-fr.gold").write_text("1-1 2-2 3-3 4p4\n" * 2)
    arguments = ["align", "--model", str(tiny_folder), "--device", "cpu", "--gold", str(tmp_path)]
    assert main([*arguments, "--rows", "3", "--out", str(tmp_path / "all.csv")]) == 0
    lines = lines_of(capsys.readouterr().out)
    assert len(lines) == 5
    assert lines[-1].startswith("Alignment error rate in %, on 2 pairs")
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 47
    assert_one_error_line(capsys, [*arguments[:-1], str(tmp_path / "none")], "none.txt")

    folder = tmp_path / "model"
    shutil.copytree(tiny_folder, folder)
    arguments[2] = str(folder)
    assert main([*arguments, "--explained", "--save", "own"]) == 0
    assert "alignment.json" in capsys.readouterr().out
    saved = load_alignment(folder)
    assert saved is not None
    assert len(saved["own"].rates) == 49
