"""The mean of several models, in the library and on the command line."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from transformer.__main__ import main
from transformer.errors import ModelFolderError
from transformer.model.folder import ModelFolder, load_model, save_model, write_card
from transformer.training.averaging import average_models
from transformer.training.growth import grown


@pytest.fixture
def two(tiny_folder: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A model, and one that came from it by a small step."""
    first, second = tmp_path / "first", tmp_path / "second"
    shutil.copytree(tiny_folder, first)
    read = load_model(first)
    write_card(first, {**read.card, "command": "train"})
    card = {**read.card, "command": "train --initial first", "earlier_commands": ["train"]}
    with torch.no_grad():
        for parameter in read.model.parameters():
            parameter.add_(torch.randn_like(parameter) / 8)
    save_model(second, read.model, read.tokenizer, read.source_token_counts, card)
    return first, second


def folders(two: tuple[Path, Path]) -> list[ModelFolder]:
    return [load_model(each) for each in two]


def test_the_mean_is_that_of_every_number(two: tuple[Path, Path]) -> None:
    first, second = models = folders(two)
    averaged = average_models(models, [1, 3])
    for name, parameter in averaged.named_parameters():
        expected = 0.25 * first.model.get_parameter(name) + 0.75 * second.model.get_parameter(name)
        torch.testing.assert_close(parameter, expected)
    assert not averaged.training
    assert averaged.output_projection.weight is averaged.source_embedding.weight


def test_a_model_is_averaged_with_one_that_grew_out_of_it(tiny_folder: Path) -> None:
    small = load_model(tiny_folder)
    wider = replace(small, model=grown(small.model, d_ff=small.model.config.d_ff + 8))
    averaged = average_models([small, wider], [1, 1])  # it computes the same, and so does their mean
    source, target = torch.tensor([[5, 6, 7, 3]]), torch.tensor([[2, 9, 4]])
    torch.testing.assert_close(averaged(source, target), small.model(source, target), rtol=1e-4, atol=1e-4)
    with pytest.raises(ModelFolderError, match="cannot continue with"):
        average_models([wider, small], [1, 1])


@pytest.mark.parametrize(
    ("shares", "words"),
    [([1.0], "2 models need 2 shares"), ([1.0, 0.0], "greater than 0"), ([1.0, float("nan")], "greater than 0")],
)
def test_shares_that_fit_no_mean_are_refused(two: tuple[Path, Path], shares: list[float], words: str) -> None:
    with pytest.raises(ModelFolderError, match=words):
        average_models(folders(two), shares)


def test_models_of_other_sizes_or_words_are_refused(two: tuple[Path, Path]) -> None:
    first = folders(two)[0]
    with pytest.raises(ModelFolderError, match="different"):
        average_models([first, load_model("en-fr")], [1, 1])


@pytest.mark.slow
def test_the_command_writes_a_model_that_says_where_it_came_from(
    two: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mean"
    arguments = ["average", *map(str, two), "--shares", "1,3", "--out", str(out)]
    assert main(arguments) == 0
    card = load_model(out).card
    assert card["earlier_commands"] == ["train", "train --initial first"]
    assert card["scores"] == []
    assert main(["translate", "--model", str(out), "I'm tired."]) == 0
    first, second = folders(two)
    expected = 0.25 * first.model.source_embedding.weight + 0.75 * second.model.source_embedding.weight
    torch.testing.assert_close(load_model(out).model.source_embedding.weight, expected, atol=2e-3, rtol=2e-3)
    capsys.readouterr()
    assert main(arguments) == 2
    assert "already holds a model" in capsys.readouterr().err
    assert main(["average", *map(str, two), "--shares", "half", "--out", str(tmp_path / "other")]) == 2
    assert "--shares must be numbers" in capsys.readouterr().err
