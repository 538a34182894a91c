"""What the chapter on scores sends to the browser."""

from pathlib import Path

import numpy as np
import pytest
import torch
from derivations import drawn
from passages import SENTENCE, passage

from transformer import Translator
from transformer.analysis.measures import what_if
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind, all_layers
from transformer.model.probe import Recorder
from transformer.text.special_tokens import PAD
from viewer.frame.passage import Passage
from viewer.pictures.walk.scores import padding


@pytest.fixture
def seen(walked: Passage) -> dict[str, np.ndarray]:
    """All tensors as the browser has them."""
    return drawn("scores", walked)


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_six_steps_are_the_models_own(kind: AttentionKind, walked: Passage, seen: dict[str, np.ndarray]) -> None:
    for name in ("query", "key", "value", "raw_scores", "scores", "masked_scores", "weights", "context"):
        model = all_layers(walked.trace, kind, name).numpy()
        np.testing.assert_allclose(seen[f"{kind}.{name}"], model, rtol=1e-5, atol=1e-5)


def test_only_the_decoder_has_a_mask_and_a_leak(seen: dict[str, np.ndarray]) -> None:
    assert {name for name in seen if name.endswith((".multiplied", ".leak"))} == {"decoder.multiplied", "decoder.leak"}
    masked = {kind for kind in ATTENTION_KINDS if np.isinf(seen[f"{kind}.masked_scores"]).any()}
    assert masked == {"decoder"}


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_what_the_weights_would_be_and_what_rows_measure_is_the_librarys(kind, walked, seen) -> None:
    names = ("raw_scores", "scores", "masked_scores", "weights")
    raw, scores, masked, weights = (all_layers(walked.trace, kind, name).double() for name in names)
    allowed, expected = masked.isfinite(), {}
    for before, each in (("", weights), ("unscaled_", what_if.unscaled_weights(raw, allowed))):
        expected[f"{before}entropy"] = what_if.entropy(each)
        expected[f"{before}gradient"] = what_if.softmax_gradient(each, allowed)
    expected["unscaled"] = what_if.unscaled_weights(raw, allowed)
    count = allowed[0, 0].sum(dim=-1).double()
    expected["even_gradient"] = what_if.softmax_gradient(allowed[0, 0] / count[:, None], allowed[0, 0])
    if kind == "decoder":
        expected["multiplied"] = what_if.multiplied_mask_weights(scores, allowed)
        expected["leak"] = what_if.leak(expected["multiplied"], allowed)
    for name, value in expected.items():
        np.testing.assert_allclose(seen[f"{kind}.{name}"], value, rtol=1e-4, atol=1e-5, err_msg=name)


@pytest.mark.parametrize("sentence", [SENTENCE, "Go", "The children play outside. " * 6])
def test_padding_changes_nothing_but_the_shape(sentence: str, tiny_folder: Path, translator: Translator) -> None:
    facts = padding.measured(passage(tiny_folder, sentence, translator)).facts["padding"]
    shorter, longer = sorted(facts["lengths"])
    assert shorter < longer == len(facts["tokens"])
    assert facts["lengths"][facts["padded"]] == shorter
    assert [chip["text"] for chip in facts["tokens"][shorter:]] == ["<pad>"] * (longer - shorter)
    assert facts["weight"] == 0
    assert max(facts["differences"]) < 1e-5


def test_what_padded_keys_get_is_sent_with_and_without_the_mask(walked: Passage) -> None:
    sent = padding.measured(walked)
    facts = sent.facts["padding"]
    shorter, longer = walked.translator.read(facts["companion"]).ids, walked.translation.source.ids
    alone, padded = Recorder(), Recorder()
    with torch.inference_mode():
        walked.translator.model.encode(torch.tensor([shorter]), alone)
        walked.translator.model.encode(torch.tensor([[*shorter, *[PAD] * (len(longer) - len(shorter))]]), padded)
    real = min(facts["lengths"])
    masked, unmasked = (np.asarray(sent.tensors[f"padding.{name}"]) for name in ("masked", "unmasked"))
    np.testing.assert_allclose(masked.sum(-1), 1, rtol=1e-5)
    np.testing.assert_allclose(unmasked.sum(-1), 1, rtol=1e-5)
    assert (masked[..., real:] == 0).all()
    for layer in range(2):
        attention = f"encoder.{layer}.self_attention"
        received = alone.activations[f"{attention}.weights"][0].mean(dim=1)
        np.testing.assert_allclose(masked[layer, :, :real], received, atol=1e-6)
        query, key = (padded.activations[f"{attention}.{name}"][0] for name in ("query", "key"))
        without = (query @ key.mT / 2).softmax(-1)[:, :real].mean(dim=1)  # √d_k = 2
        np.testing.assert_allclose(unmasked[layer], without, atol=1e-5)
    assert (unmasked[..., real:] > 0).all()
