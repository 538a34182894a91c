"""From corpora to a model folder, and with the plug pulled."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from test_loop import CONFIG, Listening, StoppedError, stop
from tiny import PAIRS, tiny_config, write_tsv

import transformer
from transformer.__main__ import main
from transformer.corpora import CORPORA, Direction, MixturePart
from transformer.corpora.everyday import ASSETS, NATURAL_FOLDERS
from transformer.errors import GlassformerError
from transformer.model.folder import TOKENIZER_FILE, load_model
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.run import RunOptions, run_training

pytestmark = pytest.mark.slow  # nearly every test here trains

CPU = torch.device("cpu")
MODEL = tiny_config(vocabulary_size=160, norm="pre", max_length=64, dropout=0.1)


@pytest.fixture(autouse=True)
def _few_aligned_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformer.training.card.ALIGNED_PAIRS", 20)


def options(tmp_path: Path, resume: bool = False, **changes: object) -> RunOptions:
    tsv = tmp_path / "pairs.tsv"
    if not tsv.exists():
        write_tsv(tsv, PAIRS * 3)
    return RunOptions(**{"mixture": [MixturePart(str(tsv))], "folder": tmp_path / "run", "resume": resume, **changes})


def test_a_run_ends_in_a_model_folder_with_its_card(tmp_path: Path) -> None:
    folder = run_training(options(tmp_path, command="python -m transformer train …"), MODEL, CONFIG, CPU, Listening())
    assert folder == tmp_path / "run" / "model"
    loaded = load_model(folder)
    card = loaded.card
    assert card["command"] == "python -m transformer train …"
    assert card["corpora"] == [{"name": str(tmp_path / "pairs.tsv"), "weight": 1.0, "training_pairs": 81}]
    assert card["parameters"]["total"] == sum(value.numel() for value in loaded.model.parameters())
    assert card["training"]["steps"] == CONFIG.steps
    assert card["training"]["seed"] == CONFIG.seed
    assert (card["source_language"], card["target_language"]) == ("en", "fr")
    sources = [loaded.tokenizer.encode_source(pair.source) for pair in PAIRS]
    held_out = PAIRS[::10]  # no corpus holds out any
    assert card["examples"] == [pair._asdict() for pair in held_out]
    sources = [each for each, pair in zip(sources, PAIRS, strict=True) if pair not in held_out]
    assert loaded.source_token_counts.sum() == 3 * sum(map(len, sources))
    assert loaded.source_token_counts[3] == 81
    assert card["longest_usual_source"] in map(len, sources)
    transformer.load(folder).translate("I don't know.", beam=2)


def test_sentences_of_the_project_are_told_from_those_of_the_user(tmp_path: Path) -> None:
    own = MixturePart(str(ASSETS / NATURAL_FOLDERS["de"] / "essentials.tsv.gz"))
    of_the_user = options(tmp_path).mixture[0]
    run = options(tmp_path, mixture=[own, of_the_user], direction=Direction("en", "de"))
    card = load_model(run_training(run, MODEL, replace(CONFIG, steps=1), CPU, Listening())).card
    assert card["licences"] == {"everyday": CORPORA["everyday"].licence, of_the_user.name: "the user's own data"}
    assert card["target_language"] == "de"
    assert "alignment" not in card  # the grammar, which knows alignments, writes French


def test_a_run_can_begin_with_an_earlier_model(tmp_path: Path) -> None:
    first = run_training(options(tmp_path, command="first"), MODEL, CONFIG, CPU, Listening())
    heard = Listening()
    still = replace(CONFIG, steps=1, peak=1e-12, average=1)
    # The sizes are those of the model begun with, whatever else is asked for.
    other_sizes = replace(MODEL, d_model=MODEL.d_model * 2)
    second = run_training(
        options(tmp_path, folder=tmp_path / "second", initial=first, command="second"), other_sizes, still, CPU, heard
    )
    before, after = load_model(first), load_model(second)
    assert after.tokenizer.to_json() == before.tokenizer.to_json()
    for old, new in zip(before.model.parameters(), after.model.parameters(), strict=True):
        torch.testing.assert_close(new, old, rtol=1e-3, atol=1e-5)  # a learning rate of nearly 0, and 16 bits
    assert (after.card["earlier_commands"], after.card["command"]) == (["first"], "second")
    assert after.card["training"]["hours"] >= before.card["training"]["hours"]


def test_sizes_beside_an_initial_model_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tsv = options(tmp_path).mixture[0].name
    begin = ["train", "--corpus", tsv, "--out", str(tmp_path / "new"), "--initial", "en-fr"]
    assert main([*begin, "--preset", "tiny", "--d-model", "64", "--vocabulary", "99", "--dropout", "0.3"]) == 2
    said = capsys.readouterr().err
    assert all(each in said for each in ("--d-model", "--dropout", "--vocabulary", "--preset", "--initial"))
    assert not (tmp_path / "new").exists()


def test_a_model_too_short_for_the_sentences_of_the_alignment_is_finished_all_the_same(tmp_path: Path) -> None:
    short = replace(MODEL, max_length=24)
    load_model(run_training(options(tmp_path), short, replace(CONFIG, steps=1), CPU, Listening()))


def test_resuming_with_a_smaller_vocabulary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        run_training(options(tmp_path), MODEL, CONFIG, CPU, Listening({6: stop}))
    smaller = tiny_config(vocabulary_size=100)
    with pytest.raises(GlassformerError, match="--vocabulary"):
        run_training(options(tmp_path, resume=True), smaller, CONFIG, CPU, Listening())


def test_a_run_that_saved_nothing_leaves_no_vocabulary_to_the_next(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        run_training(options(tmp_path), MODEL, CONFIG, CPU, Listening({2: stop}))
    vocabulary = tmp_path / "run" / TOKENIZER_FILE
    assert SubwordTokenizer.load(vocabulary).size > 120
    smaller = replace(MODEL, vocabulary_size=120)
    with pytest.raises(StoppedError):
        run_training(options(tmp_path), smaller, CONFIG, CPU, Listening({6: stop}))
    assert SubwordTokenizer.load(vocabulary).size <= 120
