"""A line of history: what each step added, how it translates the same sentences, and its BLEU on the same captions."""

from collections.abc import Sequence
from typing import Any

from transformer.analysis.evaluation.captions import CaptionScore, CaptionScores
from transformer.analysis.measures.predecessors import ONE_STACK, Predecessor
from transformer.model.folder import comparison_models
from transformer.model.measurements import load_measurement
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.app.state import EXAMPLES
from viewer.pictures.before import models
from viewer.transport.payload import Payload
from viewer.widgets.language import FRENCH
from viewer.widgets.word_diff import words_apart

# Sentences, and our own translations of them, with which the models' are compared.
SENTENCES = {
    EXAMPLES[0]: "Le chien noir dort devant la porte.",
    EXAMPLES[2]: "Elle a perdu ses clés et ne peut pas ouvrir la porte.",
    EXAMPLES[4]: "Où as-tu acheté ces vieux livres ?",
    EXAMPLES[8]: "Si tu n'es pas prêt dans cinq minutes, je partirai sans toi.",
    "The old woman who lives next to the bakery feeds the birds in the park every morning.": (
        "La vieille femme qui habite à côté de la boulangerie nourrit les oiseaux dans le parc tous les matins."
    ),
}
# When each was published, and the idea that it added.
STEPS = {
    models.FIXED: ("2014", "One network reads the sentence into a vector, another writes from it (Sutskever et al.)."),
    models.BAHDANAU: ("2015", "Attention: before each word, the decoder looks back at the source (Bahdanau et al.)."),
    models.SAME_TIME: (
        "2017",
        "Attention in place of recurrence: no word waits for others to be read (Vaswani et al.).",
    ),
    ONE_STACK: ("2018", "No encoder: both languages are one text, with one attention (Liu et al.; Radford et al.)."),
}


def caption_scores(name: str) -> CaptionScores | None:
    """What was measured on the captions of a model for comparison, if anything."""
    return load_measurement(name, CaptionScores) if name in comparison_models() else None


def describe_bleu(_: Visit) -> str:
    """What a score says, and of how many sentences; nothing if there are none."""
    if not (found := caption_scores(models.SAME_TIME)):
        return ""
    return (
        "BLEU, from 0 to 100, says how much of a model’s wording is in a person’s translation, here over a test set of "
        f"{found.captions:,} sentences that no model has seen."
    )


def describe_captions(_: Visit) -> str:
    """How the scores were measured, and what they don't show; nothing if there are none."""
    if not (found := caption_scores(models.SAME_TIME)):
        return ""
    return (
        f"BLEU is measured by beam search on the first {found.captions} captions of Multi30k’s test set. "
        "The band at a bar’s end is a 95% interval: how far the score would vary with other captions. "
        "Each model was trained once, on the same pairs: another training would give another score. The five sentences "
        "are ours, chosen so that the models differ, and translated greedily."
    )


def tell_one_stack(_: Visit) -> str:
    """What sets one stack apart from the Transformer above it; nothing if their training wasn't recorded."""
    stack, above = (load_measurement(name, Predecessor) for name in (ONE_STACK, models.SAME_TIME))
    if not (stack and above):
        return ""
    return (
        "One stack isn’t made for translation alone: it can go on with any text. In the same time it learned from "
        f"{stack.tokens_a_second / above.tokens_a_second:.0%} as much text as the Transformer."
    )


def history_of(_: Visit) -> Payload:
    """The whole line."""
    return payload(tuple(SENTENCES))


@within_budget
def payload(sentences: Sequence[str]) -> Payload:
    """Each step with its translations of some sentences, and where they differ from ours.

    Raises:
        GlassformerError: if a model is missing or damaged.
    """
    steps: list[dict[str, Any]] = []
    for name, (year, idea) in STEPS.items():
        texts = [models.translate_greedily(name, sentence).text for sentence in sentences]
        found = caption_scores(name)
        score = found.scores[-1] if found else None
        ours = [SENTENCES.get(sentence, text) for sentence, text in zip(sentences, texts, strict=True)]
        steps.append(step(year, models.TITLES[name], idea, _costs(name), score, texts, ours))
    return payload_of(sentences, steps)


def payload_of(sentences: Sequence[str], steps: Sequence[dict[str, Any]]) -> Payload:
    """Steps with their translations of some sentences."""
    return Payload({"language": FRENCH.code, "sentences": list(sentences), "steps": list(steps)})


def step(
    at: str, title: str, idea: str, costs: str, score: CaptionScore | None, texts: Sequence[str], beside: Sequence[str]
) -> dict[str, Any]:
    """One step for the browser.

    Args:
        texts: a translation of each sentence. beside: those of which the differences are marked.
    """
    return {
        **{"at": at, "title": title, "idea": idea, "costs": costs},
        "score": score and [score.bleu, score.low, score.high],
        "translations": list(map(words_apart, beside, texts)),
    }


def _costs(name: str) -> str:
    if not (trained := load_measurement(name, Predecessor)):
        return ""
    minutes, speed = trained.steps * trained.seconds_a_step / 60, f"{trained.tokens_a_second:,.0f} tokens a second"
    return f"{trained.parameters / 1e6:.2f} million parameters. {minutes:.0f} minutes on one core, {speed}."
