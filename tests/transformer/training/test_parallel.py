"""Several processes take the steps that one would take."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from places import ROOT
from test_loop import CONFIG, Listening, log_rows
from test_run import options
from tiny import PAIRS, tiny_config, write_tsv
from tiny_recipe import write_recipe

from transformer.corpora import Direction
from transformer.devices import choose_device, multiplies_bfloat16
from transformer.model.folder import load_model
from transformer.training import parallel
from transformer.training.run import run_training


def test_a_process_works_on_its_own_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[torch.device] = []
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setenv("LOCAL_RANK", "3")
    for name in ("auto", "cuda", "cpu"):
        parallel.start(choose_device(name))
    assert chosen == [torch.device("cuda", 3)] * 2


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [
        ({"avx512_bf16": True, "amx_bf16": False}, True),
        ({"avx512_bf16": False, "amx_bf16": True}, True),
        ({"avx512_bf16": False, "amx_bf16": False, "avx512_f": True}, False),
        ({"neon": True}, False),
    ],
)
def test_bfloat16_is_chosen_only_where_the_processor_multiplies_it(monkeypatch, capabilities, expected) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert multiplies_bfloat16(torch.device("cpu")) is expected
    assert not multiplies_bfloat16(torch.device("mps"))


TWO_PROCESSES = """
import json, signal, sys
from contextlib import suppress
from pathlib import Path
sys.path[:0] = [{tests!r}, {helpers!r}, {root!r}]
import torch
torch.set_num_threads(1)
from test_loop import Listening
from test_parallel import parallel_run
from transformer.__main__ import main
from transformer.training import parallel
parallel.start(torch.device("cpu"))
listener = Listening()
parallel_run(Path({folder!r}), listener)
losses = json.dumps([report.loss for report in listener.steps])
Path({folder!r}, f"losses-{{parallel.rank()}}.json").write_text(losses)
parallel_run(Path({folder!r}, "whole"), Listening(), dropout=0.1)
end = {{7: lambda: signal.raise_signal(signal.SIGTERM)}} if parallel.rank() == 1 else {{}}  # one of them is told
with suppress(SystemExit):
    parallel_run(Path({folder!r}, "stopped"), Listening(end), dropout=0.1)
parallel_run(Path({folder!r}, "stopped"), Listening(), dropout=0.1, resume=True)
sys.exit(main(["build", {recipe!r}, "--out", {folder!r} + "/build", "--threads", "1"]))
"""


def parallel_run(folder: Path, listener: Listening, dropout: float = 0.0, resume: bool = False) -> None:
    """A run whose steps must not depend on the number of processes; some batches hold a single pair."""
    sizes = {"vocabulary_size": 160, "max_length": 64, "encoder_layers": 1, "decoder_layers": 1}
    model = tiny_config(**sizes, norm="pre", dropout=dropout)
    config = replace(CONFIG, optimizer="muon", batch_tokens=40, steps=10, validate_every=10)
    with pytest.MonkeyPatch.context() as patch:
        # Muon in float32 on every processor: what bfloat16 rounds to depends on the order in which gradients are added.
        patch.setattr("transformer.training.optimizers.multiplies_bfloat16", lambda device: False)
        chosen = options(folder, resume, direction=Direction("en", "de"))
        run_training(chosen, model, config, torch.device("cpu"), listener)


@pytest.mark.slow
def test_two_processes_take_the_same_steps_as_one_resume_them_and_build_a_recipe(tmp_path: Path) -> None:
    for name in ("one", "two", "recipe", "two/whole", "two/stopped"):
        (tmp_path / name).mkdir()
    for name in ("two", "two/whole", "two/stopped"):
        write_tsv(tmp_path / name / "pairs.tsv", PAIRS * 3)
    script = tmp_path / "two_processes.py"
    script.write_text(
        TWO_PROCESSES.format(
            tests=str(Path(__file__).parent),
            helpers=str(ROOT / "tests" / "helpers"),
            root=str(ROOT),
            folder=str(tmp_path / "two"),
            recipe=str(write_recipe(tmp_path / "recipe")),
        )
    )
    alone = Listening()
    parallel_run(tmp_path / "one", alone)
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", str(script)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    done = subprocess.run(torchrun, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("1/3 learn (train): done in") == 1
    assert load_model(tmp_path / "two/build/model").card["recipe"]["name"] == "own"
    for rank in range(2):
        losses = json.loads((tmp_path / "two" / f"losses-{rank}.json").read_text())
        assert losses == pytest.approx([report.loss for report in alone.steps], abs=1e-4)
    one, two = (load_model(tmp_path / name / "run" / "model") for name in ("one", "two"))
    for (name, first), second in zip(one.model.named_parameters(), two.model.parameters(), strict=True):
        if name.endswith("key_projection.bias"):
            continue  # softmax does not see it: its gradient is rounding noise, which Adam makes large
        torch.testing.assert_close(first, second, rtol=0, atol=2e-3, msg=lambda text, name=name: f"{name}: {text}")
    whole, stopped = (load_model(tmp_path / "two" / name / "run/model").model for name in ("whole", "stopped"))
    for first, second in zip(whole.parameters(), stopped.parameters(), strict=True):
        assert first.equal(second)
    assert len(log_rows(tmp_path / "two" / "run")) == len(log_rows(tmp_path / "one" / "run"))
