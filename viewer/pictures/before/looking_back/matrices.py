"""What the page shows: two models teacher-forced on one translation, and the terms of an energy."""

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from transformer import Translation
from transformer.analysis.measures.energies import additive_attention_states
from transformer.model.attentions import place
from transformer.translator import Translator
from viewer.app.budget import within_budget
from viewer.pictures.before import models
from viewer.pictures.before.looking_back.snippet import SNIPPET
from viewer.transport.payload import Payload
from viewer.widgets.language import target_language
from viewer.widgets.tokens import as_facts, chips


@within_budget
def payload(beside: str, of: str, sentence: str) -> Payload:
    """One translation of a sentence, and where both models look along the way.

    Args:
        beside: the Transformer to compare with. of: whose translation to follow.

    Raises:
        GlassformerError: if a model is missing, damaged or of the wrong kind, or there is no translation.
    """
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    text = models.translate_greedily(of, sentence).text
    here, there = (models.teacher_force(name, sentence, text) for name in (models.BAHDANAU, beside))
    energies = here.trace[f"{place('cross', 0)}.scores"][0]
    hidden = additive_attention_states(translator.model, here.trace)
    facts = {
        "language": target_language(translator).name,
        "text": here.text,
        "here": _side(models.TITLES[models.BAHDANAU], here),
        "there": _side(
            f"{models.title(beside)}, layer {there.translator.alignment_layer + 1}, mean of its heads", there
        ),
        "snippet": SNIPPET.fill_in(models.BAHDANAU, here.source.text, here.text),
    }
    tensors = {
        "energies": energies,
        "here": _looks(here),
        "there": _looks(there),
        "states": hidden.states,
        "words": hidden.words,
        "v": hidden.v,
    }
    return Payload(facts, tensors)


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


def error_rates(translators: Mapping[str, Translator[Any]]) -> str:
    """Each model's alignment error rate on the everyday grammar, from its card; empty if there is none."""
    told = []
    for name, translator in translators.items():
        measured = translator.card.get("alignment", {})
        if rates := measured.get("error_rates"):
            layer = f", layer {rates.index(min(rates)) + 1} of {len(rates)}" if len(rates) > 1 else ""
            pairs = f" ({measured['pairs']} sentence pairs)" if "pairs" in measured else ""
            told.append(f"{models.title(name)}{layer}: {min(rates):.3f}{pairs}")
    return "; ".join(told)
