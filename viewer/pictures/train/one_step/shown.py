"""What the page on one step is sent: the loss of a pair, what flows backwards from it, and what the steps changed."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

import torch
from torch import Tensor

from transformer import Translator
from transformer.decoding.trace import Trace
from transformer.edits.comparison import word_changes
from transformer.errors import GlassformerError
from transformer.learning import GradientCheck, Lesson, measure_moves
from transformer.model.attentions import USES, AttentionKind, place
from transformer.text.special_tokens import END
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.frame.activations import activations
from viewer.pictures.train.one_step.examples import Example, examples_of, watched_by
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language
from viewer.widgets.tokens import ChipFacts, as_facts, chips
from viewer.widgets.word_diff import Stretch, word_diff

EXAMPLES, RECORDED = 3, 10  # lessons on a page without a server, and the steps of each
MOVED = 8  # weights that moved most
SNIPPET = """\
import transformer

model = transformer.load({model})
sentence, wanted = {sentence}, {wanted}
lesson = model.learn(sentence, wanted, steps=⟨steps⟩)  # Adam, with a learning rate of 0.0001
print(lesson.steps[-1].loss, lesson.translator.translate(sentence).text)

gradients = lesson.translator.gradients(sentence, wanted)  # of the loss, at every activation
result = gradients["encoder.input"].norm(dim=-1)  # one length for each token that was read
check = lesson.translator.check_gradient(sentence, wanted, {weight})
print(check.gradient, check.slope)  # computed backwards, and measured by nudging one number
"""


class WatchedFacts(TypedDict):
    """Another sentence, and its translation before the lesson and now."""

    sentence: str
    before: Sequence[Stretch]
    after: Sequence[Stretch]


class MovedFacts(TypedDict):
    """How far a weight has moved, as a share of its length."""

    name: str
    by: float


class CheckFacts(TypedDict):
    """One number among the weights, nudged both ways; `losses` are those after it."""

    weight: str
    place: Sequence[int]
    value: float
    gradient: float
    slope: float
    losses: tuple[float, float]


class SnapshotFacts(TypedDict):
    """A lesson after some steps."""

    steps: int
    loss: float
    probabilities: Sequence[float]
    before: Sequence[Stretch]
    after: Sequence[Stretch]
    watched: Sequence[WatchedFacts]
    moved: Sequence[MovedFacts]
    check: NotRequired[CheckFacts]


class LessonFacts(TypedDict):
    """A pair, its tokens, and its snapshots: those before the first step and now, or all that were recorded.

    Tensors: `lesson.snapshot.encoder`, `.decoder` and `.output` say how long the gradient is at each token before,
    between and after the layers; `.encoder.flow`, `.decoder.flow` and `.cross.flow`, (layers, T, S), how much of it
    goes from each query to each value. `longest` is the longest gradient before the first step.
    """

    title: str
    sentence: str
    wanted: str
    source: Sequence[ChipFacts]
    target: Sequence[ChipFacts]
    output: Sequence[ChipFacts]
    snapshots: Sequence[SnapshotFacts]
    longest: float
    snippet: str


class OneStepFacts(TypedDict):
    """The page; where it was `recorded`, for want of a server, it has several lessons.

    `most` is how many steps can be taken, `weights` are those whose gradient can be checked.
    """

    language: str
    reads: str
    layers: Mapping[str, int]
    lessons: Sequence[LessonFacts]
    examples: Sequence[Mapping[str, str]]
    most: int
    weights: Sequence[str]
    recorded: bool


class Snapshot(NamedTuple):
    """A snapshot's facts, its tensors by the last part of their names, and what was read, read back, and wanted."""

    facts: SnapshotFacts
    tensors: Mapping[str, Tensor]
    tokens: tuple[Sequence[str], Sequence[str], Sequence[str]]


@within_budget
def untaught(model: str, sentence: str, wanted: str) -> Snapshot:
    """A lesson before its first step.

    Raises:
        GlassformerError: if the pair can't be learned.
    """
    own = resources.load_model(model)
    return snapshot(own, own, (sentence, wanted), 0, {sentence: own.translate_all([sentence])[0]})


def snapshot(
    own: Translator, taught: Translator, pair: tuple[str, str], steps: int, before: Mapping[str, str]
) -> Snapshot:
    """A lesson after some steps, compared with the model as it was.

    Args:
        before: the sentence and others, with its translations of them.

    Raises:
        GlassformerError: if the pair can't be learned.
    """
    gradients, trace = taught.gradients(*pair), taught.trace(*pair)
    said = trace["logits"].softmax(dim=-1)
    found = said[torch.arange(len(said)), [*taught.spell(pair[1]).ids, END]]
    after = dict(zip(before, taught.translate_all(before), strict=True)) if steps else before
    pieces = {
        text: (_pieces(old, after[text], "before"), _pieces(old, after[text], "after")) for text, old in before.items()
    }
    moved = measure_moves(dict(own.model.named_parameters()), taught.model) if steps else {}
    facts: SnapshotFacts = {
        "steps": steps,
        "loss": float(-found.log().mean()),
        "probabilities": found.tolist(),
        "before": pieces[pair[0]][0],
        "after": pieces[pair[0]][1],
        "watched": [
            {"sentence": text, "before": old, "after": new} for text, (old, new) in pieces.items() if text != pair[0]
        ],
        "moved": [{"name": name, "by": by} for name, by in list(moved.items())[:MOVED]],
    }
    return Snapshot(
        facts, measure_flow(gradients, trace), (trace.source_tokens, trace.target_tokens, trace.output_tokens)
    )


def _pieces(before: str, after: str, side: Any) -> list[Stretch]:
    return word_diff(word_changes(before, after), side)


def measure_flow(gradients: Trace, trace: Trace) -> dict[str, Tensor]:
    """How long the gradient is at each place of the picture, and how much of it each attention hands on.

    A value's gradient is the sum over the queries of their weight times the gradient of their context, so those are
    what flows from a query to a value: their length over all heads.
    """
    found: dict[str, Tensor] = {"output": gradients["logits"].norm(dim=-1)}
    for stack in ("encoder", "decoder"):
        layers = sum(name.startswith(f"{stack}.") and name.endswith("feed_forward.hidden") for name in gradients)
        names = [f"{stack}.input", *(f"{stack}.{layer}.feed_forward.after" for layer in range(layers))]
        found[stack] = torch.stack([each.norm(dim=-1) for each in activations(gradients, names).values()])
    for kind, use in USES.items():
        flows = [_flow_through(gradients, trace, kind, layer) for layer in range(len(found[use.stack]) - 1)]
        found[f"{kind}.flow"] = torch.stack(flows)
    return found


def _flow_through(gradients: Trace, trace: Trace, kind: AttentionKind, layer: int) -> Tensor:
    name = place(kind, layer)
    lengths = gradients[f"{name}.context"].norm(dim=-1, keepdim=True)  # (H, T, 1)
    return (trace[f"{name}.weights"] * lengths).norm(dim=0)


def check_facts(check: GradientCheck, weight: str) -> CheckFacts:
    """A check of the gradient for the browser."""
    shown = {"weight": weight, "place": check.place, "value": check.value, "gradient": check.gradient}
    return {**shown, "slope": check.slope, "losses": check.losses}  # type: ignore[typeddict-item]


def lesson_of(example: Example, model: str, snapshots: Sequence[Snapshot]) -> LessonFacts:
    """A lesson's facts."""
    source, target, output = (as_facts(chips(tokens)) for tokens in snapshots[0].tokens)
    filled = {"model": Path(model).name, "sentence": example.sentence, "wanted": example.wanted}
    weight = "source_embedding.weight"
    code = SNIPPET.format(weight=json.dumps(weight), **{name: repr(text) for name, text in filled.items()})
    return {
        **example._asdict(),  # type: ignore[typeddict-item]
        "source": source,
        "target": target,
        "output": output,
        "snapshots": [each.facts for each in snapshots],
        "longest": max(float(snapshots[0].tensors[name].max()) for name in ("encoder", "decoder", "output")),
        "snippet": code,
    }


def page_of(
    model: str, lessons: Sequence[tuple[Example, Sequence[Snapshot]]], most: int, is_recorded: bool = False
) -> Payload:
    """Everything that the page draws."""
    own = resources.load_model(model)
    shown = [example for example, _ in lessons] if is_recorded else examples_of(own)
    facts: OneStepFacts = {
        "language": target_language(own).name,
        "reads": source_language(own).name,
        "layers": {"encoder": own.model.config.encoder_layers, "decoder": own.model.config.decoder_layers},
        "lessons": [lesson_of(example, model, snapshots) for example, snapshots in lessons],
        "examples": [{"title": each.title} for each in shown],
        "most": most,
        "weights": [name for name, _ in own.model.named_parameters()],
        "recorded": is_recorded,
    }
    tensors = {
        f"{at}.{number}.{name}": tensor.half()
        for at, (_, snapshots) in enumerate(lessons)
        for number, each in enumerate(snapshots)
        for name, tensor in each.tensors.items()
    }
    return Payload(dict(facts), tensors)


@lru_cache(maxsize=4)
def recorded(model: str) -> Payload:
    """The first examples with each of their steps, for a page without a server.

    Raises:
        GlassformerError: if the model can learn none of them.
    """
    own, watched = resources.load_model(model), watched_by(model)
    others = dict(zip(watched, own.translate_all(watched), strict=True))
    lessons = []
    for example in examples_of(own)[:EXAMPLES]:
        pair = (example.sentence, example.wanted)
        try:
            before = {pair[0]: own.translate_all(pair[:1])[0], **others}
            found = [snapshot(own, own, pair, 0, before)]
            lesson: Lesson[Translator] | None = None
            for steps in range(1, RECORDED + 1):
                lesson = lesson.learn() if lesson else own.learn(*pair)
                found.append(snapshot(own, lesson.translator, pair, steps, before))
            weight = found[-1].facts["moved"][0]["name"]
            found[0].facts["check"] = check_facts(own.check_gradient(*pair, weight), weight)
        except GlassformerError:  # its vocabulary can't spell it
            continue
        lessons.append((example, found))
    if not lessons:
        raise GlassformerError("Nothing was recorded of this model: get Glassformer to teach it a pair of your own.")
    return page_of(model, lessons, RECORDED, is_recorded=True)
