"""Recipes: what they say, and what is refused before any work begins."""

from pathlib import Path

import pytest

from transformer.__main__ import main
from transformer.commands.build import Build
from transformer.errors import RecipeError
from transformer.training.recipes.recipe import RECIPES, read_recipe

TRAIN = '[[stage]]\nname = "learn"\nkind = "train"\ncorpus = "everyday-natural"\n'
MEASURE = '[[stage]]\nname = "measure"\nkind = "evaluate"\ncorpus = "everyday-natural"\n'
AGAIN = TRAIN.replace("learn", "again")


def write_recipe(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_recipe_can_be_built(path: Path, tmp_path: Path) -> None:
    recipe = read_recipe(path.stem)
    assert recipe.name == path.stem
    assert recipe.stages[-1].kind == "evaluate"
    Build(recipe, options(tmp_path)).check()


def options(folder: Path | None, seed: int = 1):
    import argparse

    return argparse.Namespace(out=folder, data=None, device="auto", threads=None, seed=seed)


def test_a_later_stage_leaves_the_earlier_ones_as_they_were(tmp_path: Path) -> None:
    after = '[[stage]]\nname = "settle"\nkind = "train"\ninitial = "{learn}"\ncorpus = "everyday-natural"\n'
    alone = read_recipe(write_recipe(tmp_path, f'target = "fr"\n{TRAIN}'))
    both = read_recipe(write_recipe(tmp_path, f'target = "fr"\n{TRAIN}{after}'))
    changed = read_recipe(write_recipe(tmp_path, f'target = "fr"\n{TRAIN}steps = 3\n{after}'))
    assert both.stages[0] == alone.stages[0]
    assert both.stages[1].sha256 != changed.stages[1].sha256  # what it needs is another


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("target = ", "cannot be read"),
        ('target = "es"\n', "'target' must be"),
        ('target = "fr"\nspeed = 3\n', "not 'speed'"),
        ('target = "fr"\n', "no stage makes a model"),
        ('target = "fr"\n[[stage]]\nname = "../up"\nkind = "train"\n', "'name' must consist"),
        ('target = "fr"\n[[stage]]\nname = "learn"\nkind = "bake"\n', "no kind 'bake'"),
        (f'target = "fr"\n{TRAIN}{TRAIN}', "another stage has this name"),
        (f'target = "fr"\n{TRAIN}out = "elsewhere"\n', "leave out 'out'"),
        (f'target = "fr"\n{TRAIN}steps = {{ at = 3 }}\n', "'steps' must be a text"),
        (f'target = "fr"\n{TRAIN}initial = "{{settle}}"\n', "isn't an earlier stage; this is the first"),
        (f'target = "fr"\n{TRAIN}{AGAIN}initial = "{{settle}}"\n', "isn't an earlier stage; those are 'learn'"),
        (
            f'target = "fr"\n{TRAIN}{AGAIN}initial = "{{learn}}"\nd_ff = 768\n',
            "again .* leave out --d-ff, or --initial",
        ),
        (f'target = "fr"\n{TRAIN}steps = 0\n', "steps must be at least 1"),
        (f'target = "fr"\n{TRAIN.replace("natural", "natural:dev")}', "no corpus and no file 'everyday-natural:dev'"),
        (f'target = "fr"\n{TRAIN}{MEASURE.replace("natural", "natural:tset")}', "no split 'tset'"),
        (f'target = "fr"\n{TRAIN}{MEASURE.replace("everyday-natural", "tatoeba")}', "measure on tatoeba:dev"),
        (f'target = "fr"\n{TRAIN.replace("natural", "natural/waves")}', "no part 'waves'"),
        (f'target = "de"\n{TRAIN.replace("natural", "grammar")}', "pairs English with fr, not with 'de'"),
        (f'target = "fr"\n{TRAIN}{MEASURE}{AGAIN}initial = "{{measure}}"\n', "makes nothing"),
        (f'target = "fr"\n{TRAIN}{MEASURE}model = "{{learn}}"\n', "leave out 'model'"),
        (f'target = "fr"\n{MEASURE}', "nothing to measure yet"),
        (f'target = "fr"\n{TRAIN}wings = 2\n', "unrecognized arguments: --wings 2"),
        (f'target = "fr"\n{TRAIN}steps = "many"\n', "invalid int value: 'many'"),
        ('target = "fr"\n[[stage]]\nname = "learn"\nkind = "train"\n', "required: --corpus"),
    ],
)
def test_what_cannot_be_built_is_one_sentence_and_leaves_nothing(tmp_path, capsys, text, told) -> None:
    path = write_recipe(tmp_path, text)
    with pytest.raises(RecipeError, match=told):
        Build(read_recipe(path), options(tmp_path / "out")).check()
    assert main(["build", str(path), "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["own.toml"]


@pytest.mark.parametrize("name", ["en-it", "own.toml", "x" * 5000, ""])
def test_an_unknown_recipe_names_those_there_are(name: str) -> None:
    with pytest.raises(RecipeError, match=r"^There is no recipe .*en-de, en-fr, one-stack, tiny\.$"):
        read_recipe(name)
