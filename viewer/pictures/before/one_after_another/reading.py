"""What the page shows for a sentence: its words, and how each loss depends on each word."""

from typing import Any

import torch

from transformer.analysis.measures.gradient_reach import source_gradients
from transformer.corpora.encoding import EncodedPair
from transformer.errors import GlassformerError
from transformer.translator import Translator
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.one_after_another.snippet import SNIPPET
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips

COMPARED = (models.FIXED, models.BAHDANAU, models.SAME_TIME)
MOST_LOSSES = 30  # how many tokens of the translation: each takes a backward pass through everything read and written


def transformer_of() -> Translator:
    """The Transformer that trained for as long.

    Raises:
        GlassformerError: if it is missing, damaged, or of the wrong kind.
    """
    translator = resources.load_comparison_model(models.SAME_TIME)
    if not isinstance(translator, Translator):
        raise GlassformerError(
            f"The folder of {models.SAME_TIME} has the wrong kind of model: this page needs a Transformer."
        )
    return translator


def readers(visit: Visit) -> Payload:
    """Who waits for whom when the sentence is read."""
    return payload(visit.sentence)


@within_budget
def payload(sentence: str) -> Payload:
    """A sentence as each encoder reads it, and the gradients of each model's losses.

    All models follow the same translation, the Transformer's, or the beginning of a long one.

    Raises:
        GlassformerError: if a model is missing, damaged or of the wrong kind.
    """
    models.recurrent(models.FIXED, looks_back=False)
    models.recurrent(models.BAHDANAU, looks_back=True)
    translator = transformer_of()
    source = translator.read(sentence)
    text = models.translate_greedily(models.SAME_TIME, sentence).text
    target = translator.tokenizer.encode_target(text)
    opened = [resources.load_any_model(name) for name in COMPARED]
    left = max(0, len(target) - 1 - MOST_LOSSES)
    target = target[: 1 + MOST_LOSSES]
    if any(each.tokenizer.vocabulary != translator.tokenizer.vocabulary for each in opened):
        raise GlassformerError("The models in assets/before have different vocabularies, so you can’t compare them.")
    pair = EncodedPair(list(source.ids), list(source.ids), target)
    facts: dict[str, Any] = {
        "source": as_facts(chips(source.tokens)),
        "target": as_facts(chips(translator.tokenizer.tokens(target[1:]))),
        "left": left,
        "text": text,
        "layers": translator.model.config.encoder_layers,
        "models": [models.TITLES[name] for name in COMPARED],
        "snippet": SNIPPET.fill_in(models.FIXED, source.text, text),
    }
    return Payload(facts, {"gradients": torch.stack([source_gradients(each.model, pair) for each in opened])})
