"""The script for a GPU runs in miniature on a CPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

from benchmarks.gpu import without_evaluation
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


def test_the_stages_that_train_are_the_recipes(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(RECIPE)
    learn, _ = read_recipe(path).stages
    path.write_text(without_evaluation(RECIPE))
    assert read_recipe(path).stages == (learn,)


@pytest.mark.slow
def test_it_runs_in_miniature_without_the_packages_of_the_app(tmp_path: Path) -> None:
    own, table = tmp_path / "own.toml", tmp_path / "gpu.md"
    own.write_text(RECIPE)
    for name in ("sentencex", "sacremoses", "streamlit", "plotly"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('missing, as on the GPU\\'s machine')")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    command = [sys.executable, "-m", "benchmarks.gpu", "--quick", "--table", str(table)]
    command += ["--recipe", str(own), "--runs", str(tmp_path / "r")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    written = table.read_text()
    assert "failed" not in written
    assert "| NO |" not in written
    assert "| tokens, beam 5, alpha 1 | 0 of 10 differ | 0 | yes |" in written
    assert "exit status 0" in written
    assert {path.name for path in (tmp_path / "r/own/1-learn").iterdir()} >= {"stage.json", "log.csv", "model"}
