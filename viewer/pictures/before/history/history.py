"""A line of history: what each step added, how it translates the same sentences, and its BLEU on the same captions."""

from collections.abc import Sequence
from typing import Any

from transformer.analysis.evaluation.captions import CaptionScore, CaptionScores
from transformer.analysis.measures.predecessors import ONE_STACK, Predecessor
from transformer.edits.comparison import word_changes
from transformer.model.folder import comparison_models
from transformer.model.measurements import load_measurement
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.app.state import EXAMPLES
from viewer.pictures.before import models
from viewer.transport.payload import Payload
from viewer.widgets.language import FRENCH
from viewer.widgets.word_diff import word_diff

SENTENCES = (
    *(EXAMPLES[at] for at in (0, 2, 4, 8)),
    "The old woman who lives next to the bakery feeds the birds in the park every morning.",
)
# When it was published, what the pages call it, and the idea that it added.
STEPS = {
    models.FIXED: (
        "2014",
        models.TITLES[models.FIXED],
        "One network learns the whole translation: it reads the sentence into one vector, and writes from that "
        "(Sutskever, Vinyals and Le; Cho et al.).",
    ),
    models.BAHDANAU: (
        "2015",
        models.TITLES[models.BAHDANAU],
        "Attention: before each word, the decoder looks back at every word of the source (Bahdanau, Cho and Bengio).",
    ),
    models.SAME_TIME: (
        "2017",
        models.TITLES[models.SAME_TIME],
        "Nothing but attention: no word waits for the one before it to be read (Vaswani et al.).",
    ),
    ONE_STACK: (
        "2018",
        "One stack",
        "No encoder: source and translation are one text, with one attention for both (Liu et al.; Radford et al.).",
    ),
}


def caption_scores(name: str) -> CaptionScores | None:
    """What was measured on the captions of a model for comparison, if anything."""
    return load_measurement(name, CaptionScores) if name in comparison_models() else None


def is_scored(_: Visit) -> bool:
    """Whether any of the models was scored."""
    return any(map(caption_scores, STEPS))


def describe_captions(_: Visit) -> str:
    """What the scores are of."""
    found = next(filter(None, map(caption_scores, STEPS)))
    return (
        f"BLEU of {found.scores[-1].decoding} on the first {found.captions} captions of Multi30k’s test set, which no "
        "model has seen, with 95% intervals. All learned from the same pairs, for about as long. The five sentences "
        "are ours, chosen so that the models differ, and translated greedily."
    )


def history_of(_: Visit) -> Payload:
    """The whole line."""
    return payload(SENTENCES)


@within_budget
def payload(sentences: Sequence[str]) -> Payload:
    """Each step with its translations of some sentences, and where they differ from those of the step before.

    Raises:
        GlassformerError: if a model is missing or damaged.
    """
    steps, before = [], None
    for name, (year, title, idea) in STEPS.items():
        texts = [models.translate_greedily(name, sentence).text for sentence in sentences]
        steps.append(step(year, title, idea, _costs(name), _score(name), texts, before))
        before = texts
    return Payload({"language": FRENCH.code, "sentences": list(sentences), "steps": steps})


def step(
    at: str,
    title: str,
    idea: str,
    costs: str,
    score: CaptionScore | None,
    texts: Sequence[str],
    beside: Sequence[str] | None,
) -> dict[str, Any]:
    """One step for the browser.

    Args:
        texts: a translation of each sentence. beside: those of which the differences are marked.
    """
    pairs = zip(texts if beside is None else beside, texts, strict=True)
    return {
        **{"at": at, "title": title, "idea": idea, "costs": costs},
        "score": score and [score.bleu, score.low, score.high],
        "translations": [word_diff(word_changes(other, own), "after") for other, own in pairs],
    }


def _costs(name: str) -> str:
    if not (trained := load_measurement(name, Predecessor)):
        return ""
    minutes = trained.steps * trained.seconds_a_step / 60
    return f"{trained.parameters / 1e6:.2f} million parameters; trained for {minutes:.0f} minutes on one core"


def _score(name: str) -> CaptionScore | None:
    found = caption_scores(name)
    return found.scores[-1] if found else None
