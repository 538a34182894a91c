"""A recorded run holds what a model of that moment really says and attends to, and comes back from its file."""

import shlex
import shutil
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from command_line import assert_one_error_line
from hypothesis import given
from hypothesis import strategies as st
from tiny import PAIRS, tiny_config, write_tsv

from transformer.__main__ import main
from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import trace_tokens
from transformer.errors import CorpusError, GlassformerError
from transformer.model.loss import translation_loss
from transformer.training import short_training
from transformer.training.ages import SHIPPED_AGES, age_steps, load_age, read_ages
from transformer.training.config import TrainingConfig
from transformer.training.recorded_run import SENTENCES as RECORDED
from transformer.training.recorded_run import RecordedRun, checkpoint_steps, load_run, record_run, save_run

CONFIG = TrainingConfig(steps=12, batch_tokens=120, warmup=3, peak=3e-3, bfloat16=False)
SENTENCES = (Pair("I'm tired.", "Je suis fatigué."), Pair("Where is the cat?", "Où est le chat ?"))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 2)


@pytest.fixture(scope="module")
def ages(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("run") / "ages"


@pytest.fixture(scope="module")
def run(corpus: str, ages: Path) -> RecordedRun:
    torch.set_num_threads(1)  # as in the tests: with others, sums differ in their last digits
    return record_run(corpus, tiny_config(vocabulary_size=120), CONFIG, ages, SENTENCES, checkpoints=4)


@pytest.mark.slow
def test_the_run_has_every_step_and_its_checkpoints(run: RecordedRun) -> None:
    assert run.steps == (0, 1, 5, 12)
    assert all(len(values) == 12 for values in run.log.values())
    assert len(run.validation) == 4
    assert run.validation[-1] < run.validation[0]


def test_the_first_checkpoint_is_the_untrained_model(run: RecordedRun, corpus: str) -> None:
    prepared = short_training.prepare(corpus, tiny_config(vocabulary_size=120), SENTENCES)
    model = short_training.fresh_model(prepared, tiny_config(), CONFIG.seed).eval()
    tokenizer = prepared.tokenizer
    for sentence in run.sentences:
        source, target = tokenizer.encode_source(sentence.source), tokenizer.encode_target(sentence.target)
        (best,) = decode_sorted(model, [source], Greedy())
        assert sentence.translations[0] == tokenizer.decode(best.tokens)
        trace = trace_tokens(ModelWithVocabulary(model, tokenizer), source, target)
        assert sentence.guesses[0] == tuple(tokenizer.tokens(trace["logits"].argmax(dim=-1).tolist()))
        # The model's own loss is the sum over the positions.
        summed = translation_loss(model, torch.tensor([source]), torch.tensor([target])).item()
        assert sentence.losses[0].sum().item() == pytest.approx(summed, rel=1e-5)


def test_recorded_sentences_are_not_trained_on(corpus: str) -> None:
    sizes = tiny_config(vocabulary_size=120)
    with_all, without = short_training.prepare(corpus, sizes), short_training.prepare(corpus, sizes, SENTENCES)
    encoded = without.tokenizer.encode_source(SENTENCES[0].source)
    rows = [pairs.sources for pairs, _ in without.parts]
    assert encoded not in [own.tolist() for each in rows for own in np.split(each.ids, each.starts[1:])]
    assert with_all.training_pairs == without.training_pairs + 2  # it stood in the corpus twice


def test_a_run_comes_back_from_its_file(run: RecordedRun, tmp_path: Path) -> None:
    save_run(tmp_path / "run.safetensors", run)
    back = load_run(tmp_path / "run.safetensors")
    assert (back.facts, back.steps) == (run.facts, run.steps)
    assert back.validation == pytest.approx(run.validation)
    for name, values in run.log.items():
        torch.testing.assert_close(back.log[name], values.float())
    for one, other in zip(back.sentences, run.sentences, strict=True):
        texts = [{k: v for k, v in asdict(each).items() if k != "losses"} for each in (one, other)]
        assert texts[0] == texts[1]
        torch.testing.assert_close(one.losses, other.losses)
    assert [path.name for path in tmp_path.iterdir()] == ["run.safetensors"]


@pytest.mark.parametrize("damage", ["missing", "truncated", "foreign"])
def test_a_damaged_file_is_one_sentence(run: RecordedRun, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "run.safetensors"
    if damage != "missing":
        save_run(path, run)
        whole = path.read_bytes()
        path.write_bytes({"truncated": whole[: len(whole) // 2], "foreign": b'{"a": 1}'}[damage])
    with pytest.raises(GlassformerError, match="record run"):
        load_run(path)


def test_a_corpus_with_nothing_left_is_refused(tmp_path: Path) -> None:
    alone = write_tsv(tmp_path / "one.tsv", PAIRS[:1])
    with pytest.raises(CorpusError, match="too few pairs"):
        record_run(alone, tiny_config(vocabulary_size=60), replace(CONFIG, steps=2), tmp_path, (PAIRS[0],))


@pytest.mark.parametrize("marks_of", [checkpoint_steps, age_steps])
@given(st.integers(1, 5_000), st.integers(2, 40))
def test_checkpoints_begin_at_0_end_at_the_end_and_grow_rarer(marks_of, steps: int, count: int) -> None:
    marks = marks_of(steps, count)
    assert (marks[0], marks[-1]) == (0, steps)
    assert list(marks) == sorted(set(marks))
    assert len(marks) <= count
    gaps = [late - early for early, late in pairwise(marks)]
    assert all(later >= earlier - 1 for earlier, later in pairwise(gaps))


def test_every_age_comes_back_as_the_model_was_then(run, ages, corpus) -> None:
    found = read_ages(ages)
    assert found.steps == age_steps(12)
    prepared = short_training.prepare(corpus, tiny_config(vocabulary_size=120), SENTENCES)
    model = short_training.fresh_model(prepared, tiny_config(), CONFIG.seed)
    updates = short_training.train(model, prepared, CONFIG)
    for step, loss in zip(found.steps, found.losses, strict=True):
        while step and next(updates).step < step:
            pass
        back, then = load_age(step, ages), dict(model.named_parameters())
        for name, value in back.model.named_parameters():
            kind = torch.float8_e4m3fn if value.dim() > 1 else torch.float16
            assert torch.equal(value, then[name].detach().to(kind).float()), (step, name)
        assert mean_loss(back.model, short_training.held_out_pairs(prepared)) == pytest.approx(loss)
        assert back.translate("Where is the cat?").source.tokens == tuple(
            prepared.tokenizer.tokens(prepared.tokenizer.encode_source(SENTENCES[1].source))
        )
    with pytest.raises(GlassformerError, match=r"there are 0, .*, 12"):
        load_age(13, ages)


@pytest.mark.parametrize("name", ["ages.json", "config.json", "tokenizer.json", "young.safetensors", "old.safetensors"])
def test_damaged_ages_are_one_sentence(run, ages, tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(ages, tmp_path / "ages")
    for content in ((folder / name).read_bytes()[:40], b'{"a": 1}'):
        (folder / name).write_bytes(content)
        with pytest.raises(GlassformerError, match=r"^[^\n]+$"):
            load_age(12, folder)


def test_the_shipped_ages_are_small_and_have_learned() -> None:
    assert sum(path.stat().st_size for path in SHIPPED_AGES.iterdir()) <= 5_700_000
    ages = read_ages()
    assert {0, 2_400} <= {*ages.steps} <= {*age_steps(2_400)}
    assert [*ages.losses] == sorted(ages.losses, reverse=True)
    assert ages.losses[-1] < 0.1 * ages.losses[0]
    assert load_age(2_400).translate(RECORDED[0].source).text == RECORDED[0].target


@pytest.mark.slow
def test_the_command_records_the_sentences_it_is_given(corpus: str, tmp_path: Path, capsys) -> None:
    out = tmp_path / "runs" / "own.safetensors"
    options = (
        f"--corpus {corpus} --steps 3 --checkpoints 3 --batch-tokens 80 --warmup 1 --device cpu --out {out}".split()
    )
    typed = ["record", "run", *options, "--sentence", *SENTENCES[1]]
    assert main(typed) == 0
    run = load_run(out)
    assert [sentence.source for sentence in run.sentences] == ["Where is the cat?"]
    assert run.steps == (0, 1, 3)
    assert load_age(3, tmp_path / "runs" / "own-ages").translate("Where is the cat?").source.text == "Where is the cat?"
    assert next(iter(run.facts)) == "command"
    assert run.facts["command"] == shlex.join(["python", "-m", "transformer", *typed])
    assert "Where is the cat? -> " in capsys.readouterr().out
    assert_one_error_line(capsys, ["record", "run", "--corpus", str(tmp_path / "none.tsv")], "none.tsv")
