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
from transformer.training.rate_runs import RateRuns, load_rates, record_rates, rivals

CONFIG = TrainingConfig(steps=6, warmup=2, batch_tokens=120, bfloat16=False)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv")


@pytest.fixture(scope="module")
def rates(corpus: str) -> RateRuns:
    return record_rates(corpus, tiny_config(vocabulary_size=120, norm="post"), CONFIG)


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
    rates = record_rates(corpus, tiny_config(vocabulary_size=120), CONFIG)
    growing = next(run for run in rates.runs if run.schedule == "growing")
    assert len(growing.losses) == 3
    assert growing.validation is None
    assert "step 4" in (growing.broke_off or "")
    assert all(run.broke_off is None for run in rates.runs if run is not growing)


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
