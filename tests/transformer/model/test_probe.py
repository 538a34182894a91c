"""Named activations: every name, every shape; interventions; nothing left behind on the model."""

import math
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
import torch
from tiny import random_tokens, tiny_model
from tiny_reader import TinyReader
from torch import Tensor

from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import trace_tokens
from transformer.decoding.translation import find_translation
from transformer.edits import Edit
from transformer.edits.change import Change, Effect
from transformer.errors import ProbeError
from transformer.model.building import build
from transformer.model.probe import Probe, Recorder, chain, intervene
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel

B, T, S, H, D, FF, V = 2, 4, 5, 4, 16, 24, 23


def attention_shapes(place: str, queries: int, keys: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {f"{place}.query": (B, H, queries, D // H)}
    shapes |= {f"{place}.{name}": (B, H, keys, D // H) for name in ("key", "value")}
    shapes |= {
        f"{place}.{name}": (B, H, queries, keys) for name in ("raw_scores", "scores", "masked_scores", "weights")
    }
    shapes |= {f"{place}.context": (B, H, queries, D // H)}
    return shapes | {f"{place}.{name}": (B, queries, D) for name in ("output", "residual", "norm")}


def feed_forward_shapes(place: str, length: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {f"{place}.hidden": (B, length, FF)}
    return shapes | {f"{place}.{name}": (B, length, D) for name in ("output", "residual", "norm")}


def all_shapes() -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {"logits": (B, T, V)}
    for stack, length in (("encoder", S), ("decoder", T)):
        shapes |= {f"{stack}.positions": (length, D), f"{stack}.order": (2,)}
        shapes |= {f"{stack}.{name}": (B, length, D) for name in ("embedding", "input", "output")}
    for layer in range(2):
        shapes |= attention_shapes(f"encoder.{layer}.self_attention", S, S)
        shapes |= feed_forward_shapes(f"encoder.{layer}.feed_forward", S)
        shapes |= attention_shapes(f"decoder.{layer}.self_attention", T, T)
        shapes |= attention_shapes(f"decoder.{layer}.cross_attention", T, S)
        shapes |= feed_forward_shapes(f"decoder.{layer}.feed_forward", T)
    return shapes


def record(model: Transformer, only: list[str] | None = None) -> dict[str, Tensor]:
    recorder = Recorder(only)
    model(random_tokens(B, S), random_tokens(B, T, seed=1), recorder)
    return recorder.activations


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_documented_activation_has_its_name_and_shape(norm: str) -> None:
    activations = record(tiny_model(norm=norm))
    assert {name: tuple(value.shape) for name, value in activations.items()} == all_shapes()
    assert list(activations)[-1] == "logits"
    assert not any(value.requires_grad for value in activations.values())


def test_a_forward_pass_leaves_nothing_on_the_model() -> None:
    model = tiny_model()

    def footprint() -> list[tuple[str, list[str], int]]:
        return [
            (name, sorted(vars(module)), len(module._forward_hooks) + len(module._forward_pre_hooks))
            for name, module in model.named_modules()
        ]

    before = footprint()
    with torch.no_grad():
        model(random_tokens(B, S), random_tokens(B, T))
    record(model)
    assert footprint() == before
    assert all(hooks == 0 for _, _, hooks in before)
    for _, module in model.named_modules():
        kept = [
            value for key, value in vars(module).items() if isinstance(value, Tensor | list | dict) and key[0] != "_"
        ]
        assert not kept


def test_a_recorder_can_keep_some_names_only() -> None:
    kept = record(tiny_model(), ["decoder.1.cross_attention.weights", "encoder.0.feed_forward"])
    assert set(kept) == {
        "decoder.1.cross_attention.weights",
        *(f"encoder.0.feed_forward.{name}" for name in ("hidden", "output", "residual", "norm")),
    }
    assert record(tiny_model(), []) == {}


def test_probes_act_in_the_order_of_the_chain() -> None:
    before, after = Recorder(), Recorder()
    double = intervene({"x": lambda value: value * 2})
    add = intervene({"x": lambda value: value + 1})
    result = chain(before, double, add, after)("x", torch.tensor(5.0))
    assert (before.activations["x"], after.activations["x"], result) == (5.0, 11.0, 11.0)
    assert chain(add, double)("x", torch.tensor(5.0)) == 12.0
    assert chain(double)("y", torch.tensor(5.0)) == 5.0


def models() -> dict[str, TranslationModel]:
    torch.manual_seed(4)
    recurrent = {
        f"{attention}, backwards {backwards}": RecurrentConfig(V, 6, 5, 7, attention, 4, backwards)
        for attention, backwards in (("none", False), ("none", True), ("additive", False), ("dot", False))
    }
    one_layer = {"encoder_layers": 1, "decoder_layers": 1}
    return {
        "post": tiny_model(norm="post", **one_layer),
        "pre": tiny_model(norm="pre", positions="learned", **one_layer),
        **{name: build(config).eval() for name, config in recurrent.items()},
    }


def outcome(model: TranslationModel, name: str, change: Callable[[Tensor], Tensor]) -> tuple[list[str], dict]:
    """What comes of a change to one activation: what a search finds, or the refusal; and what a pass recorded."""
    before, after = Recorder(), Recorder()
    probe = intervene({name: change})
    ways = [
        lambda: model(random_tokens(B, S), random_tokens(B, T), chain(before, probe, after)).shape,
        lambda: beam_search(model, [[4, 9, 3], [5, 3]], 2, options=SearchOptions(2, probe=probe)),
    ]
    results = []
    for way in ways:
        try:
            results.append(str(way()))
        except ProbeError as error:
            results.append(str(error))
    return results, {"before": before.activations, "after": after.activations}


@pytest.mark.slow
@pytest.mark.parametrize("kind", models())
def test_a_change_in_place_is_a_change_like_any_other_and_leaves_the_model_alone(kind: str) -> None:
    model = models()[kind]
    kept = {name: value.clone() for name, value in [*model.named_parameters(), *model.named_buffers()]}
    with torch.inference_mode():
        plain = model(random_tokens(B, S), random_tokens(B, T))
        for name in model.activation_names():
            results, recorded = outcome(model, name, lambda value: value.copy_(value.flip(-1)))
            wanted = outcome(model, name, lambda value: value.flip(-1))
            assert results == wanted[0], name
            torch.testing.assert_close(recorded, wanted[1], rtol=0, atol=0, equal_nan=True, msg=name)
            for each, value in [*model.named_parameters(), *model.named_buffers()]:
                assert torch.equal(value, kept[each]), f"{name} changed {each}"
        assert torch.equal(model(random_tokens(B, S), random_tokens(B, T)), plain)


def test_a_trace_shares_no_memory_with_the_model(tiny_tokenizer) -> None:
    for positions in ("sinusoidal", "learned"):
        model = tiny_model(positions=positions)
        trace = trace_tokens(ModelWithVocabulary(model, tiny_tokenizer), [4, 5, 3], [2, 6, 3])
        owned = {tensor.untyped_storage().data_ptr() for tensor in [*model.parameters(), *model.buffers()]}
        shared = [name for name, value in trace.items() if value.untyped_storage().data_ptr() in owned]
        assert not shared, f"writing into {shared} would change the model for everybody"


@pytest.mark.parametrize(
    "changes",
    [
        {"norm": "pre"},
        {"norm": "post"},
        {"encoder_layers": 3, "decoder_layers": 1, "positions": "learned", "tied_embeddings": False},
    ],
)
def test_a_model_knows_the_names_of_its_activations(changes: dict[str, object]) -> None:
    model = tiny_model(**changes)
    torch.manual_seed(3)
    expected = torch.rand(1)
    torch.manual_seed(3)
    assert model.activation_names() == tuple(record(model))
    assert torch.rand(1) == expected, "asking for the names drew random numbers"


MISSPELT = "decoder.1.crossattention.weights"
NEAREST = r"no activation 'decoder\.1\.crossattention\.weights'; the nearest are decoder\.1\.cross_attention\.weights, "


def misspelt_probes() -> dict[str, Probe]:
    wrong = intervene({"logits": torch.clone, MISSPELT: torch.clone})
    looking = Recorder(["decoder.1.cross_attention.weights", "encoder", MISSPELT])
    return {"intervene": wrong, "only": looking, "chain": chain(Recorder(), chain(wrong, Recorder()))}


@pytest.mark.parametrize("kind", misspelt_probes())
def test_a_misspelt_name_is_refused_wherever_the_probe_goes(kind: str, tiny_tokenizer) -> None:
    probe, model = misspelt_probes()[kind], tiny_model(vocabulary_size=tiny_tokenizer.size)
    source, target = random_tokens(B, S), random_tokens(B, T)
    memory = model.encode(source)
    ways = [
        lambda: model(source, target, probe),
        lambda: model.encode(source, probe),
        lambda: model.decode(target, memory, source, probe=probe),
        lambda: model.project(memory, probe),
        lambda: trace_tokens(ModelWithVocabulary(model, tiny_tokenizer), [4, 5, 3], [2, 6, 3], probe),
        lambda: greedy(model, [[4, 5, 3]], options=SearchOptions(probe=probe)),
        lambda: beam_search(model, [[4, 5, 3]], 2, options=SearchOptions(probe=probe)),
    ]
    for way in ways:
        with pytest.raises(ProbeError, match=NEAREST):
            way()


def test_a_name_of_the_model_that_a_pass_does_not_meet_is_no_mistake() -> None:
    model, source = tiny_model(), random_tokens(B, S)
    recorder = Recorder(["decoder.1.cross_attention.weights", "encoder.1"])
    zero = intervene({"logits": torch.zeros_like, "encoder.output": torch.zeros_like})
    assert not model.encode(source, chain(zero, recorder)).any()
    assert recorder.activations
    assert all(name.startswith("encoder.1.") for name in recorder.activations)


def test_an_intervention_needs_the_whole_name_and_a_recorder_its_beginning() -> None:
    place = "decoder.1.cross_attention"
    assert record(tiny_model(), [place])
    with pytest.raises(ProbeError, match=rf"'{place}'; the nearest are {place}\."):
        tiny_model()(random_tokens(B, S), random_tokens(B, T), intervene({place: torch.zeros_like}))


WEIGHTS, SCORES, ORDER = "decoder.1.cross_attention.weights", "encoder.0.self_attention.scores", "decoder.order"


def forget(value: Tensor) -> None:
    value.zero_()


USELESS: dict[str, tuple[Callable[[Tensor], object], str]] = {
    "nothing": (lambda value: None, "returned nothing"),
    "nothing after a change in place": (forget, "returned nothing"),
    "array": (lambda value: value.detach().numpy(), "type 'ndarray'"),
    "number": (lambda value: 0.0, "type 'float'"),
    "list": (lambda value: value.tolist(), "type 'list'"),
    "shape": (lambda value: value[..., :1], "shape"),
    "broadcast": (lambda value: value.flatten()[0], "shape"),
    "precision": (lambda value: value.to(torch.float16), "type torch.float16"),
    "mask": (lambda value: value > 0, "type torch.bool"),
    "device": (lambda value: value.to("meta"), "device meta"),
}
NOT_FINITE: dict[str, Callable[[Tensor], Tensor]] = {
    "NaN": lambda value: value * math.nan,
    "one NaN": lambda value: value.index_fill(-1, torch.tensor([0]), math.nan),
    "NaN in place": lambda value: value.fill_(math.nan),
    "infinity": lambda value: value.index_fill(-1, torch.tensor([0]), math.inf),
    "nothing but −∞": lambda value: torch.full_like(value, -math.inf),
}


def through(probe: Probe, mode: Callable[[], AbstractContextManager[object]] = torch.no_grad) -> None:
    with mode():
        tiny_model()(random_tokens(B, S), random_tokens(B, T, seed=1), probe)


@pytest.mark.slow
@pytest.mark.parametrize("name", [WEIGHTS, "logits", ORDER])
@pytest.mark.parametrize("useless", USELESS)
def test_what_a_probe_returns_and_no_model_can_use_is_refused_by_its_name(useless: str, name: str) -> None:
    function, told = USELESS[useless]
    own = intervene({name: function})  # type: ignore[dict-item]
    plain = lambda at, value: function(value) if at == name else value  # noqa: E731
    for probe in (own, plain, chain(own, Recorder()), chain(Recorder(), chain(plain, own))):
        with pytest.raises(ProbeError, match=f"{told}.* for '{name}'"):
            through(probe)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.enable_grad, torch.inference_mode])
@pytest.mark.parametrize("name", [WEIGHTS, SCORES, "encoder.output", "logits"])
@pytest.mark.parametrize("number", NOT_FINITE)
def test_numbers_that_are_not_finite_are_refused_by_the_name_they_come_up_at(number, name, mode) -> None:
    with pytest.raises(ProbeError, match=f"'{name}' holds numbers that are not finite"):
        through(intervene({name: lambda value: NOT_FINITE[number](value.clone())}), mode)


def test_minus_infinity_shuts_a_column_out_where_a_softmax_follows() -> None:
    recorder = Recorder()
    shut = {name: lambda value: value.index_fill(-1, torch.tensor([1]), -math.inf) for name in (SCORES, "logits")}
    through(chain(intervene(shut), recorder))
    assert recorder.activations["encoder.0.self_attention.weights"][..., 1].count_nonzero() == 0
    with pytest.raises(ProbeError, match=WEIGHTS):
        through(intervene({WEIGHTS: shut["logits"]}))


def test_an_order_names_layers_that_there_are() -> None:
    through(intervene({ORDER: lambda order: order.flip(0)}))
    for wrong in (lambda order: order + 1, lambda order: order - 1):
        with pytest.raises(ProbeError, match=f"'{ORDER}': there are layers 0 … 1"):
            through(intervene({ORDER: wrong}))


def test_a_step_of_an_edit_is_looked_at_as_a_probe_is(tiny_tokenizer) -> None:
    reader = TinyReader(tiny_tokenizer, "post")
    for useless, (function, told) in USELESS.items():
        steps = {WEIGHTS: lambda value, passing, function=function: function(value)}
        edit = Edit((Change(useless, (), "", Effect(lambda reader, steps=steps: steps)),))
        with pytest.raises(ProbeError, match=f"{told}.* for '{WEIGHTS}'"):
            find_translation(reader, reader.read("It's cold."), Greedy(), probe=edit.probe(reader))


def test_a_probe_that_says_what_it_watches_sees_that_alone_and_the_same() -> None:
    class Watching(Recorder):
        watched = ("decoder.1.cross_attention.weights", "encoder.0.feed_forward.output")

    model, source, target = tiny_model(), random_tokens(B, S), random_tokens(B, T, seed=1)
    everything, some = Recorder(), Watching()
    torch.testing.assert_close(model(source, target, some), model(source, target, everything))
    assert set(some.activations) == set(Watching.watched)
    for name, value in some.activations.items():
        torch.testing.assert_close(value, everything.activations[name])
