"""A trace or one attention in a notebook, as the page that the chapter on heads saves as HTML."""

import json
from collections.abc import Sequence
from typing import Any

from torch import Tensor

from transformer import Attention, Trace
from transformer.model.attentions import ATTENTION_KINDS, USES, AttentionKind, all_layers, place
from transformer.text.words import sentence
from viewer.notebook.output import framed
from viewer.walk.heads.standalone import standalone_page
from viewer.widgets.tokens import chips

_DIGITS = 4  # decimals: a weight is between 0 and 1


def trace_html(trace: Trace) -> str | None:
    """All attentions, starting with the decoder's to the source; None for a model without attention."""
    kinds = [kind for kind in ATTENTION_KINDS if f"{place(kind, 0)}.weights" in trace]
    if not kinds:
        return None
    tokens = {"source": trace.source_tokens, "target": trace.target_tokens}
    shown = [
        _kind(
            kind,
            trace.output_tokens if kind == "cross" else tokens[USES[kind].queries],  # labelled by the written tokens
            tokens[USES[kind].keys],
            all_layers(trace, kind, "weights"),
        )
        for kind in kinds
    ]
    said = {"sentence": sentence(trace.source_tokens), "translation": sentence(trace.output_tokens)}
    return _page(shown, f"Attention heads: {said['sentence']}", " → ".join(said.values()), said)


def attention_html(attention: Attention) -> str:
    """All heads of one attention, starting with their mean."""
    kind = _kind(attention.kind, attention.queries, attention.keys, attention.weights.unsqueeze(0))
    between = f"{attention}: from {sentence(attention.queries)} to {sentence(attention.keys)}"
    return _page([kind], place(attention.kind, attention.layer), between, {"layer": attention.layer})


def _kind(kind: AttentionKind, queries: Sequence[str], keys: Sequence[str], weights: Tensor) -> dict[str, Any]:
    """One kind of attention in the form that `standalone.js` reads.

    Args:
        weights: (layers, H, T, S).
    """
    return {
        "kind": kind,
        "queries": _chips(queries),
        "keys": _chips(keys),
        "weights": [
            [[[round(each, _DIGITS) for each in row] for row in head] for head in layer]
            for layer in weights.float().tolist()
        ],
    }


def _chips(tokens: Sequence[str]) -> list[dict[str, Any]]:
    return [{"text": chip.text, "joined": chip.joined} for chip in chips(tokens)]


def _page(kinds: list[dict[str, Any]], title: str, text: str, facts: dict[str, Any]) -> str:
    """The page, opened at the last layer of the last kind."""
    last = kinds[-1]
    focus = {"kind": last["kind"], "layer": len(last["weights"]) - 1, "head": None, "inWords": False}
    held = json.dumps({**facts, "focus": focus, "kinds": kinds}, ensure_ascii=False, separators=(",", ":"))
    # A `<` in a token would end the script that contains the data.
    return framed(standalone_page().replace("⟨data⟩", held.replace("<", "\\u003c")), title, text)
