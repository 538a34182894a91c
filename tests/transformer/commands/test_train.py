"""`python -m transformer train`: begun, ended, told, and refused in one line."""

import json
import os
import signal
from pathlib import Path

import pytest
from command_line import assert_one_error_line, lines_of, output_of
from tiny import PAIRS, write_tsv

import transformer
from transformer.__main__ import main
from transformer.commands import arguments, train
from transformer.commands.progress_bar import ProgressBar
from transformer.corpora import Direction, Pair
from transformer.files import lock_folder
from transformer.model.folder import load_model
from transformer.training.reports import StepReport


@pytest.mark.parametrize("has_it", [True, False])
@pytest.mark.parametrize(("option", "expected"), [("", None), ("--bfloat16", True), ("--no-bfloat16", False)])
def test_the_precision_of_a_training_is_the_machine_s_unless_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_it: bool, option: str, expected: bool | None
) -> None:
    monkeypatch.setattr("transformer.commands.training_options.multiplies_bfloat16", lambda _: has_it)
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
@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_training_that_is_ended_says_so_and_so_does_its_folder(capsys, monkeypatch, tmp_path, end) -> None:
    run = tmp_path / "run"

    def signalled(_: ProgressBar, report: StepReport) -> None:
        if report.step == 5:
            os.kill(os.getpid(), getattr(signal, end))

    monkeypatch.setattr(ProgressBar, "on_step", signalled)
    before = signal.getsignal(signal.SIGTERM)
    if end != "SIGINT":
        with pytest.raises(SystemExit) as ended:
            main(training(tmp_path))
        assert ended.value.code == 128 + getattr(signal, end)
    else:
        # What a shell starts in the background ignores this signal, the tests among it.
        ours = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            assert main(training(tmp_path)) == 130
        finally:
            signal.signal(signal.SIGINT, ours)
    assert signal.getsignal(signal.SIGTERM) == before
    err = lines_of(capsys.readouterr().err)
    assert f"The training in {run} is not finished" in err[-2 if end == "SIGINT" else -1]
    assert any("Stopping after this step" in line for line in err)
    assert json.loads((run / "run.json").read_text()) == {"source": "und", "target": "und", "finished": False}
    assert sorted(os.listdir(run)) == [".lock", "run.json", "state.safetensors", "tokenizer.json"]
    monkeypatch.undo()
    for model in (run, run / "model"):
        assert_one_error_line(capsys, ["translate", "--model", str(model), "Hello"], "is not finished", "--resume")
    assert_one_error_line(capsys, training(tmp_path), "already has a run")
    assert_one_error_line(
        capsys, training(tmp_path, "--resume", "--target", "de"), "from 'und' to 'und'", "--target und"
    )
    assert_one_error_line(capsys, training(tmp_path, "--resume", "--source", "fr", "--target", "en"), "--source und")
    with lock_folder(run, "training"):
        assert_one_error_line(capsys, training(tmp_path, "--resume"), "Another training is running", str(run))
    assert main(training(tmp_path, "--resume")) == 0
    assert json.loads((run / "run.json").read_text())["finished"] is True
    assert main(["translate", "--model", str(run / "model"), "I don't know."]) == 0
    capsys.readouterr()
    assert_one_error_line(capsys, ["translate", "--model", str(run), "Hello"], str(run / "model"))


@pytest.mark.slow
def test_own_pairs_are_held_out_and_names_are_free_and_both_is_said(capsys, tmp_path) -> None:
    pairs = [Pair(f"March {day}, 20{year}", f"20{year}-03-{day}") for day in (11, 12) for year in range(21, 46)]
    tsv, dev = write_tsv(tmp_path / "pairs.tsv", pairs), write_tsv(tmp_path / "dev.tsv", pairs[:7])
    named = ["--source", "dates", "--target", "ISO dates", "--validate-every", "3"]
    for more, said, held_out in (
        ([], "Held out, to choose the best checkpoints: 5 of 50 pairs. Give --dev FILE", pairs[::10]),
        (["--dev", dev], "Left out of training: 7 pairs whose source is in", pairs[:7]),
    ):
        run = tmp_path / f"run{len(more)}"
        assert main([*training(tmp_path), *named, *more, "--out", str(run)]) == 0
        told = capsys.readouterr()
        assert said in told.err
        assert "dev loss" in told.out
        assert "% exact" in told.out
        rows = (run / "log.csv").read_text().splitlines()
        assert [row.split(",")[0] for row in rows] == ["step", "3", "6"]
        card = load_model(run / "model").card
        assert (card["source_language"], card["target_language"]) == ("dates", "ISO dates")
        assert card["examples"] == [pair._asdict() for pair in held_out]
        assert card["corpora"] == [{"name": tsv, "weight": 1.0, "training_pairs": 50 - len(held_out)}]
    translator = transformer.load(run / "model")
    assert translator.doubts(translator.translate("MARCH 3, 2021")) == ()
    assert translator.read("ACGTTG").text == "ACGTTG"  # what a model of one's own reads is left as it is
    assert_one_error_line(capsys, ["evaluate", "--model", str(run / "model")], "none goes from 'dates' to 'ISO dates'")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--corpus everyday", ("en", "fr")),
        ("--corpus pairs.tsv", ("und", "und")),
        ("--corpus pairs.tsv --target de", ("en", "de")),
        ("--corpus pairs.tsv --source French --target English", ("fr", "en")),
        ("--corpus pairs.tsv --source words", ("words", "und")),
        ("--corpus pairs.tsv --initial en-de", ("en", "de")),
    ],
)
def test_what_a_model_reads_and_writes_is_what_it_is_named(options: str, expected: tuple[str, str]) -> None:
    parser = arguments.Parser()
    train.add_arguments(parser)
    assert train.direction_of(parser.parse_args(["--out", "x", *options.split()])) == Direction(*expected)


@pytest.mark.slow
def test_what_a_training_does_not_learn_from_is_counted_and_told(capsys, tmp_path) -> None:
    arguments = training(tmp_path, "--steps", "1")
    assert main(arguments) == 0
    assert "Left out of training" not in capsys.readouterr().err
    with (tmp_path / "pairs.tsv").open("a") as file:
        file.write("One.\tUn.\tby somebody\nTwo.\tDeux.\t\n\t\t\n")
        file.write(f"{'the cat ' * 300}\tLe chat.\n")
    arguments[arguments.index(str(tmp_path / "run"))] = str(tmp_path / "second")
    assert main(arguments) == 0
    told = [line for line in lines_of(capsys.readouterr().err.replace("\r", "\n")) if "Left out of training" in line]
    (line,) = told
    assert all(each in line for each in (str(tmp_path / "pairs.tsv"), " 2 lines", " 1 of 29 pairs", " 256 tokens"))


@pytest.mark.slow
def test_training_end_to_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv")
    sizes = "--preset tiny --vocabulary 160 --encoder-layers 1 --decoder-layers 2 --d-model 16 --heads 2 --d-ff 20"
    more = "--steps 12 --batch-tokens 100 --schedule paper --no-bfloat16 --norm post --positions learned --device cpu"
    arguments = ["train", "--corpus", f"{tsv}*2", "--out", str(tmp_path / "run"), *sizes.split(), *more.split()]
    printed = output_of(capsys, arguments)
    model = tmp_path / "run" / "model"
    assert str(model) in printed
    config = load_model(model).model.config
    assert (config.encoder_layers, config.decoder_layers, config.d_model, config.d_ff) == (1, 2, 16, 20)
    assert (config.norm, config.positions) == ("post", "learned")
    assert load_model(model).card["training"]["schedule"] == "paper"
    assert_one_error_line(capsys, [*arguments, "--resume", "--peak", "0.5"], "state.safetensors")
    assert main([*arguments, "--resume"]) == 0


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
def test_a_training_that_cannot_begin_is_one_line(capsys, tmp_path, options, named) -> None:
    write_tsv(tmp_path / "pairs.tsv", PAIRS[:5])
    (tmp_path / "bad.tsv").write_text("one\tun\nno tab\n")
    for word, name in {"TSV": "pairs.tsv", "GONE": "gone.tsv", "BAD": "bad.tsv", "NOWHERE": "nowhere"}.items():
        options = [option.replace(word, str(tmp_path / name)) for option in options]
    arguments = ["train", "--out", str(tmp_path / "run"), "--preset", "tiny", "--device", "cpu", *options]
    assert_one_error_line(capsys, arguments, named)
    assert not (tmp_path / "run").exists()
