"""A trace or one attention in a notebook, as a page that needs no server."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from torch import Tensor

from transformer import Attention, Trace
from transformer.model.attentions import ATTENTION_KINDS, USES, AttentionKind, all_layers, place
from transformer.text.words import sentence
from viewer.notebook.focus import Extent
from viewer.notebook.output import Output
from viewer.transport.modules import VIEWER, bundle
from viewer.widgets.tokens import chips

_DIGITS = 4  # decimals: a weight is between 0 and 1


def trace_output(trace: Trace) -> Output | None:
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
    return _output(shown, f"Attention heads: {said['sentence']}", " → ".join(said.values()), said)


def attention_output(attention: Attention) -> Output:
    """All heads of one attention, starting with their mean."""
    kind = _kind(attention.kind, attention.queries, attention.keys, attention.weights.unsqueeze(0))
    between = f"{attention}: from {sentence(attention.queries)} to {sentence(attention.keys)}"
    return _output([kind], place(attention.kind, attention.layer), between, {"layer": attention.layer})


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


def _output(kinds: list[dict[str, Any]], title: str, text: str, facts: dict[str, Any]) -> Output:
    """The page, opened at the last layer of the last kind."""
    first = facts.get("layer", 0)  # one attention alone
    extents = {}
    for each in kinds:
        layers, heads = len(each["weights"]), len(each["weights"][0])
        extents[each["kind"]] = Extent(range(first, first + layers), heads, len(each["queries"]))
    kind = kinds[-1]["kind"]
    focus = {"kind": kind, "layer": extents[kind].layers[-1], "head": None, "token": 0}
    held = json.dumps({**facts, "focus": focus, "kinds": kinds}, ensure_ascii=False, separators=(",", ":"))
    # A `<` in a token would end the script that contains the data.
    page = standalone_page().replace("⟨data⟩", held.replace("<", "\\u003c"))
    return Output(page, title, text, focus, extents)


@cache
def standalone_page() -> str:
    """The page into which the weights are put; `⟨data⟩` marks their place."""
    folder = VIEWER / "notebook"
    joined_modules = bundle(folder / "standalone.js")
    page = (folder / "standalone.html").read_text(encoding="utf-8")
    return page.replace("⟨style⟩", joined_modules.style).replace("⟨script⟩", joined_modules.script)
