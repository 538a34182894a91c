"""Exercises: every answer is recomputed here from activations and weights, by other means; and all can be solved."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from shipped_models import shipped_model
from tiny_marian import save_marian

import transformer
from pages import PAGES
from transformer import Trace, Translation, Translator
from transformer.decoding.search import DEFAULT_BEAM
from transformer.model.cache import DecoderCache
from viewer.app import state
from viewer.pictures.learn.exercises import sets
from viewer.pictures.learn.exercises.engineers import smoothed_loss
from viewer.pictures.learn.exercises.exercise import Exercise, format_number, near, numbers_in
from viewer.pictures.learn.worked_example import WorkedExample

SENTENCES = (state.DEFAULT_SENTENCE, "Yes.", "the dog and the dog and the dog <b> *x* $", ".")


SHIPPED = [pytest.param(name, marks=pytest.mark.slow) for name in ("en-fr", "en-de")]


@pytest.fixture(scope="module", params=[*SHIPPED, "tiny"])
def model(request: pytest.FixtureRequest) -> Translator:
    return request.getfixturevalue("translator") if request.param == "tiny" else shipped_model(request.param)


@pytest.fixture(params=SENTENCES, ids=["usual", "one word", "repeated", "a full stop"])
def asked(request: pytest.FixtureRequest, model: Translator) -> Asked:
    return Asked(model, request.param)


class Asked(SimpleNamespace):
    """All exercises of a sentence, by name, with what they are about."""

    model: Translator
    translation: Translation
    trace: Trace
    exercises: dict[str, Exercise]

    def __init__(self, model: Translator, sentence: str) -> None:
        translation = model.translate(sentence)
        example = WorkedExample(model, translation)
        made = [make(example) for grade in sets.GRADES for make in grade.makers]
        super().__init__(
            model=model,
            translation=translation,
            trace=translation.trace,
            exercises={exercise.slug: exercise for exercise in made},
        )
        assert len(self.exercises) == len(made) == 19

    def array(self, name: str) -> np.ndarray:
        return self.trace[name].double().numpy()

    def every(self, kind: str) -> list[np.ndarray]:
        return [
            self.array(name)
            for name in self.trace
            if name.endswith(".weights")
            and {"encoder": "encoder.", "decoder": "self_attention", "cross": "cross_attention"}[kind] in name
            and (kind == "encoder") == name.startswith("encoder.")
        ]

    @property
    def step(self) -> int:
        """Where the exercises on one token of the translation look."""
        return int(self.exercises["looks"].focus.rpartition(".")[2])

    @property
    def log_probabilities(self) -> np.ndarray:
        """Of the tokens that were said."""
        logits = self.array("logits")[: len(self.translation.tokens)]
        normal = np.log(np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)) + logits.max(axis=1)
        return logits[np.arange(len(logits)), list(self.translation.hypothesis.tokens)] - normal


def softmax(values: np.ndarray) -> np.ndarray:
    powers = np.exp(values - values.max())
    return powers / powers.sum()


def product_in_focus(asked: Asked, slug: str, place: str, rows: slice) -> np.ndarray:
    """q · k ÷ √d_k of the query in an exercise's focus."""
    query = int(asked.exercises[slug].focus.rpartition(".")[2])
    keys = asked.array(f"{place}.key")[0, rows]
    return keys @ asked.array(f"{place}.query")[0, query] / math.sqrt(keys.shape[1])


def largest_score(asked: Asked) -> float:
    scores = product_in_focus(asked, "scaled", "encoder.0.self_attention", slice(None))
    return float(scores[np.abs(scores).argmax()])


def causal_weight(asked: Asked) -> float:
    position = int(asked.exercises["softmax"].focus.rpartition(".")[2])
    return float(softmax(product_in_focus(asked, "softmax", "decoder.0.self_attention", slice(0, position + 1))).max())


def four_shares(asked: Asked) -> float:
    shares = np.sort(softmax(asked.array("logits")[len(asked.translation.tokens) // 2]))[::-1]
    four = [*shares[:3], shares[3:].sum()]
    return -sum(share * math.log2(share) for share in four if share > 0)


def cached_bytes(asked: Asked) -> float:
    """Of a cache that was really filled."""
    model, ids = asked.model.model, asked.translation.source.ids
    cache = DecoderCache(model.config.decoder_layers)
    source = torch.tensor([list(ids)])
    target = torch.tensor([asked.model.tokenizer.vocabulary.index(token) for token in asked.trace.target_tokens])
    model.decode(target.unsqueeze(0), model.encode(source), source, cache=cache)
    layers = (*cache.self_attention, *cache.cross_attention)
    return sum(each.nbytes for layer in layers for each in (layer.key, layer.value) if each is not None)


def parameters(asked: Asked, place: str) -> float:
    return sum(each.numel() for name, each in asked.model.model.named_parameters() if name.startswith(place))


def smoothed(asked: Asked) -> float:
    said = torch.tensor([asked.translation.hypothesis.tokens[0]])
    return float(torch.nn.functional.cross_entropy(asked.trace["logits"][:1].double(), said, label_smoothing=0.1))


NUMBERS: dict[str, Callable[[Asked], float]] = {
    "scaled": largest_score,
    "softmax": causal_weight,
    "mask": lambda asked: sum(range(1, len(asked.trace.target_tokens) + 1)),
    "sine": lambda asked: asked.array("encoder.positions")[-1, int(asked.exercises["sine"].given["2i"])],
    "product": lambda asked: asked.log_probabilities[:5].sum(),
    "penalised": lambda asked: asked.log_probabilities.sum() * 6 / (5 + len(asked.translation.tokens)),
    "entropy": four_shares,
    "attention-parameters": lambda asked: parameters(asked, "decoder_layers.0.cross_attention."),
    "weights": lambda asked: sum(each.size for kind in ("encoder", "decoder", "cross") for each in asked.every(kind)),
    "cache": cached_bytes,
    "perplexity": lambda asked: math.exp(-asked.log_probabilities.mean()),
    "smoothed": smoothed,
    "candidates": lambda asked: DEFAULT_BEAM * asked.trace["logits"].size(1),
}


def test_every_number_is_the_model_s(asked: Asked) -> None:
    numbers = {slug: exercise for slug, exercise in asked.exercises.items() if not exercise.options}
    assert set(numbers) == set(NUMBERS)
    for slug, exercise in numbers.items():
        found = NUMBERS[slug](asked)
        assert exercise.answer == pytest.approx(found, rel=1e-4, abs=1e-5), slug
        assert exercise.accepts(format_number(found)), slug


def source_words(tokens: tuple[str, ...]) -> list[list[int]]:
    """The positions of each word's tokens, a punctuation mark alone."""
    spelled = re.compile(r"▁?[^\W_]")
    words: list[list[int]] = []
    for place, token in enumerate(tokens):
        inside = spelled.search(token) and not token.startswith(("▁", "<"))
        if inside and words and spelled.search(tokens[place - 1]):
            words[-1].append(place)
        else:
            words.append([place])
    return words


def test_every_choice_is_the_model_s(asked: Asked) -> None:
    step, trace = asked.step, asked.trace
    layer = asked.model.alignment_layer
    weights = trace[f"decoder.{layer}.cross_attention.weights"].mean(dim=0)[step].tolist()
    whole = source_words(trace.source_tokens)
    looked = max(whole, key=lambda word: sum(weights[place] for place in word))
    entropies = {
        kind: np.mean([(-w * np.log2(np.where(w > 0, w, 1))).sum(axis=-1).mean() for w in asked.every(kind)])
        for kind in ("encoder", "decoder", "cross")
    }
    names = {"encoder": "encoder self-attention", "decoder": "decoder self-attention", "cross": "cross-attention"}
    position = min(2, len(trace.target_tokens) - 1)
    tokens = list(zip(asked.translation.tokens, asked.log_probabilities, strict=True))
    lettered = [(token, surest) for token, surest in tokens if token.lstrip("▁").isalpha()]
    may_see = (trace["decoder.0.self_attention.masked_scores"][0, position] > -math.inf).sum()
    found = {
        "pieces": str(len(asked.array("encoder.input"))),
        "reads": str(int(may_see)),
        "looks": "".join(trace.source_tokens[place] for place in looked),
        "next": asked.model.tokenizer.vocabulary[int(asked.array("logits")[step].argmax())],
        "doubt": min(lettered or tokens, key=lambda each: each[1])[0],
        "spread": names[max(entropies, key=lambda kind: entropies[kind])],
    }
    choices = {slug: exercise for slug, exercise in asked.exercises.items() if exercise.options}
    assert set(choices) == set(found)
    assert len(choices["pieces"].pictures[True].facts["chips"]) == int(found["pieces"])
    assert choices["reads"].pictures[True].facts["seen"] == int(found["reads"])
    for slug, exercise in choices.items():
        written = exercise.solution.lstrip("·").partition(" (")[0]
        assert written == found[slug].lstrip("▁") or found[slug] == "▁", slug
        assert exercise.accepts(exercise.solution), slug
        assert len(set(exercise.options)) == len(exercise.options), slug
        assert not any(exercise.accepts(each) for each in exercise.options if each != exercise.solution), slug


def test_a_pencil_and_the_numbers_that_are_given_are_enough(asked: Asked) -> None:
    """They are rounded: what is computed from them must still count as right."""

    def given(slug: str) -> list[float]:
        return [each for value in asked.exercises[slug].given_in_words.values() for each in numbers_in(value)[:1]]

    raw, d_k = given("scaled")
    position, twice, width, base = given("sine")
    total, length, alpha = given("penalised")
    loss, mean = given("smoothed")
    perplexed = given("perplexity")
    computed = {
        "scaled": raw / math.sqrt(d_k),
        "softmax": max(softmax(np.array(given("softmax")))),
        "sine": math.sin(position / base ** (twice / width)),
        "product": sum(map(math.log, given("product"))),
        "penalised": total / ((5 + length) / 6) ** alpha,
        "entropy": -sum(each * math.log2(each) for each in given("entropy") if each > 0),
        "perplexity": math.exp(-perplexed[0] / perplexed[1]),
        "smoothed": 0.9 * loss + 0.1 * mean,
    }
    for slug, value in computed.items():
        exercise = asked.exercises[slug]
        assert exercise.accepts(format_number(value)), (slug, value, exercise.answer)
        assert exercise.accepts(str(value).replace(".", ",")), slug
        far = exercise.answer + 3 * near(exercise.answer)
        assert not exercise.accepts(str(far)), slug


def test_every_exercise_leads_to_a_page_and_tells_its_way(asked: Asked) -> None:
    for exercise in asked.exercises.values():
        assert exercise.page in {page.address for page in PAGES}
        assert exercise.question.count("?") == 1
        assert exercise.hint
        assert exercise.solution.rstrip(".") in exercise.told, exercise.slug
        assert re.fullmatch(r"((encoder|decoder|cross)\.\d\.(mean|\d)\.\d+)?", exercise.focus)


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("0.31", (0.31,)),
        (" −2 ", (-2.0,)),
        ("5,000", (5000.0, 5.0)),
        ("5 000", (5000.0,)),
        ("−4,718", (-4718.0, -4.718)),
        ("1,148,224", (1_148_224.0,)),
        ("3/8", (0.375,)),
        ("1e-3", (0.001,)),
        ("", ()),
        ("1/0", ()),
        ("nan", ()),
        ("<b>2</b>", ()),
    ],
)
def test_numbers_are_read_as_people_write_them(written: str, numbers: tuple[float, ...]) -> None:
    assert numbers_in(written) == numbers


def test_an_address_asks_for_a_grade_and_for_nothing_strange() -> None:
    assert sets.grade_called("With a pencil") is sets.GRADES[1]
    assert sets.grade_called(None) is sets.grade_called("<b>") is sets.GRADES[0]


def test_tokens_that_an_imported_model_never_writes_cost_no_smoothing(tmp_path: Path) -> None:
    model = transformer.load(save_marian(tmp_path / "marian"))
    example = WorkedExample(model, model.translate("The cat drinks tea."))
    logits = example.trace["logits"][0].double()
    losses = -logits.log_softmax(dim=-1)
    assert (losses > 5_000).sum() == 2
    expected = losses[losses < 5_000].mean()
    assert smoothed_loss(example).given["mean of −ln p"] == pytest.approx(float(expected))
