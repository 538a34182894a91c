"""What the library hands out is a value: it goes on through autograd, and is compared, copied and pickled."""

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest
import torch
from tiny import PAIRS
from torch import Tensor, nn

from transformer import Beam, Greedy, Recorder, Sampling, Translator, load
from transformer.attribution.methods import METHODS
from transformer.decoding.encoded import encode_source
from transformer.decoding.trace import teacher_force
from transformer.edits import parse

TEXT, OTHER = PAIRS[0].source, PAIRS[3].source
EDIT = "zero_head:cross.0.1"


def tensors(value: object) -> Iterator[Tensor]:
    """All tensors in a value, the model that it asks left out."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from tensors(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from tensors(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from tensors(getattr(value, each.name))


def record_pass(translator: Translator, **how: object) -> Mapping[str, Tensor]:
    recorder = Recorder()
    translator.decode(TEXT, probe=recorder, **how)  # type: ignore[arg-type]
    return recorder.activations


HANDED_OUT: dict[str, Callable[[Translator], object]] = {
    "trace": lambda asked: asked.trace(TEXT),
    "edited trace": lambda asked: asked.trace(TEXT, edit=EDIT),
    "trace of a translation": lambda asked: asked.translate(TEXT).trace,
    "log-probabilities": lambda asked: asked.score(TEXT, PAIRS[0].target).log_probabilities,
    "entropies": lambda asked: asked.translate(TEXT).entropies,
    "recorded greedily": lambda asked: record_pass(asked, strategy=Greedy()),
    "recorded beam": lambda asked: record_pass(asked, strategy=Beam(2)),
    "recorded draws": lambda asked: record_pass(asked, strategy=Sampling()),
    "recorded whole": lambda asked: record_pass(asked, edit="causal_off"),
    "encoded": lambda asked: encode_source(asked, asked.read(TEXT)),
    "teacher-forced": lambda asked: teacher_force(
        asked, encode_source(asked, asked.read(TEXT)), [asked.translate(TEXT).hypothesis.tokens]
    ),
    "comparison": lambda asked: asked.compare(TEXT, EDIT).forced,
    "head means": lambda asked: asked.head_means,
    "attributions": lambda asked: tuple(method(asked.ask(TEXT, 0)) for method in METHODS.values()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HANDED_OUT)
def test_tensors_go_on_through_autograd(translator: Translator, name: str) -> None:
    found = [each for each in tensors(HANDED_OUT[name](translator)) if each.is_floating_point() and each.dim()]
    assert found
    for each in found:
        layer = nn.Linear(each.size(-1), 2)
        layer(each).sum().backward()
        assert layer.weight.grad is not None
    assert all(parameter.grad is None for parameter in translator.model.parameters())


def test_a_model_loaded_in_inference_mode_serves_for_gradients() -> None:
    with torch.inference_mode():
        loaded = load("en-fr-gru")
    assert not any(each.is_inference() for each in loaded.model.parameters())


VALUES: dict[str, Callable[[Translator, str, str], object]] = {
    "trace": lambda asked, text, _: asked.trace(text),
    "attention": lambda asked, text, _: asked.trace(text).attention("cross", 0),
    "translation": lambda asked, text, _: asked.translate(text),
    "recorded beam": lambda asked, text, _: asked.decode(text, Beam(2), record=True),
    "edited translation": lambda asked, text, edit: asked.translate(text, edit=edit),
    "score": lambda asked, text, _: asked.score(text, PAIRS[0].target),
    "hypothesis": lambda asked, text, _: asked.translate(text).hypothesis,
    "source": lambda asked, text, _: asked.read(text),
    "encoded": lambda asked, text, _: encode_source(asked, asked.read(text)),
    "comparison": lambda asked, text, edit: asked.compare(text, edit),
    "edit": lambda asked, text, edit: parse(edit),
    "question": lambda asked, text, _: asked.ask(text, 0),
    "strategy": lambda asked, text, _: Sampling(seed=len(text)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_values_are_compared_copied_and_pickled(translator: Translator, name: str) -> None:
    make = VALUES[name]
    value = make(translator, TEXT, EDIT)
    assert (value == make(translator, TEXT, EDIT)) is True
    assert (value == make(translator, OTHER, "zero_head:cross.0.0")) is False
    assert (value == TEXT) is False
    assert value in [make(translator, TEXT, EDIT)]
    for again in (copy.copy(value), copy.deepcopy(value)):
        assert again == value
    if name != "question":  # it is about one model, which comes out of a pickle as another
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_copy_of_a_translation_asks_the_same_model(translator: Translator) -> None:
    translation = translator.translate(TEXT, edit=EDIT)
    assert copy.deepcopy([translation])[0].translator is translator
    assert copy.deepcopy(translation).trace == translation.trace
    trace = copy.deepcopy(translation.trace)
    assert trace["logits"].data_ptr() != translation.trace["logits"].data_ptr()


@pytest.mark.parametrize("ways", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_translator_that_was_copied_is_the_same(translator: Translator, ways: Callable[[object], Translator]) -> None:
    again = ways(translator)
    assert again.read("</s> <pad>") == translator.read("</s> <pad>")  # text stays text
    translation = ways(translator.translate(TEXT, edit=EDIT))
    assert translation.trace == translator.translate(TEXT, edit=EDIT).trace
    assert translation.trace != translator.translate(TEXT).trace
