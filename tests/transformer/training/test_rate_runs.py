"""Runs that differ in the learning rate alone: recorded as they went, those that broke off too."""

import math
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from tiny import tiny_config, write_tsv

from transformer.__main__ import main
from transformer.errors import ConfigError, GlassformerError
from transformer.training import short_training
from transformer.training.config import TrainingConfig
from transformer.training.rate_runs import RateRuns, load_rates, record_rates, rivals, save_rates
from transformer.training.schedule import learning_rate, paper_peak

CONFIG = TrainingConfig(steps=6, warmup=2, batch_tokens=120, bfloat16=False)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv")


@pytest.fixture(scope="module")
def rates(corpus: str) -> RateRuns:
    return record_rates(corpus, tiny_config(vocabulary_size=120, norm="post"), CONFIG, lambda line: None)


@pytest.mark.slow
def test_every_run_follows_its_schedule(rates: RateRuns) -> None:
    peak = (16 * 2) ** -0.5
    assert paper_peak(16, 2) == pytest.approx(peak)
    assert [(run.name, run.schedule, run.peak) for run in rates.runs] == list(rivals(paper_peak(16, 2)))
    for run in rates.runs:
        config = replace(CONFIG, schedule=run.schedule, peak=run.peak)
        assert run.rates == pytest.approx([learning_rate(step, config, 16) for step in range(1, 7)], rel=1e-5)
    assert max(rates.runs[0].rates) == pytest.approx(peak, rel=1e-5)


@pytest.mark.slow
def test_all_begin_with_the_same_weights_and_the_same_batch(rates: RateRuns) -> None:
    assert len({run.losses[0] for run in rates.runs}) == 1
    assert len({run.losses[-1] for run in rates.runs}) == len(rates.runs)
    assert all(len(run.losses) == len(run.gradient_norms) == 6 for run in rates.runs)
    assert all(run.validation is not None and run.broke_off is None for run in rates.runs)


@pytest.mark.slow
def test_a_run_whose_loss_is_no_number_is_kept_as_far_as_it_went(corpus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, made = short_training.fresh_model, []

    def broken(corpus, model_config, seed):
        model = fresh(corpus, model_config, seed)
        made.append(model)
        if rivals(1.0)[len(made) - 1][0] == "growing":
            calls: list[int] = []

            def spoil(module, inputs, logits):
                calls.append(1)
                return logits * (math.nan if len(calls) == 4 else 1)

            model.register_forward_hook(spoil)
        return model

    monkeypatch.setattr(short_training, "fresh_model", broken)
    rates = record_rates(corpus, tiny_config(vocabulary_size=120), CONFIG, tell=lambda line: None)
    growing = next(run for run in rates.runs if run.schedule == "growing")
    assert len(growing.losses) == 3
    assert growing.validation is None
    assert "step 4" in (growing.broke_off or "")
    assert all(run.broke_off is None for run in rates.runs if run is not growing)


def test_runs_come_back_from_their_file(rates: RateRuns, tmp_path: Path) -> None:
    save_rates(tmp_path / "rates.json", rates)
    back = load_rates(tmp_path / "rates.json")
    assert [run.name for run in back.runs] == [run.name for run in rates.runs]
    for found, run in zip(back.runs, rates.runs, strict=True):
        for curve in ("losses", "rates", "gradient_norms"):
            assert getattr(found, curve) == pytest.approx(getattr(run, curve), rel=1e-5)
    assert back.facts["training"]["peak"] == pytest.approx(rates.facts["training"]["peak"], rel=1e-5)


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"facts": {}}', '{"facts": {}, "runs": [{"name": "x"}]}'])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "rates.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(GlassformerError, match="record rates"):
        load_rates(path)


def test_a_warm_up_longer_than_the_runs_is_refused(corpus: str) -> None:
    with pytest.raises(ConfigError, match="warmup"):
        record_rates(corpus, tiny_config(), replace(CONFIG, warmup=6))


@pytest.mark.slow
def test_the_command_writes_the_runs(corpus: str, tmp_path: Path, capsys) -> None:
    out = tmp_path / "rates.json"
    options = f"--corpus {corpus} --steps 2 --warmup 1 --batch-tokens 60 --device cpu --out {out}".split()
    assert main(["record", "rates", *options]) == 0
    assert [len(run.losses) for run in load_rates(out).runs] == [2] * 7
    assert load_rates(out).facts["model"]["norm"] == "post"
    assert load_rates(out).facts["command"] == shlex.join(["python", "-m", "transformer", "record", "rates", *options])
    assert "7 runs" in capsys.readouterr().out
    assert main(["record", "rates", *options, "--warmup", "9"]) == 2
