"""The frame of the walk: what is sent to the browser, the order of the chapters, and the code that is shown."""

import importlib
import json
from copy import copy
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from derivations import sent
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from passages import passage

import transformer
from pages import PAGES
from transformer import Translator
from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.app.state import Focus
from viewer.frame.passage import Passage
from viewer.frame.snippet import Snippet, for_every_kind
from viewer.transport.payload import Payload, unpack

SENTENCES = ("The dog eats bread.", 'A "small" \\ house with <b>7</b> windows is not here.')
CHAPTERS = [page for page in PAGES if page.group == "Walk through"]
SLUGS = [page.address for page in CHAPTERS]


def of_chapter(slug: str, module: str) -> ModuleType:
    return importlib.import_module(f"viewer.pictures.walk.{slug}.{module}")


@pytest.mark.slow
@given(
    st.dictionaries(
        st.text(min_size=1, max_size=8).filter(lambda name: name != "__metadata__"),
        arrays.arrays(
            st.sampled_from([np.float32, np.float16, np.int32, np.uint8]), arrays.array_shapes(max_dims=3, max_side=4)
        ),
        max_size=3,
    ),
    st.dictionaries(st.text(max_size=5), st.text(max_size=20) | st.integers(-9, 9) | st.none(), max_size=3),
)
def test_a_payload_arrives_as_it_was_sent(tensors: dict[str, np.ndarray], facts: dict[str, Any]) -> None:
    arrived = unpack(Payload(facts, tensors).pack())
    assert arrived.facts == facts
    assert set(arrived.tensors) == set(tensors)
    for name, array in tensors.items():
        np.testing.assert_array_equal(arrived.tensors[name], array)


def test_a_payload_narrows_what_the_browser_cannot_read_and_keeps_infinities() -> None:
    sent = {
        "scores": torch.tensor([[1.5, -torch.inf]], dtype=torch.float64),
        "ids": torch.tensor([3, 70_000]),
        "mask": torch.tensor([True, False]),
        "sliced": torch.arange(6.0).view(2, 3).T,
    }
    tensors = unpack(Payload({}, sent).pack()).tensors
    assert [tensors[name].dtype for name in sent] == [np.float32, np.int32, np.uint8, np.float32]
    assert tensors["scores"].tolist() == [[1.5, -np.inf]]
    assert tensors["sliced"].tolist() == sent["sliced"].tolist()


def test_facts_that_json_cannot_say_are_refused() -> None:
    with pytest.raises(ValueError):
        Payload({"number": float("nan")}).pack()


def test_the_frame_says_what_the_model_is_and_read(walked: Passage) -> None:
    facts = sent("scores", walked).facts
    frame = {**facts["frame"], **facts["passage"]}
    model, trace = walked.translator.model, walked.trace
    heads, source, d_k = trace["encoder.0.self_attention.query"].shape
    assert frame["sizes"] == {
        "S": source,
        "T": len(trace["logits"]),
        "D": trace["encoder.input"].size(-1),
        "H": heads,
        "d_k": d_k,
        "d_ff": trace["encoder.0.feed_forward.hidden"].size(-1),
        "V": trace["logits"].size(-1),
        "encoder_layers": len(model.encoder_layers),
        "decoder_layers": len(model.decoder_layers),
    }
    assert (frame["sentence"], frame["translation"]) == (walked.typed, walked.translation.text)
    assert frame["alignedLayer"] == len(model.decoder_layers) - 1  # its card knows no better one
    assert [len(frame["tokens"][name]) for name in ("source", "target", "output")] == [
        len(walked.trace.source_tokens),
        len(walked.trace.target_tokens),
        len(walked.trace.output_tokens),
    ]
    assert frame["tokens"]["target"][1:] == frame["tokens"]["output"][:-1]


def test_a_template_names_the_places_of_each_kind() -> None:
    code = for_every_kind("⟨stack⟩.⟨layer⟩.⟨attention⟩")
    snippet = Snippet("place", code, lambda trace, focus: torch.tensor(0))
    written = {kind: snippet.fill_in("x", Focus(kind, 1, 0, 0), "m") for kind in ATTENTION_KINDS}
    assert written == {kind: place(kind, 1) for kind in ATTENTION_KINDS}


def every_snippet() -> list[Any]:
    return [
        pytest.param(slug, number, id=f"{slug}-{number}")
        for slug in SLUGS
        for number in range(len(of_chapter(slug, "snippets").SNIPPETS))
    ]


@pytest.fixture(scope="module")
def fluent(translator: Translator) -> Translator:
    """The translator, which searches for a sentence's translation only once, however often it is asked."""
    fluent = copy(translator)
    fluent.translate = cache(translator.translate)
    return fluent


@pytest.mark.parametrize(("slug", "number"), every_snippet())
def test_the_code_that_is_shown_gives_what_is_shown(slug, number, tiny_folder, fluent, monkeypatch) -> None:
    """Every snippet, run as it stands on the page, for every kind of attention it is written for."""
    snippet: Snippet = of_chapter(slug, "snippets").SNIPPETS[number]
    monkeypatch.setattr(transformer, "load", lambda name: {str(tiny_folder): fluent}[name])
    for sentence in SENTENCES:
        trace = fluent.trace(sentence)
        for kind in snippet.code:
            rows = len(trace.source_tokens if kind == "encoder" else trace.target_tokens)
            for layer, head, token in ((0, 0, 0), (1, 3, rows - 1)):
                focus = Focus(kind, layer, head, token)
                written = snippet.fill_in(sentence, focus, str(tiny_folder))
                assert "⟨" not in written
                lines = [line for line in written.splitlines() if line.strip()]
                assert 3 <= len(lines) <= 11
                value = snippet.run(sentence, focus, str(tiny_folder))
                expected = snippet.expected(trace, focus)
                torch.testing.assert_close(value.float(), expected.float(), rtol=1e-4, atol=1e-5, msg=written)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_can_be_sent_for_any_sentence(slug: str, tiny_folder: Path, translator: Translator) -> None:
    for sentence in (*SENTENCES, "Go", "?", "a " * 60):
        arrived = unpack(sent(slug, passage(tiny_folder, sentence, translator)).pack())
        assert arrived.facts["frame"]["snippets"]
        assert arrived.facts["frame"]["slug"] == slug
        assert json.loads(json.dumps(arrived.facts)) == arrived.facts
        assert {array.dtype.name for array in arrived.tensors.values()} <= {"float32", "float16", "int32", "uint8"}
