"""What the page shows: two models teacher-forced on one translation, and the energies of the first."""

from typing import Any

from torch import Tensor

from transformer import Translation
from transformer.model.attentions import place
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.looking_back.snippet import SNIPPET
from viewer.transport.payload import Payload
from viewer.widgets.language import target_language
from viewer.widgets.tokens import as_facts, chips


@within_budget
def payload(sentence: str) -> Payload:
    """Bahdanau’s translation of a sentence, and where both models look along the way.

    Raises:
        GlassformerError: if a model is missing, damaged or of the wrong kind, or there is no translation.
    """
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    text = models.translate_greedily(models.BAHDANAU, sentence).text
    here, there = (models.teacher_force(name, sentence, text) for name in (models.BAHDANAU, models.SAME_TIME))
    energies = here.trace[f"{place('cross', 0)}.scores"][0]
    facts = {
        "language": target_language(translator).name,
        "text": here.text,
        "here": _side(models.TITLES[models.BAHDANAU], here),
        "there": _side(
            f"{models.TITLES[models.SAME_TIME]}, layer {there.translator.alignment_layer + 1}, mean of its heads", there
        ),
        "snippet": SNIPPET.fill_in(models.BAHDANAU, here.source.text, here.text),
    }
    return Payload(facts, {"energies": energies, "here": _looks(here), "there": _looks(there)})


def _side(name: str, translation: Translation) -> dict[str, Any]:
    return {
        "name": name,
        "perToken": models.per_token(translation),
        "source": as_facts(chips(translation.source.tokens)),
        "target": as_facts(chips(translation.tokens)),
    }


def _looks(translation: Translation) -> Tensor:
    """Cross-attention of the layer that aligns best, mean over its heads, (T, S)."""
    weights = translation.trace[f"{place('cross', translation.translator.alignment_layer)}.weights"]
    return weights.mean(dim=0)[: len(translation.tokens)]


def both_attentions(visit: Visit) -> Payload:
    """Where both models look along one translation."""
    return payload(visit.sentence)


def tell_error_rates(_: Visit) -> str:
    """Each model's alignment error rate on the everyday grammar, from its card."""
    told = []
    for name in (models.BAHDANAU, models.SAME_TIME):
        measured = resources.load_any_model(name).card.get("alignment", {})
        if rates := measured.get("error_rates"):
            layer = f", layer {rates.index(min(rates)) + 1} of {len(rates)}" if len(rates) > 1 else ""
            pairs = f" ({measured['pairs']} sentence pairs)" if "pairs" in measured else ""
            told.append(f"{models.TITLES[name]}{layer}: {min(rates):.3f}{pairs}")
    if not told:
        return "No alignment error rates have been measured for these models."
    return (
        "Alignment error rate on the everyday grammar, where the true links are known (0 is perfect): "
        f"{'; '.join(told)}."
    )
