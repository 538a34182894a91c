"""What the picture of one step is sent: a pair’s loss, what flows backwards from it, and what the steps changed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

from transformer import Translator
from transformer.decoding.trace import Trace
from transformer.edits.comparison import word_changes
from transformer.errors import GlassformerError
from transformer.learning import Lesson
from transformer.model.attentions import USES, place
from transformer.text.special_tokens import END
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.frame.activations import activations
from viewer.pictures.train.one_step.examples import PairToTeach, examples_of, watched_by
from viewer.transport.payload import Payload
from viewer.widgets.language import target_language
from viewer.widgets.tokens import as_facts, chips
from viewer.widgets.word_diff import word_diff

EXAMPLES, RECORDED = 3, 10  # lessons on a page without a server, and the steps of each


class ShownLesson(NamedTuple):
    """A lesson after some steps: its facts, its tensors, and what was read, read back, and wanted."""

    facts: Mapping[str, Any]
    tensors: Mapping[str, Tensor]
    tokens: Sequence[Sequence[str]]


@within_budget
def translations(name: str, texts: tuple[str, ...]) -> dict[str, str]:
    """What a model writes for each text by itself."""
    return dict(zip(texts, resources.load_model(name).translate_all(texts), strict=True))


@within_budget
def untaught(name: str, sentence: str, wanted: str) -> ShownLesson:
    """A lesson before its first step."""
    return snapshot(resources.load_model(name), (sentence, wanted), 0, translations(name, (sentence,)))


def snapshot(taught: Translator, pair: tuple[str, str], steps: int, before: Mapping[str, str]) -> ShownLesson:
    """A lesson after some steps.

    Args:
        before: the sentence and others, with their translations before the lesson.

    Raises:
        GlassformerError: if the pair can't be learned.
    """
    gradients, trace = taught.gradients(*pair), taught.trace(*pair)
    said = trace["logits"].softmax(dim=-1)
    found = said[torch.arange(len(said)), [*taught.spell(pair[1]).ids, END]]
    after = taught.translate_all(before) if steps else before.values()
    changes = [word_changes(*each) for each in zip(before.values(), after, strict=True)]
    told = [
        {"sentence": text, "before": word_diff(each, "before"), "after": word_diff(each, "after")}
        for text, each in zip(before, changes, strict=True)
    ]
    facts = {"steps": steps, "loss": float(-found.log().mean()), "probabilities": found.tolist(), "translations": told}
    return ShownLesson(
        facts, measure_flow(gradients, trace), (trace.source_tokens, trace.target_tokens, trace.output_tokens)
    )


def measure_flow(gradients: Trace, trace: Trace) -> dict[str, Tensor]:
    """How long the gradient is at each place, and how much of it each attention hands on to each value.

    A value's gradient is the sum over the queries of their weight times the gradient of their context, so the length of
    that product over all heads is what flows from a query to a value.

    Returns:
        `encoder`, `decoder`, (layers + 1, T), and `output`, (T), for each token; `encoder.flow`, `decoder.flow` and
        `cross.flow`, (layers, T, S).
    """
    found = {"output": gradients["logits"].norm(dim=-1)}
    for kind, use in USES.items():
        names = [name.removesuffix(".context") for name in gradients if name.endswith(f"{use.module}.context")]
        layers = range(sum(name.startswith(use.stack) for name in names))
        stream = activations(
            gradients, [f"{use.stack}.input", *(f"{use.stack}.{at}.feed_forward.after" for at in layers)]
        )
        found[use.stack] = torch.stack([each.norm(dim=-1) for each in stream.values()])
        lengths = [gradients[f"{place(kind, at)}.context"].norm(dim=-1, keepdim=True) for at in layers]  # (H, T, 1)
        flows = [(trace[f"{place(kind, at)}.weights"] * each).norm(dim=0) for at, each in enumerate(lengths)]
        found[f"{kind}.flow"] = torch.stack(flows)
    return found


def page_of(
    name: str, lessons: Iterable[tuple[PairToTeach, Sequence[ShownLesson]]], most: int, recorded: bool
) -> Payload:
    """What the picture draws: one lesson before the first step and now, or several with all their steps."""
    own, made = resources.load_model(name), []
    tensors: dict[str, Tensor] = {}
    for at, (example, snapshots) in enumerate(lessons):
        tokens = zip(("source", "target", "output"), snapshots[0].tokens, strict=True)
        longest = max(float(snapshots[0].tensors[each].max()) for each in ("encoder", "decoder", "output"))
        facts = {"snapshots": [each.facts for each in snapshots], "longest": longest}
        made.append({**example._asdict(), **{side: as_facts(chips(each)) for side, each in tokens}, **facts})
        for number, each in enumerate(snapshots):
            tensors |= {f"{at}.{number}.{part}": tensor.half() for part, tensor in each.tensors.items()}
    config = own.model.config
    page = {
        "language": target_language(own).name,
        "sizes": {"layers": {"encoder": config.encoder_layers, "decoder": config.decoder_layers}},
        "titles": [example["title"] for example in made] if recorded else [each.title for each in examples_of(own)],
        **{"lessons": made, "most": most, "recorded": recorded},
    }
    return Payload(page, tensors)


@lru_cache(maxsize=4)
def recorded(name: str) -> Payload:
    """The first examples with each of their steps, for a page without a server.

    Raises:
        GlassformerError: if the model can learn none of them.
    """
    own, lessons = resources.load_model(name), []
    for example in examples_of(own)[:EXAMPLES]:
        pair = (example.sentence, example.wanted)
        try:
            lesson: Lesson[Translator] = own.learn(*pair)
        except GlassformerError:  # its vocabulary can't spell it
            continue
        before = translations(name, (example.sentence, *watched_by(name)))
        found = [snapshot(own, pair, 0, before), snapshot(lesson.translator, pair, 1, before)]
        while len(found) <= RECORDED:
            lesson = lesson.learn()
            found.append(snapshot(lesson.translator, pair, len(found), before))
        lessons.append((example, found))
    if not lessons:
        raise GlassformerError("Nothing was recorded of this model: get Glassformer to teach it a pair of your own.")
    return page_of(name, lessons, RECORDED, recorded=True)
