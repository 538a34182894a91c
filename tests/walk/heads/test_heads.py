"""The data of the chapter on attention heads."""

import numpy as np
import pytest
from derivations import in_browser

from transformer.model.attentions import ATTENTION_KINDS
from viewer.walk.frame.frame import Stage
from viewer.walk.frame.passage import Passage
from viewer.walk.heads import stage as heads
from viewer.walk.heads.standalone import standalone_page


@pytest.fixture(scope="module")
def stage(walked: Passage) -> Stage:
    return heads.stage(walked)


def test_every_heads_weights_are_the_models(walked: Passage, stage: Stage) -> None:
    seen = in_browser("heads", stage, walked)
    for kind, name in zip(ATTENTION_KINDS, ("encoder.{}.self", "decoder.{}.self", "decoder.{}.cross"), strict=True):
        weights = seen[f"{kind}.weights"]
        for layer in range(len(weights)):
            expected = walked.trace[f"{name.format(layer)}_attention.weights"]
            np.testing.assert_allclose(weights[layer], expected, rtol=1e-5, atol=1e-6)


def test_roles_and_joined_heads_travel_with_them(stage: Stage) -> None:
    assert "roles" in stage.numbers.facts
    assert len(stage.numbers.tensors) > len(ATTENTION_KINDS)


def test_the_page_to_be_kept_asks_no_network_and_takes_the_data_once() -> None:
    page = standalone_page()
    assert page.count("⟨data⟩") == 1
    assert page.count("⟨") == 1
    assert "http:" not in page.replace('"http://www.w3.org/2000/svg"', "")
    assert "https:" not in page
    assert "default-src 'none'" in page
    for forbidden in ("innerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert forbidden not in page
