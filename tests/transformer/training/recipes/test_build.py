"""Builds: a whole one, one that is killed again and again, and folders that hold something else."""

import json
import shutil
from pathlib import Path

import pytest
from tiny_recipe import write_recipe

import transformer
from transformer.__main__ import main
from transformer.files import lock_folder
from transformer.model.folder import WEIGHTS_FILE, load_model
from transformer.training.loop import TrainingLoop
from transformer.training.recipes.recipe import read_recipe

pytestmark = pytest.mark.slow  # nearly every test here trains


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A recipe, and the folder of its finished build."""
    folder = tmp_path_factory.mktemp("whole")
    recipe = write_recipe(folder)
    assert build(recipe, folder / "run") == 0
    return recipe, folder / "run"


@pytest.fixture
def built(whole: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """The same, to be changed."""
    recipe, run = whole
    return Path(shutil.copy(recipe, tmp_path)), Path(shutil.copytree(run, tmp_path / "run"))


def build(recipe: Path, out: Path, *more: str) -> int:
    return main(["build", str(recipe), "--out", str(out), "--threads", "1", *more])


def weights(out: Path) -> bytes:
    return (out / "model" / WEIGHTS_FILE).read_bytes()


def test_the_tiny_recipe_runs_through_every_kind_of_stage(tmp_path: Path) -> None:
    arguments = ["build", "tiny", "--out", str(tmp_path / "run"), "--threads", "1"]
    assert main(arguments) == 0
    recipe = read_recipe("tiny")
    card = load_model(tmp_path / "run/model").card
    assert {stage.kind for stage in recipe.stages} == {"train", "evaluate"}
    assert (card["recipe"]["name"], card["recipe"]["sha256"]) == ("tiny", recipe.sha256)
    assert list(card["recipe"]["hours"]) == [stage.name for stage in recipe.stages]
    assert [row["decoding"] for row in card["scores"]] == ["greedy", "beam 2, alpha 1"]
    transformer.load(tmp_path / "run/model").translate("I don't know.", beam=2)


def test_a_finished_build_does_nothing_again(built, monkeypatch, capsys) -> None:
    recipe, run = built
    before = weights(run)
    measured = run / "model/heads.json"
    measured.write_text("{}")
    monkeypatch.setattr(TrainingLoop, "__init__", None)
    assert build(recipe, run) == 0
    assert weights(run) == before
    assert measured.exists()
    assert capsys.readouterr().out.count("already done") == 3


def test_a_build_lists_the_scores_of_other_seeds_next_to_it(whole: tuple[Path, Path]) -> None:
    recipe, run = whole
    assert build(recipe, run.parent / "run-seed-2", "--seed", "2") == 0
    assert build(recipe, run) == 0
    for number, damaged in enumerate(("{", "[]", '{"recipe": null}', '{"recipe": {"seed": 4}}')):
        (run.parent / f"damaged-{number}/model").mkdir(parents=True)
        (run.parent / f"damaged-{number}/model/card.json").write_text(damaged)
    assert build(recipe, run) == 0
    other = load_model(run.parent / "run-seed-2/model").card
    found = {"seed": 2, "hours": other["training"]["hours"], "scores": other["scores"]}
    assert load_model(run / "model").card["recipe"]["other_seeds"] == [found]
    assert [each["seed"] for each in other["recipe"]["other_seeds"]] == [1]


def test_what_belongs_to_another_build_is_refused(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    recipe, run = built

    def refused(*more: str) -> str:
        capsys.readouterr()
        assert build(recipe, run, *more) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        return told

    assert "stage learn" in refused("--seed", "2")
    with lock_folder(run, "build"):
        assert "Another build is running" in refused()
    record = run / "2-settle/stage.json"
    kept = record.read_text()
    for damage in ("{", "[]", '{"wings": 2}', json.dumps({"sha256": 3})):
        record.write_text(damage)
        assert "2-settle" in refused()
    record.write_text(kept)
    model = run / "2-settle/model" / WEIGHTS_FILE
    content = model.read_bytes()
    model.write_bytes(content[:-1] + b"x")
    assert "has been changed" in refused()
    model.unlink()
    assert "is missing" in refused()
    model.write_bytes(content)
    whole = recipe.read_text()
    recipe.write_text(whole.replace('name = "measure"', 'name = "score"'))
    assert "3-measure" in refused()
    recipe.write_text(whole.replace("steps = 5", "steps = 4"))
    assert "stage settle" in refused()
