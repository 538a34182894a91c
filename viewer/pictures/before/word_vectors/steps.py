"""What the page shows about learning: every example in one sentence, and the step that it would make."""

from typing import Any

from transformer.training.word_vectors.one_step import OneStep, draw_negatives, examples, one_step
from transformer.training.word_vectors.sentences import words_of
from viewer.app.budget import within_budget
from viewer.pictures.before.word_vectors import shipped
from viewer.pictures.before.word_vectors.shipped import Kind
from viewer.pictures.before.word_vectors.snippet import SNIPPET
from viewer.transport.payload import Payload

WINDOW, NEGATIVES = 2, 5
MOST_WORDS = 40  # words of a sentence: each makes a step with each of its neighbours
RATE = 0.5  # large, so that a step can be seen: training began at 0.025
_SEED = 1


@within_budget
def payload(kind: Kind, sentence: str) -> Payload | None:
    """The steps of a sentence, each on copies of the shipped tables; None if no two of its words have vectors.

    Raises:
        GlassformerError: if the table is missing or damaged.
    """
    vectors = shipped.open_vectors(kind)
    spelled = words_of(sentence)
    # As in training: rare words are removed before making windows.
    shown = [word for word in spelled if word in vectors][:MOST_WORDS]
    found = examples(len(shown), kind, WINDOW)
    if not found:
        return None
    drawn = draw_negatives(vectors, len(found), NEGATIVES, _SEED)
    steps = [
        one_step(vectors, kind, [shown[at] for at in example.inputs], shown[example.word], negatives, RATE)
        for example, negatives in zip(found, drawn, strict=True)
    ]
    facts: dict[str, Any] = {
        "kind": kind,
        "rate": RATE,
        "words": shown,
        "leftOut": sorted({word for word in spelled if word not in vectors}),
        "cut": sum(word in vectors for word in spelled) > MOST_WORDS,
        "steps": [
            {"predicts": list(example.inputs), "word": example.word, **_step(step)}
            for example, step in zip(found, steps, strict=True)
        ],
        "snippet": {"title": SNIPPET.title, "code": SNIPPET.code.replace("⟨rate⟩", str(RATE))},
        "path": f"{shipped.FOLDER.parent.name}/{shipped.FOLDER.name}/{shipped.path_of(kind).name}",
    }
    return Payload(facts)


def _step(step: OneStep) -> dict[str, Any]:
    return {
        "asked": list(step.asked),
        "products": list(step.products),
        "after": list(step.products_after),
        "loss": step.loss,
        "lossAfter": step.loss_after,
        "moved": list(step.moved),
        "movedPredicted": list(step.moved_outputs),
    }
