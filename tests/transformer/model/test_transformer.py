"""Embeddings, masks, causality, parameter counts."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import random_tokens, record_pass, tiny_config, tiny_model

from transformer.errors import ConfigError
from transformer.model.blueprint import blueprint
from transformer.model.config import ModelConfig, preset
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.text.special_tokens import PAD, START


def test_embeddings_are_rows_times_the_square_root_of_the_width_plus_positions() -> None:
    model = tiny_model(tied_embeddings=False)
    source, target = torch.tensor([5, 9, 3]), torch.tensor([START, 7])
    seen = record_pass(model, source[None], target[None])
    torch.testing.assert_close(seen["encoder.embedding"], model.source_embedding.weight[source] * math.sqrt(16))
    torch.testing.assert_close(seen["decoder.embedding"], model.target_embedding.weight[target] * math.sqrt(16))
    assert not torch.equal(model.source_embedding.weight, model.target_embedding.weight)
    for side in ("encoder", "decoder"):
        torch.testing.assert_close(seen[f"{side}.input"], seen[f"{side}.embedding"] + seen[f"{side}.positions"])


def test_tied_embeddings_are_one_matrix_and_untied_ones_three() -> None:
    tied, untied = Transformer(tiny_config()), Transformer(tiny_config(tied_embeddings=False))
    assert tied.source_embedding.weight is tied.target_embedding.weight is tied.output_projection.weight
    tables = [untied.source_embedding.weight, untied.target_embedding.weight, untied.output_projection.weight]
    assert len({id(table) for table in tables}) == 3
    assert len({name for name, _ in tied.named_parameters()}) + 2 == len(
        {name for name, _ in untied.named_parameters()}
    )


@pytest.mark.parametrize("gradients", [True, False])
@settings(max_examples=30)
@given(
    position=st.integers(1, 8), token=st.integers(0, 22), seed=st.integers(0, 50), norm=st.sampled_from(["post", "pre"])
)
def test_a_later_token_changes_no_earlier_logit_by_a_single_bit(gradients, position, token, seed, norm) -> None:
    model = tiny_model(seed, norm=norm)
    source, target = random_tokens(1, 5, seed=seed), random_tokens(1, 9, seed=seed + 1)
    changed = target.clone()
    changed[0, position] = token
    with torch.set_grad_enabled(gradients):
        before, after = model(source, target), model(source, changed)
    assert torch.equal(before[:, :position], after[:, :position])
    if token != target[0, position]:
        assert not torch.equal(before[:, position], after[:, position])


@settings(max_examples=30)
@given(source_length=st.integers(1, 6), target_length=st.integers(1, 6), seed=st.integers(0, 50))
def test_padding_changes_no_result(source_length: int, target_length: int, seed: int) -> None:
    model = tiny_model(seed)
    source, target = random_tokens(2, 8, seed=seed), random_tokens(2, 8, seed=seed + 1)
    source[0, source_length:] = PAD
    target[0, target_length:] = PAD
    with torch.no_grad():
        together = model(source, target)[0, :target_length]
        alone = model(source[:1, :source_length], target[:1, :target_length])[0]
    torch.testing.assert_close(together, alone, rtol=1e-4, atol=1e-5)


def test_the_papers_base_model_has_63_million_parameters() -> None:
    counts = count_parameters(blueprint(preset("base")))
    assert [round(counts[part] / 1e6, 1) for part in ("encoder", "decoder", "embeddings", "total")] == [
        18.9,
        25.2,
        18.9,
        63.1,
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"vocabulary_size": 0},
        {"heads": 3},
        {"heads": True},
        {"d_model": 15, "heads": 1},
        {"dropout": 1.0},
        {"dropout": math.nan},
        {"norm": "middle"},
        {"positions": "random"},
        {"position_base": 1.0},
        {"activation": "tanh"},
    ],
)
def test_impossible_sizes_are_refused_naming_the_option(changes: dict[str, object]) -> None:
    with pytest.raises(ConfigError) as error:
        tiny_config(**changes)
    assert next(iter(changes)).split("_")[0] in str(error.value).lower()


def test_configurations_survive_the_way_to_json_and_back() -> None:
    config = tiny_config(norm="pre", positions="learned", position_base=50.0, activation="gelu", output_bias=True)
    assert ModelConfig.from_dict(config.to_dict()) == config


def test_a_configuration_from_before_there_was_a_choice_has_relu_and_no_output_bias() -> None:
    old = {name: value for name, value in tiny_config().to_dict().items() if name not in ("activation", "output_bias")}
    assert ModelConfig.from_dict(old) == tiny_config(activation="relu", output_bias=False)


def test_presets_take_changes_and_unknown_ones_are_refused() -> None:
    assert preset("base").to_dict() | {"vocabulary_size": 99} == preset("base", vocabulary_size=99).to_dict()
    with pytest.raises(ConfigError, match=r"enormous.*tiny"):
        preset("enormous")
