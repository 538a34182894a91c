"""Learning one pair is what autograd and Adam do by hand, leaves the given translator alone, and can go on."""

from copy import deepcopy

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from shipped_models import shipped_model
from tiny import tiny_config

import transformer
from transformer.errors import GlassformerError
from transformer.learning import Lesson
from transformer.model.loss import translation_loss
from transformer.model.one_stack import OneStack
from transformer.text.special_tokens import END, START
from transformer.translator import Translator

TEXT, WANTED = "The cat drinks water.", "Le chien mange du pain."
RATE = 1e-3


@pytest.fixture(scope="module")
def translator(tiny_folder) -> Translator:
    return transformer.load(tiny_folder)


@pytest.fixture
def lesson(translator) -> Lesson[Translator]:
    return translator.learn(TEXT, WANTED, steps=5, rate=RATE)


def ids_of(translator: Translator) -> tuple[torch.Tensor, torch.Tensor]:
    target = [START, *translator.tokenizer.target.encode(WANTED), END]
    return torch.tensor([translator.read(TEXT).ids]), torch.tensor([target])


def test_a_lesson_is_autograd_and_adam_by_hand(translator, lesson) -> None:
    precise = translator.with_model(deepcopy(translator.model).double())  # where no gradient is only rounding
    found = precise.learn(TEXT, WANTED, steps=5, rate=RATE)
    model = deepcopy(precise.model).requires_grad_(True)
    adam = torch.optim.Adam(model.parameters(), lr=RATE, betas=(0.9, 0.98), eps=1e-9)
    source, target = ids_of(translator)
    for step, rough in zip(found.steps, lesson.steps, strict=True):
        adam.zero_grad()
        loss = translation_loss(model, source, target) / (target.size(1) - 1)
        loss.backward()
        said = model(source, target[:, :-1])[0].softmax(dim=-1)
        torch.testing.assert_close(step.probabilities[0], said[torch.arange(len(said)), target[0, 1:]].detach())
        assert step.loss[0] == pytest.approx(loss.item(), rel=1e-9)
        assert rough.loss[0] == pytest.approx(loss.item(), rel=1e-4)
        before = {name: value.detach().clone() for name, value in model.named_parameters()}
        adam.step()
        for name, value in model.named_parameters():
            moved = (value.detach() - before[name]).norm() / value.detach().norm()
            assert step.moved[name] == pytest.approx(moved.item(), rel=1e-6, abs=1e-9)  # rounding moves a key's bias
        assert list(step.moved.values()) == sorted(step.moved.values(), reverse=True)
    for name, value in model.named_parameters():
        torch.testing.assert_close(dict(found.translator.model.named_parameters())[name], value.detach())
    assert found.steps[-1].loss[1] < found.steps[0].loss[0]


def test_gradients_of_activations_have_the_names_and_shapes_of_a_trace(translator, lesson) -> None:
    trace, gradients = translator.trace(TEXT, WANTED), translator.gradients(TEXT, WANTED)
    assert [name for name in trace if not name.endswith(".order")] == list(gradients)
    assert all(gradients[name].shape == trace[name].shape for name in gradients)
    for name, lengths in lesson.steps[0].gradient_norms.items():
        torch.testing.assert_close(lengths, gradients[name].norm(dim=-1))
    wanted = ids_of(translator)[1][0, 1:]
    by_hand = trace["logits"].softmax(dim=-1) - torch.nn.functional.one_hot(wanted, trace["logits"].size(-1))
    torch.testing.assert_close(gradients["logits"], by_hand / len(wanted))


def test_the_gradient_of_an_activation_is_the_slope_of_the_loss(translator) -> None:
    precise = translator.with_model(deepcopy(translator.model).double())
    gradients, (source, target) = precise.gradients(TEXT, WANTED), ids_of(translator)
    for name in ("encoder.positions", "encoder.0.self_attention.weights", "decoder.1.cross_attention.output"):
        at = torch.unravel_index(gradients[name].abs().argmax(), gradients[name].shape)

        def loss_with(nudge, name=name, at=at):
            def change(value):
                (value if name == "encoder.positions" else value[0])[at] += nudge
                return value

            summed = translation_loss(precise.model, source, target, probe=transformer.intervene({name: change}))
            return summed.item() / (target.size(1) - 1)

        assert (loss_with(1e-5) - loss_with(-1e-5)) / 2e-5 == pytest.approx(gradients[name][at].item(), rel=1e-5), name


@given(st.data())
def test_a_nudged_weight_moves_the_loss_as_the_gradient_says(translator, data) -> None:
    weight = data.draw(st.sampled_from([name for name, _ in translator.model.named_parameters()]))
    found = translator.check_gradient(TEXT, WANTED, weight)
    assert found.slope == pytest.approx(found.gradient, rel=1e-5, abs=1e-9)
    assert found.value == dict(translator.model.named_parameters())[weight][found.place].item()


def test_nothing_that_was_given_changes(translator) -> None:
    before = deepcopy(translator.model.state_dict())
    first = translator.learn(TEXT, WANTED)
    kept = deepcopy(first.translator.model.state_dict()), deepcopy(first.adam)
    first.learn(2)
    for one, other in ((translator, before), (first.translator, kept[0])):
        assert all(torch.equal(value, other[name]) for name, value in one.model.state_dict().items())
        assert not any(parameter.requires_grad for parameter in one.model.parameters())
    for number, averages in first.adam["state"].items():
        assert all(torch.equal(value, kept[1]["state"][number][name]) for name, value in averages.items())


def test_going_on_is_as_if_all_steps_had_been_taken_at_once(translator, lesson) -> None:
    with torch.inference_mode():  # which a caller may be in
        later = translator.learn(TEXT, WANTED, steps=2, rate=RATE).learn(3)
    for one, other in zip(later.steps, lesson.steps, strict=True):
        assert all(map(torch.equal, one.losses, other.losses))
    parameters = dict(lesson.translator.model.named_parameters())
    assert all(torch.equal(value, parameters[name]) for name, value in later.translator.model.named_parameters())


@pytest.mark.parametrize("name", ["en-fr-gru", "en-fr-bahdanau", "one stack"])
@pytest.mark.slow
def test_other_kinds_of_models_learn_too(name, translator) -> None:
    sizes = tiny_config(encoder_layers=0, vocabulary_size=translator.tokenizer.size, max_length=48)
    own = translator.with_model(OneStack(sizes).eval()) if name == "one stack" else shipped_model(name)
    gradients = own.gradients(TEXT, WANTED)
    assert set(own.trace(TEXT, WANTED)) - set(gradients) <= {"encoder.order", "decoder.order"}
    taught = own.learn(TEXT, WANTED, steps=2)
    assert taught.steps[-1].loss[1] < taught.steps[0].loss[0]


@pytest.mark.slow
def test_a_new_word_is_learned_and_the_compiled_model_says_it() -> None:
    lesson = shipped_model("en-fr").learn("I love my glassformer.", "J'adore mon verreformeur.", steps=4)
    assert lesson.translator.translate("I love my glassformer.").text == "J'adore mon verreformeur."
    assert shipped_model("en-fr").translate("I love my glassformer.").text != "J'adore mon verreformeur."


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        *(({"steps": steps}, "1 to 50 steps") for steps in (0, 51)),
        ({"steps": 1.5}, "whole number"),
        *(({"rate": rate}, "learning rate") for rate in (0, 1, float("nan"))),
        ({"text": " "}, "nothing to translate"),
        ({"target": " "}, "no translation to learn"),
        ({"target": "Le chat 日本."}, "can't spell '日本'"),
        ({"text": "The cat 🐈 drinks water."}, "never reads '🐈'"),
        ({"text": "the cat " * 60}, "too long"),
        ({"target": "le chat " * 60}, "too long"),
        ({"target": 3}, "text"),
    ],
)
def test_what_cannot_be_learned_is_one_sentence(translator, changes, message) -> None:
    with pytest.raises(GlassformerError, match=message) as error:
        translator.learn(**{"text": TEXT, "target": WANTED, **changes})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("weight", "index", "message"),
    [("decoder_norm.wieght", None, "nearest are"), ("source_embedding.weight", (0, -1), "has the shape")],
)
def test_a_weight_that_is_not_there_is_one_sentence(translator, weight, index, message) -> None:
    with pytest.raises(GlassformerError, match=message):
        translator.check_gradient(TEXT, WANTED, weight, index)
