"""The laboratory: a sentence translated by the original model and by the model with the visitor's changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from torch import Tensor

from transformer import Trace
from transformer.analysis.evaluation.ablations import Ablations
from transformer.decoding.strategies import Greedy
from transformer.edits import Edit, parse
from transformer.edits.comparison import Comparison, compare
from transformer.errors import EditError
from transformer.model.attentions import ATTENTION_KINDS, all_layers
from transformer.model.measurements import load_measurement
from transformer.text.words import spell_word, text_words
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.state import ORDERED
from viewer.transport.payload import Payload
from viewer.widgets import charts
from viewer.widgets.changes import in_words, offers
from viewer.widgets.head_roles import LARGEST_AT_ONCE
from viewer.widgets.sizes import sizes
from viewer.widgets.tokens import as_facts, chips
from viewer.widgets.word_diff import word_diff

EDIT = "edit"  # in the address
UNTOUCHED = "none"  # in the address once a visitor has removed every change
MOST_PIECES = 8  # of a word that can be hidden at Look


@dataclass(frozen=True)
class Worlds:
    """Both versions of a sentence.

    Attributes:
        comparison: the two translations, and the changed model teacher-forced with the original one.
        untouched: the original model teacher-forced with its translation.
    """

    comparison: Comparison
    untouched: Trace


def read_edit(written: str | None, name: str, sentence: str) -> tuple[Edit, str]:
    """The edit in an address, and a sentence about it if it cannot be parsed.

    Args:
        written: None if the address has none: then it is the first of `first_changes`.
        name: of the model. sentence: the page's.
    """
    if written is None:
        return parse(first_changes(name, sentence)[0][1]), ""
    if written == UNTOUCHED:
        return parse(None), ""
    try:
        return parse(written), ""
    except EditError as error:
        return parse(None), str(error)


@within_budget
def worlds(name: str, sentence: str, written: str) -> Worlds:
    """Both worlds.

    Args:
        name: of the model. written: the edit.

    Raises:
        EditError: if the edit names something that the model or the sentence does not have.
        GlassformerError: as for `resources.load_model`.
    """
    translator = resources.load_model(name)
    before = resources.greedy(name, sentence)
    found = compare(translator, before.source, parse(written), Greedy(), before)
    return Worlds(found, translator.trace(sentence, before.hypothesis))


def payload(name: str, found: Worlds) -> Payload:
    """Both versions for the browser: the translations, each token's probability, and attention."""
    comparison, before = found.comparison, found.untouched
    after, translator = comparison.forced, resources.load_model(name)
    source, target = (tuple(chip.text for chip in chips(side)) for side in (before.source_tokens, before.target_tokens))
    config = translator.model.config
    edit, sentence = comparison.edit, comparison.before.source.text
    own = comparison.after.trace
    shown = {
        "sentence": sentence,
        "sizes": sizes(config, len(before.source_tokens), len(before.target_tokens)),
        "groups": offers(config, source),
        "first": [{"words": words, "edit": written} for words, written in first_changes(name, sentence)],
        "changes": [
            {"words": in_words(each, source, target), "edit": each.written, "expectation": each.expectation}
            for each in edit.changes
        ],
        "tokens": {
            "source": as_facts(chips(before.source_tokens)),
            "target": as_facts(chips(before.target_tokens)),
            "output": as_facts(chips(before.output_tokens)),
        },
        "afterSource": as_facts(chips(after.source_tokens)),
        "written": as_facts(chips(comparison.after.tokens)),
        "reordered": _reordered(name, sentence, edit.written),
        "before": word_diff(comparison.words, "before"),
        "after": word_diff(comparison.words, "after"),
        "verdict": verdict(comparison),
        "probabilities": comparison.probabilities[["before", "after"]].to_dict("records"),
        "alignedLayer": translator.alignment_layer,
    }
    tensors: dict[str, np.ndarray | Tensor] = {}
    for kind in ATTENTION_KINDS:
        tensors[f"own.{kind}"] = all_layers(own, kind, "weights").mean(dim=1).half()
        tensors[f"before.{kind}"] = all_layers(before, kind, "weights").half()
        tensors[f"after.{kind}"] = all_layers(after, kind, "weights").half()
    return Payload(shown, tensors)


@within_budget
def first_changes(name: str, sentence: str) -> tuple[tuple[str, str], ...]:
    """The few changes on offer at Look, in words and as edits: in a sentence each is “…, and the translation changes”.

    Those that leave this sentence's translation as it is are left out, unless the model is too large to try.
    """
    translator, untouched = resources.load_model(name), resources.greedy(name, sentence)
    offered, tokens = _candidates(untouched.source.tokens), list(untouched.hypothesis.tokens)

    def changes(edit: str) -> bool:
        """Whether the changed model would write another token anywhere, without writing its whole translation."""
        logits = translator.trace(sentence, untouched.hypothesis, edit=edit)["logits"]
        return bool(logits[: len(tokens)].argmax(dim=-1).tolist() != tokens)

    if resources.parameters(name)["total"] <= LARGEST_AT_ONCE:
        offered = [each for each in offered if changes(each[1])]
    return (*offered, ("As it was", ""))


def _candidates(source: Sequence[str]) -> list[tuple[str, str]]:
    short = [members for members in text_words(source) if len(members) <= MOST_PIECES]
    words = [(word, members) for members in short if (word := spell_word(source, members))]
    whole = [(word, members[0]) for word, members in words if len(members) == 1]
    return [
        ("Turn off positions", "positions_off:encoder"),
        *((f"Hide “{word}”", ":".join(map(str, ("close", *members)))) for word, members in words[:2][-1:]),
        *((f"Look only at “{word}”", f"force:{place}:cross") for word, place in whole[1:2]),
        ("Take out layer 1 of the decoder", "skip:decoder.0"),
        ("Blur the attention", "temperature:4:*"),
    ]


def _reordered(name: str, sentence: str, written: str) -> dict[str, str] | None:
    """Without positions, the opening sentence's words in another order, and both translations; else None."""
    if sentence not in ORDERED or "positions_off" not in written:
        return None
    other = ORDERED[1 - ORDERED.index(sentence)]
    found = worlds(name, other, written).comparison
    return {"sentence": other, "before": found.before.text, "after": found.after.text}


def verdict(comparison: Comparison) -> str:
    """What happened to the translation, in a sentence or two."""
    step, tokens = comparison.first_difference, comparison.before.tokens
    before, after = comparison.log_probabilities
    fell = after - before
    now = charts.format_signed(after, 2) if after > -1000 else "less than −1,000"
    likely = (
        f"The log-probability of the original translation goes from {charts.format_signed(before, 2)} to {now} nats."
    )
    if not comparison.edit:
        return "Nothing is changed yet: both versions are the same."
    if step is None:
        return f"Every token stays the same. {likely}" + (" The model is less sure of it." if fell < -0.5 else "")
    said = chips(comparison.after.tokens)
    instead = f"“{said[step].text}”" if step < len(said) else "nothing more"
    here = f"“{chips(tokens)[step].text}”" if step < len(tokens) else "the end"
    return f"The first token that changes is number {step + 1}: {instead} instead of {here}. {likely}"


@st.cache_resource(max_entries=4, show_spinner=False)  # read only
def all_measured(name: str) -> list[dict[str, Any]]:
    """Every change in the laboratory that was measured on a model, worst first."""
    found = load_measurement(name, Ablations)
    if found is None:
        return []
    table = found.frame()
    table = table[table["group"] == "laboratory"]
    order = table.groupby("edit")["bleu_change"].mean().sort_values().index
    corpora = [corpus for corpus, _, _ in found.corpora]
    rows = []
    for edit in order:
        one = table[table["edit"] == edit].set_index("corpus")
        rows.append(
            {
                "change": in_words(parse(edit).changes[0], (), ()),
                **{f"BLEU {corpus}": round(float(one.loc[corpus, "bleu_change"]), 1) + 0.0 for corpus in corpora},
                **{f"loss {corpus}": _rise(float(one.loc[corpus, "loss_change"])) for corpus in corpora},
                "edit": edit,
            }
        )
    return rows


def _rise(value: float) -> float | None:
    return round(value, 3) + 0.0 if abs(value) < 100 else None
