"""What is handed to the library and is of another kind: one sentence; what means the same: taken."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tiny import PAIRS

import transformer
from transformer import Beam, Edit, GlassformerError, Greedy, Recorder, Sampling, Translator, chain, intervene
from transformer.errors import ArgumentError

TEXT = PAIRS[0].source


NO_TEXT: list[Any] = [[TEXT], (TEXT,), TEXT.encode(), None, 3, 1.5, Path(TEXT), np.array([TEXT]), {"text": TEXT}]
TAKES_TEXT: dict[str, Callable[[Translator, Any], object]] = {
    "translate": lambda asked, text: asked.translate(text),
    "translate_text": lambda asked, text: asked.translate_text(text),
    "translate_all": lambda asked, text: asked.translate_all([TEXT, text]),
    "trace": lambda asked, text: asked.trace(text),
    "decode": lambda asked, text: asked.decode(text),
    "score": lambda asked, text: asked.score(text, TEXT),
    "score's target": lambda asked, text: asked.score(TEXT, text),
    "compare": lambda asked, text: asked.compare(text, "last:1"),
    "ablate": lambda asked, text: asked.ablate(text),
    "ask": lambda asked, text: asked.ask(text, 0),
    "attribute": lambda asked, text: asked.attribute(text, 0),
    "patch": lambda asked, text: asked.patch(TEXT, text),
    "read": lambda asked, text: asked.read(text),
    "spell": lambda asked, text: asked.spell(text),
}


@pytest.mark.parametrize("name", TAKES_TEXT)
def test_what_is_no_text_is_refused_where_one_is_needed(translator: Translator, name: str) -> None:
    for value in NO_TEXT:
        with pytest.raises(ArgumentError, match=r"^A text \(str\) is needed, not ") as refused:
            TAKES_TEXT[name](translator, value)
        assert type(value).__name__ in str(refused.value)
        assert isinstance(refused.value, TypeError)


REFUSED: dict[str, Callable[[Translator], object]] = {
    **{
        f"beam={beam!r}": lambda asked, beam=beam: asked.translate(TEXT, beam=beam)
        for beam in ("5", 2.0, True, None, [2])
    },
    **{
        f"alpha={alpha!r}": lambda asked, alpha=alpha: asked.translate(TEXT, alpha=alpha) for alpha in ("1", None, True)
    },
    **{f"edit={edit!r}": lambda asked, edit=edit: asked.translate(TEXT, edit=edit) for edit in (3, ["last:1"])},
    **{
        f"strategy={strategy!r}": lambda asked, strategy=strategy: asked.decode(TEXT, strategy)
        for strategy in ("greedy", Greedy, 5)
    },
    **{
        f"prefix={prefix!r}": lambda asked, prefix=prefix: asked.decode(TEXT, prefix=prefix)
        for prefix in (5, [1.5], ["Je"], b"Je", None)
    },
    **{f"target={target!r}": lambda asked, target=target: asked.trace(TEXT, target) for target in (3, ["Je"])},
    "a translation as target": lambda asked: asked.trace(TEXT, asked.translate(TEXT)),
    "one text for many": lambda asked: asked.translate_all(TEXT),
    "fork of a text": lambda asked: asked.fork(TEXT, 0, 5),
    "fork at a text": lambda asked: asked.fork(asked.translate(TEXT), "0", 5),
    "fork by a text": lambda asked: asked.fork(asked.translate(TEXT), 0, 5, "greedy"),
    "edits": lambda asked: asked.ablate(TEXT, 3),
    "token": lambda asked: asked.ask(TEXT, "0"),
    "rival": lambda asked: asked.ask(TEXT, 0, against=1.5),
    "target asked of": lambda asked: asked.ask(TEXT, 0, target=3),
    "candidates": lambda asked: asked.translate(TEXT).steps("ten"),
    "head": lambda asked: asked.translate(TEXT).attention(head="0"),
    "edit of a text": lambda _: Edit("last:1"),
    "temperature": lambda _: Sampling("hot"),
    "top-p": lambda _: Sampling(top_p="all"),
    "model": lambda _: transformer.load(None),
    "interventions": lambda _: intervene(None),
    "names to record": lambda _: Recorder(3),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_of_another_kind_is_refused_in_a_sentence(translator: Translator, name: str) -> None:
    with pytest.raises(ArgumentError, match=r" (is needed,|must be|is made by) .*\.$") as refused:
        REFUSED[name](translator)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "call",
    [
        lambda asked: asked.translate(TEXT, beam=33),
        lambda asked: asked.translate(TEXT, probe="encoder"),
        lambda asked: asked.trace(TEXT, probe=["encoder"]),
        lambda asked: chain(3),
        lambda asked: intervene({"logits": 3}),
        lambda asked: asked.attribute(TEXT, 0, method=3),
        lambda asked: asked.attribute(TEXT, 0, against=""),
        lambda asked: asked.patch(TEXT, TEXT, 3),
        lambda asked: transformer.load("en-fr", device="cuda:7"),
    ],
)
def test_what_is_out_of_bounds_is_refused_in_a_sentence(translator, call) -> None:
    with pytest.raises(GlassformerError, match=r"\.$"):
        call(translator)


@pytest.mark.slow
def test_numbers_of_numpy_and_torch_are_numbers(translator: Translator) -> None:
    plain = translator.translate(TEXT, 2, 0.5)
    for beam, alpha in ((np.int64(2), np.float32(0.5)), (torch.tensor(2), torch.tensor(0.5))):
        found = translator.translate(np.str_(TEXT), beam, alpha)
        assert found == plain
        assert json.dumps(found.as_json())
    assert translator.decode(TEXT, prefix=np.array([5, 6])) == translator.decode(TEXT, prefix=(5, 6))
    assert translator.decode(TEXT, prefix=torch.tensor([5, 6])) == translator.decode(TEXT, prefix=[5, 6])
    assert translator.fork(plain, np.int64(1), np.int64(5)) == translator.fork(plain, 1, 5)
    assert translator.ask(TEXT, np.int64(0), against=np.int64(5)) == translator.ask(TEXT, 0, against=5)
    assert translator.translate_all(text for text in (TEXT, "")) == translator.translate_all(np.array([TEXT, ""]))
    assert translator.ablate(TEXT, "last:1").equals(translator.ablate(TEXT, ["last:1"]))
    recorder = Recorder("encoder.0.self_attention.w")
    translator.translate(TEXT, probe=recorder)
    assert list(recorder.activations) == ["encoder.0.self_attention.weights"]
    assert Beam(np.int64(3)) == Beam(3)
