"""The square: attention over English and French together, next to the three attentions of an encoder-decoder."""

from typing import Any

from torch import Tensor

from transformer import Translator
from transformer.analysis.measures.predecessors import ONE_STACK
from transformer.decoding.trace import Trace
from transformer.errors import GlassformerError
from transformer.model.attentions import AttentionKind, all_layers
from transformer.model.one_stack import OneStack
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.snippet import Snippet
from viewer.transport.payload import Payload
from viewer.widgets.language import FRENCH
from viewer.widgets.tokens import as_facts, chips

SNIPPET = Snippet(
    "the block that does what cross-attention did, in the first layer",
    """\
import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩, ⟨target⟩)
english = len(trace.source_tokens)
weights = trace["decoder.0.self_attention.weights"].mean(dim=0)  # of the heads, (S + T, S + T)
result = weights[english:, :english]  # rows: French; columns: English
""",
)


def one_stack() -> Translator[OneStack]:
    """The model of one stack.

    Raises:
        GlassformerError: if it is missing, damaged, or of the wrong kind.
    """
    translator = resources.load_comparison_model(ONE_STACK)
    if not isinstance(translator.model, OneStack):
        raise GlassformerError(f"The folder of {ONE_STACK} has the wrong kind of model: this page needs one stack.")
    return translator


def square_of(visit: Visit) -> Payload:
    """The square of the visitor's sentence."""
    return payload(visit.sentence)


@within_budget
def payload(sentence: str) -> Payload:
    """One translation of a sentence, by one stack, and the attention of both models along it: means of the heads.

    Raises:
        GlassformerError: if a model is missing, damaged or of the wrong kind, or there is no translation.
    """
    both = (one_stack(), resources.load_any_model(models.SAME_TIME))
    translation = models.translate_greedily(ONE_STACK, sentence)
    here, there = (each.trace(sentence, translation.text) for each in both)
    if (here.source_tokens, here.target_tokens) != (there.source_tokens, there.target_tokens):
        raise GlassformerError("The models in assets/before and assets/after have different vocabularies.")
    facts: dict[str, Any] = {
        "language": FRENCH.name,
        "source": as_facts(chips(here.source_tokens)),
        "target": as_facts(chips(here.target_tokens)),
        "snippet": SNIPPET.fill_in(ONE_STACK, translation.source.text, translation.text),
    }
    return Payload(
        facts,
        {
            "stack": _means(here, "decoder"),
            "encoder": _means(there, "encoder"),
            "cross": _means(there, "cross"),
            "decoder": _means(there, "decoder"),
        },
    )


def turning_of(visit: Visit) -> Payload:
    """The query of the sentence's second token and the key of its first, of one head: the picture turns them."""
    trace = one_stack().trace(visit.sentence, models.translate_greedily(ONE_STACK, visit.sentence).hypothesis)
    key, query = (chip.text for chip in chips(trace.source_tokens)[:2])
    heads = [trace[f"decoder.0.self_attention.{name}"][0] for name in ("key", "query")]
    return Payload({"query": query, "key": key}, {"key": heads[0][0], "query": heads[1][1]})


def _means(trace: Trace, kind: AttentionKind) -> Tensor:
    """The weights of every layer, mean over its heads, (layers, queries, keys)."""
    return all_layers(trace, kind, "weights").mean(dim=1)
