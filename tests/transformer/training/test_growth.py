"""Fresh encoder layers and hidden units beside a model's own, which change nothing until they learn."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from transformer.__main__ import main
from transformer.errors import TrainingError
from transformer.model.config import NormPlacement, preset
from transformer.model.folder import load_model, save_model
from transformer.model.transformer import Transformer
from transformer.training.growth import grown, with_sizes_of

SMALL = preset("tiny", vocabulary_size=40, d_model=16, heads=2, d_ff=24)
SOURCE, TARGET = torch.tensor([[5, 6, 7, 3], [8, 3, 0, 0]]), torch.tensor([[2, 9, 4], [2, 11, 12]])


def test_a_deeper_model_computes_the_same_function_and_all_its_layers_learn() -> None:
    model = Transformer(SMALL).eval()
    deeper = grown(model, encoder_layers=5).eval()
    assert deeper.config == replace(SMALL, encoder_layers=5)
    torch.testing.assert_close(deeper(SOURCE, TARGET), model(SOURCE, TARGET), rtol=0, atol=0)
    deeper(SOURCE, TARGET).logsumexp(-1).sum().backward()
    for layer in deeper.encoder_layers[2:]:
        for last in (layer.self_attention.output_projection, layer.feed_forward.contract):
            assert last.weight.grad is not None
            assert last.weight.grad.abs().max() > 0


@pytest.mark.slow
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_wider_feed_forward_computes_the_same_function_and_all_its_units_learn(norm: NormPlacement) -> None:
    model = Transformer(replace(SMALL, norm=norm)).eval()
    wider = grown(model, d_ff=40).eval()
    assert wider.config == replace(SMALL, norm=norm, d_ff=40)
    torch.testing.assert_close(wider(SOURCE, TARGET), model(SOURCE, TARGET), rtol=1e-5, atol=1e-5)
    wider(SOURCE, TARGET).logsumexp(-1).sum().backward()
    for layer in (*wider.encoder_layers, *wider.decoder_layers):
        gradient = layer.get_parameter("feed_forward.contract.weight").grad
        assert gradient is not None
        awake = gradient[:, 24:].abs().amax(0) > 0  # a unit below zero everywhere has no gradient, as in a fresh model
        assert awake.float().mean() > 0.5


def test_a_model_with_the_sizes_of_a_larger_one_computes_what_it_computed_and_lies_on_the_way_to_it() -> None:
    model, larger = Transformer(SMALL).eval(), Transformer(replace(SMALL, encoder_layers=4, d_ff=40)).eval()
    alike = with_sizes_of(model, larger).eval()
    assert alike.config == larger.config
    torch.testing.assert_close(alike(SOURCE, TARGET), model(SOURCE, TARGET), rtol=1e-5, atol=1e-5)
    for name in (
        "encoder_layers.3.feed_forward.expand.weight",
        "encoder_layers.2.self_attention.query_projection.bias",
    ):
        torch.testing.assert_close(alike.get_parameter(name), larger.get_parameter(name), rtol=0, atol=0)
    fresh = alike.get_parameter("decoder_layers.0.feed_forward.expand.weight")[24:]
    expected = larger.get_parameter("decoder_layers.0.feed_forward.expand.weight")[24:]
    torch.testing.assert_close(fresh, expected, rtol=0, atol=0)


@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        ({}, {"d_model": 32}, "more than layers and hidden units"),
        ({"d_ff": 40}, {}, "cannot continue with"),
        ({"encoder_layers": 4}, {}, "cannot continue with"),
        ({"norm": "post"}, {"norm": "post", "encoder_layers": 4}, "post-norm"),
    ],
)
def test_sizes_that_no_growth_leads_to_are_refused(ours: dict[str, Any], theirs: dict[str, Any], words: str) -> None:
    with pytest.raises(TrainingError, match=words):
        with_sizes_of(Transformer(replace(SMALL, **ours)), Transformer(replace(SMALL, **theirs)))


@pytest.mark.slow
def test_a_training_can_go_on_with_larger_sizes(
    tiny_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, folder = tmp_path / "pairs.tsv", tmp_path / "deeper"
    pairs.write_text("I am here.\tJe suis ici.\nYou are there.\tTu es là.\n", encoding="utf-8")
    train = ["train", "--corpus", str(pairs), "--steps", "1", "--peak", "1e-12", "--warmup", "1", "--average", "1"]
    tokenizer = load_model(tiny_folder).tokenizer
    begun = Transformer(replace(SMALL, vocabulary_size=tokenizer.size)).eval()
    save_model(tmp_path / "begun", begun, tokenizer, torch.zeros(tokenizer.size), {"source_language": "en"})
    deeper = ["--initial", str(tmp_path / "begun"), "--encoder-layers", "3", "--d-ff", "32"]
    assert main([*train, *deeper, "--out", str(folder)]) == 0
    larger = load_model(folder / "model").model
    assert larger.config == replace(begun.config, encoder_layers=3, d_ff=32)
    with torch.inference_mode():
        torch.testing.assert_close(larger(SOURCE, TARGET), begun(SOURCE, TARGET), rtol=1e-2, atol=1e-2)
    assert (
        main([*train, "--initial", "assets/before/en-fr-bahdanau", "--encoder-layers", "2", "--out", str(folder) + "2"])
        == 2
    )
    assert "isn't a Transformer: leave out --encoder-layers" in capsys.readouterr().err
