"""The script for a GPU runs in miniature on a CPU, and its recipe is the shipped one in larger batches."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from places import ROOT

from benchmarks.gpu import fitting_length, with_larger_batches, without_evaluation
from transformer.training.recipes import read_recipe

RECIPE = """target = "fr"

[[stage]]
name = "learn"
kind = "train"
corpus = "everyday-natural/phrases"
preset = "tiny"
vocabulary = 300
steps = 40
warmup = 4
peak = 4e-3
batch_tokens = 150
validate_every = 40
average = 1

[[stage]]
name = "measure"
kind = "evaluate"
corpus = "everyday-natural/essentials:train"
"""


def test_larger_batches_show_as_many_tokens(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(with_larger_batches(RECIPE))
    learn, measure = read_recipe(path).stages
    assert (learn.options["batch_tokens"], learn.options["steps"]) == (600, 10)
    assert (learn.options["warmup"], learn.options["validate_every"]) == (1, 10)
    assert learn.options["peak"] == pytest.approx(4e-3 * 2**0.5, rel=0.02)
    assert measure.options == {"corpus": "everyday-natural/essentials:train"}
    path.write_text(without_evaluation(path.read_text()))
    (alone,) = read_recipe(path).stages
    assert alone == learn
    assert fitting_length(path, speed=30.0, seconds=300) == 0.5
    assert fitting_length(path, speed=30.0, seconds=3000) == 1


@pytest.mark.slow
def test_it_runs_in_miniature_without_the_packages_of_the_app(tmp_path: Path) -> None:
    own, out = tmp_path / "own.toml", tmp_path / "out"
    own.write_text(RECIPE)
    out.mkdir()
    for name in ("sentencex", "sacremoses", "streamlit", "plotly"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('missing, as on the GPU\\'s machine')")
    environment = {**os.environ, "OUT": str(out), "OMP_NUM_THREADS": "1", "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    command = [sys.executable, "-m", "benchmarks.gpu", "--quick", "--recipe", str(own), "--runs", str(tmp_path / "r")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    written = (out / "gpu.md").read_text()
    assert "failed" not in written
    assert "| NO |" not in written
    assert "| tokens, beam 5, alpha 1 | 0 of 10 differ | 0 | yes |" in written
    assert "exit status 0" in written
    with tarfile.open(out / "own-1-learn.tar.gz") as archive:
        assert {"1-learn/stage.json", "1-learn/log.csv", "1-learn/model/model.safetensors"} <= set(archive.getnames())
    assert {path.name for path in out.iterdir()} == {"gpu.md", "own-1-learn.tar.gz", "own.toml", "own.log"}
