"""Training: it learns, it repeats itself bit for bit, and it survives being stopped anywhere."""

import csv
import errno
import math
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tiny import PAIRS, tiny_config
from torch import Tensor

from transformer.errors import GlassformerError, TrainingError
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import loop as loop_module
from transformer.training.config import TrainingConfig
from transformer.training.loop import TrainingLoop
from transformer.training.prepared_corpus import PlainCorpus, encode_corpus
from transformer.training.reports import StepReport, ValidationReport

pytestmark = pytest.mark.slow  # nearly every test here trains

CONFIG = TrainingConfig(
    steps=24,
    batch_tokens=120,
    peak=1e-2,
    warmup=4,
    validate_every=8,
    save_every=5,
    average=2,
    bfloat16=False,
    hasty_share=0.2,
    seed=3,
)


class Listening:
    """A listener that keeps what it hears, and may do something at a step."""

    def __init__(self, at_step: dict[int, Callable[[], object]] | None = None) -> None:
        self.steps: list[StepReport] = []
        self.validations: list[ValidationReport] = []
        self.at_step = at_step or {}

    def on_step(self, report: StepReport) -> None:
        self.steps.append(report)
        self.at_step.get(report.step, lambda: None)()

    def on_validation(self, report: ValidationReport) -> None:
        self.validations.append(report)


class StoppedError(Exception):
    pass


def stop() -> None:
    raise StoppedError


@pytest.fixture
def make_loop(tmp_path: Path, tiny_tokenizer: SubwordTokenizer):
    """Builds a run in a folder of `tmp_path`."""

    def make(
        folder: str = "run",
        config: TrainingConfig = CONFIG,
        listener: Listening | None = None,
        train=PAIRS,
        dev=PAIRS[:4],
        **changes: object,
    ) -> TrainingLoop:
        torch.manual_seed(config.seed)
        model_config: ModelConfig = tiny_config(
            **{"vocabulary_size": tiny_tokenizer.size, "max_length": 24, "dropout": 0.1, "norm": "pre", **changes}
        )
        corpus = encode_corpus(PlainCorpus([(train, 1.0)], {"own": dev}), tiny_tokenizer, 24, 10)
        return TrainingLoop(Transformer(model_config), corpus, config, tmp_path / folder, listener or Listening())

    return make


def weights(loop: TrainingLoop) -> dict[str, Tensor]:
    return {name: value.detach().clone() for name, value in loop.trainer.model.named_parameters()}


def assert_equal_bit_for_bit(first: dict[str, Tensor], second: dict[str, Tensor]) -> None:
    assert first.keys() == second.keys()
    different = [name for name in first if not torch.equal(first[name], second[name])]
    assert not different


def log_rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "log.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def assert_no_step_is_logged_twice(folder: Path) -> None:
    rows = [(int(row["step"]), "validation" if row["dev_loss"] else "step") for row in log_rows(folder)]
    assert rows == sorted(rows, key=lambda row: row[0])
    assert len(rows) == len(set(rows))


def test_the_loss_falls_and_every_step_is_reported(make_loop) -> None:
    listener = Listening()
    config = replace(CONFIG, steps=60, validate_every=30)
    make_loop(config=config, listener=listener).run()
    assert [report.step for report in listener.steps] == list(range(1, 61))
    losses = [report.loss for report in listener.steps]
    assert losses[0] == pytest.approx(math.log(160), rel=0.35)
    assert sum(losses[-5:]) < 0.75 * sum(losses[:5])
    assert [report.step for report in listener.validations] == [30, 60]
    assert listener.validations[1].loss < listener.validations[0].loss
    tokens = [report.target_tokens for report in listener.steps]
    assert tokens == sorted(tokens)
    assert listener.steps[-1].learning_rate == pytest.approx(0, abs=1e-12)


def press_ctrl_c() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("step", "interrupt", "optimizer"), [(8, stop, "adam"), (13, press_ctrl_c, "muon")])
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(make_loop, tmp_path, step, interrupt, optimizer) -> None:
    config = replace(CONFIG, optimizer=optimizer, piece_dropout=0.2)
    whole = make_loop("whole", config)
    whole.run()
    with pytest.raises((StoppedError, KeyboardInterrupt)):
        make_loop("cut", config, Listening({step: interrupt})).run()
    resumed = make_loop("cut", config)
    torch.rand(7)  # whatever happened in between
    assert resumed.resume()
    assert 0 < resumed.state.step <= step
    resumed.run()
    assert_equal_bit_for_bit(weights(whole), weights(resumed))
    assert resumed.state.target_tokens == whole.state.target_tokens
    assert resumed.state.checkpoints == whole.state.checkpoints
    whole.average_best()
    resumed.average_best()
    assert_equal_bit_for_bit(weights(whole), weights(resumed))
    assert_no_step_is_logged_twice(tmp_path / "cut")
    assert [row["step"] for row in log_rows(tmp_path / "cut")] == [row["step"] for row in log_rows(tmp_path / "whole")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_for_the_step_saves_it_and_loses_nothing(make_loop, tmp_path: Path, number: int) -> None:
    config = replace(CONFIG, save_every=100)
    whole = make_loop("whole", config)
    whole.run()
    cut = make_loop("cut", config, Listening({6: lambda: signal.raise_signal(number)}))
    before = signal.getsignal(number)
    with pytest.raises((KeyboardInterrupt, SystemExit)) as ended:
        cut.run()
    assert ended.type is (KeyboardInterrupt if number == signal.SIGINT else SystemExit)
    assert signal.getsignal(number) == before
    resumed = make_loop("cut", config)
    torch.rand(7)
    assert resumed.resume()
    assert resumed.state.step == 6
    resumed.run()
    assert_equal_bit_for_bit(weights(whole), weights(resumed))
    assert resumed.state.checkpoints == whole.state.checkpoints


@pytest.mark.parametrize("step", [8, 24])
def test_a_signal_interrupts_a_validation_which_the_resumed_run_makes_up_for(
    make_loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    whole = make_loop("whole")
    whole.run()
    cut = make_loop("cut")
    with monkeypatch.context() as patch:
        measure = loop_module.validate
        patch.setattr(
            loop_module,
            "validate",
            lambda *given: (cut.state.step == step and signal.raise_signal(signal.SIGTERM), measure(*given))[1],
        )
        with pytest.raises(SystemExit):
            cut.run()
    resumed = make_loop("cut")
    assert resumed.resume()
    assert (resumed.state.step, resumed.state.validated) == (step, step - 8)
    resumed.run()
    assert_equal_bit_for_bit(weights(whole), weights(resumed))
    assert resumed.state.checkpoints == whole.state.checkpoints
    assert_no_step_is_logged_twice(tmp_path / "cut")


def test_a_second_ctrl_c_ends_at_once(make_loop, tmp_path: Path) -> None:
    def press_twice() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        pytest.fail("it goes on")

    with pytest.raises(KeyboardInterrupt):
        make_loop(listener=Listening({3: press_twice})).run()
    assert not (tmp_path / "run" / "state.safetensors").exists()


def test_a_run_interrupted_before_its_first_state_begins_its_log_anew(make_loop, tmp_path: Path) -> None:
    config = replace(CONFIG, save_every=100, validate_every=100)
    (tmp_path / "run").mkdir()
    with pytest.raises(StoppedError):
        make_loop(config=config, listener=Listening({12: stop})).run()
    again = make_loop(config=config)
    assert not again.resume()
    again.run()
    assert_no_step_is_logged_twice(tmp_path / "run")


@pytest.mark.parametrize(
    ("step", "told"), [(12, r"step 13: .*learning rate below"), (15, r"before step 16: .*lower")], ids=["loss", "state"]
)
def test_what_is_no_number_stops_the_run_and_is_never_saved(make_loop, step: int, told: str) -> None:
    def poison() -> None:
        loop.trainer.model.output_projection.weight.data[5].fill_(math.nan)

    loop = make_loop(listener=Listening({step: poison}))
    with pytest.raises(TrainingError, match=told):
        loop.run()
    again = make_loop()
    assert again.resume()
    assert again.state.step == 10
    assert all(torch.isfinite(value).all() for value in weights(again).values())
    again.run()


@pytest.mark.parametrize("other", [{"config": replace(CONFIG, peak=2e-2)}, {"train": PAIRS[1:]}, {"d_ff": 32}])
def test_resuming_with_other_options_or_data_is_refused(make_loop, tmp_path: Path, other: dict[str, object]) -> None:
    with pytest.raises(StoppedError):
        make_loop(listener=Listening({6: stop})).run()
    before = (tmp_path / "run" / "state.safetensors").read_bytes()
    with pytest.raises(TrainingError, match="other options") as error:
        make_loop(**other).resume()
    assert "state.safetensors" in str(error.value)
    assert (tmp_path / "run" / "state.safetensors").read_bytes() == before


@pytest.mark.parametrize(
    "damage", [lambda content: content[:-50], lambda content: b"x" * 100], ids=["truncated", "foreign"]
)
def test_a_damaged_state_is_named(make_loop, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(StoppedError):
        make_loop(listener=Listening({6: stop})).run()
    path = tmp_path / "run" / "state.safetensors"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TrainingError) as error:
        make_loop().resume()
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_the_best_checkpoints_are_kept_and_averaged(make_loop, tmp_path: Path) -> None:
    listener = Listening()
    loop = make_loop(config=replace(CONFIG, steps=36, validate_every=6, average=2), listener=listener)
    loop.run()
    last, paths = weights(loop), sorted((tmp_path / "run").glob("checkpoint-*"))
    assert [path.name for path in paths] == sorted(name for name, *_ in loop.state.checkpoints)
    scores = [score for _, score, _ in loop.state.checkpoints]
    assert scores == sorted((report.mean_bleu for report in listener.validations), reverse=True)[:2]
    states = [load_file(path) for path in paths]
    assert loop.average_best() == len(states) == 2
    for name, value in weights(loop).items():
        torch.testing.assert_close(value, (states[0][name] + states[1][name]) / 2)
    assert not torch.equal(weights(loop)["source_embedding.weight"], last["source_embedding.weight"])
    paths[0].write_bytes(paths[0].read_bytes()[:100])
    with pytest.raises(GlassformerError, match=re.escape(paths[0].name)):
        loop.average_best()


@pytest.mark.parametrize("dev", [[], PAIRS[:4]], ids=["no held-out pairs", "BLEU 0 throughout"])
def test_of_equally_good_checkpoints_the_latest_are_kept(make_loop, monkeypatch: pytest.MonkeyPatch, dev: list) -> None:
    """Data of the user's own has no dev part: then the end of the training counts, not its beginning."""
    monkeypatch.setattr(
        "transformer.training.validation.score_translations",
        lambda *_: type("Score", (), {"bleu": 0.0, "exact": 0.0, "sentences": 1})(),
    )
    loop = make_loop(dev=dev, listener=(heard := Listening()))
    loop.run()
    assert bool(heard.validations) == bool(dev)  # no loss of 0.000 where nothing was measured
    assert {name for name, *_ in loop.state.checkpoints} == {"checkpoint-16.safetensors", "checkpoint-24.safetensors"}


def test_a_disk_that_fills_up_while_logging_is_explained(make_loop, tmp_path, monkeypatch) -> None:
    opened = Path.open

    def full(self: Path, mode: str = "r", *arguments: object, **options: object):
        if self.name == "log.csv" and "a" in mode:
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(self, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(GlassformerError, match=r"log\.csv"):
        make_loop().run()


def test_muon_moves_the_matrices_inside_the_layers(make_loop) -> None:
    whole = make_loop(config=replace(CONFIG, optimizer="muon"))
    adam, muon = whole.trainer.optimizers
    shapes = [parameter.shape for group in muon.param_groups for parameter in group["params"]]
    layers = whole.trainer.model.config.encoder_layers + whole.trainer.model.config.decoder_layers
    attentions = layers + whole.trainer.model.config.decoder_layers
    assert len(shapes) == 4 * attentions + 2 * layers
    assert {len(shape) for shape in shapes} == {2}
    by_adam = sum(len(group["params"]) for group in adam.param_groups)
    assert by_adam + len(shapes) == len(list(whole.trainer.model.parameters()))


def test_bfloat16_keeps_weights_in_float32_and_goes_on_where_there_is_none(make_loop) -> None:
    heard, config = Listening({30: stop}), replace(CONFIG, steps=40, validate_every=40)
    loop = make_loop(config=replace(config, bfloat16=True), listener=heard)
    with pytest.raises(StoppedError):
        loop.run()
    assert {value.dtype for value in weights(loop).values()} == {torch.float32}
    assert heard.steps[-1].loss < 0.8 * heard.steps[0].loss
    resumed = make_loop(config=config)
    assert resumed.resume()
    resumed.run()
    assert resumed.state.step == 40
