"""What the patching page shows for two sentences: patches of one place or of all, and one's patched translation."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from transformer import Greedy, Translation, Translator
from transformer.decoding.trace import trace_tokens
from transformer.edits.comparison import WordChange, translate_under_edit, word_changes
from transformer.edits.patches import patch, target_of
from transformer.edits.patching import Cell, PatchMap, patch_map, patched_places
from transformer.model.config import ModelConfig
from transformer.text.special_tokens import START
from transformer.text.words import cut_into_words
from viewer.app import resources
from viewer.app.background import in_background
from viewer.app.budget import within_budget
from viewer.pictures.what_if.patching.story import chip_text, place_name, story
from viewer.transport.payload import Payload
from viewer.widgets.changes import KINDS, SUBLAYERS
from viewer.widgets.language import target_language
from viewer.widgets.tokens import as_facts, chips

MAPS = {"residual": "Residual stream", "sublayers": "Sublayers", "heads": "Heads"}
SMALL = 2.5e10  # parameters · tokens · cells: what takes about as long as a page, a map of streams of 20 tokens


@within_budget
def compute_map(name: str, a: str, b: str, what: str) -> PatchMap:
    """All cells of one map, or of one place.

    Raises:
        GlassformerError: if one of the sentences is empty, or the two cannot be patched.
    """
    places = patched_places(resources.load_model(name).model.config, what)
    work = resources.parameters(name)["total"] * len(resources.read(name, a).ids) ** 2 * len(places)
    patches = _patches if work <= SMALL else in_background(_patches)
    return PatchMap(resources.greedy(name, a), resources.greedy(name, b), *patches(name, a, b, what))


def _patches(name: str, a: str, b: str, what: str) -> tuple[int, tuple[str, str], tuple[float, float], pd.DataFrame]:
    found = patch_map(resources.load_model(name), resources.greedy(name, a), resources.greedy(name, b), what)
    return found.step, found.tokens, found.differences, found.frame


@within_budget
def translate_patched(name: str, a: str, b: str, cell: Cell) -> Translation:
    """The greedy translation of `a` with one activation from `b`'s run.

    Raises:
        GlassformerError: if the model has no such place, or one of the sentences no such position.
    """
    translator = resources.load_model(name)
    return translate_under_edit(translator, translator.read(a), patch(*cell, b), Greedy())


def choose_place(config: ModelConfig, address: object) -> str:
    """The place of the cell that an address names; if none, the middle of the encoder, where the difference passes."""
    place = str(address).rpartition(".")[0]
    known = any(place in patched_places(config, what) for what in MAPS)
    return place if known else f"encoder.{(config.encoder_layers + 1) // 2 - 1}"


def read_cell(config: ModelConfig, address: object, found: PatchMap) -> Cell:
    """The cell that an address names, such as `encoder.2.5`; if none, the one that moves most in the usual place."""
    place, _, position = (address if isinstance(address, str) else "").rpartition(".")
    rows = found.frame
    if position.isascii() and position.isdigit():
        cell = Cell(place, int(position[:6]))
        if ((rows["place"] == cell.place) & (rows["position"] == cell.position)).any():
            return cell
    usual = rows["place"] == choose_place(config, None)
    rows = rows[usual] if usual.any() else rows
    at = int(rows["moved"].to_numpy().argmax())
    return Cell(str(rows["place"].iloc[at]), int(rows["position"].iloc[at]))


def payload(translator: Translator, found: PatchMap, what: str, cell: Cell, changed: Translation) -> Payload:
    """A map, and one of its cells with its patched translation, for the browser.

    Args:
        what: the map's name, or its only place. changed: the patched translation.
    """
    grids, tensors = [], {}
    for kind, rows in found.frame.groupby(found.frame["place"].str.partition(".")[0], sort=False):
        places = list(rows["place"].unique())
        named = [{"place": place, "label": _label(place), "name": place_name(place)} for place in places]
        stack = "encoder" if kind == "encoder" else "decoder"
        title = (KINDS[kind] if what == "heads" else stack).capitalize()
        grids.append({"kind": kind, "stack": stack, "title": title, "places": named})
        for value in ("moved", "difference"):
            tensors[f"{value}.{kind}"] = rows[value].to_numpy(dtype=np.float32).reshape(len(places), -1)
    target = target_of(translator.model.config, cell.place)
    read = [START, *found.b.hypothesis.tokens[: found.step + 1]]
    of_b = trace_tokens(translator, found.b.source.ids, read, only={target.name})
    tensors["copied"] = target.row(of_b[target.name], cell.position).float().numpy(force=True)
    facts: dict[str, Any] = {
        "model": translator.name,
        "language": target_language(translator).code,
        "sentences": [_sentence(each) for each in (found.a, found.b)],
        "target": as_facts(chips(translator.tokenizer.tokens([START, *found.a.hypothesis.tokens[: found.step]]))),
        "step": found.step,
        "tokens": [chip_text(token) for token in found.tokens],
        "differences": list(found.differences),
        "mapTitle": MAPS.get(what, ""),
        "told": story(found, what) if what in MAPS else "",
        "grids": grids,
        "cell": {"place": cell.place, "position": cell.position, **_describe_patched(found, changed)},
    }
    return Payload(facts, tensors)


def _label(place: str) -> str:
    """A place next to its row; the grid's title has the rest."""
    _, layer, *rest = place.split(".")
    if layer == "input":
        return "input"
    number = int(layer) + 1
    if not rest:
        return f"layer {number}"
    return f"{number} {SUBLAYERS[rest[0]]}" if rest[0] in SUBLAYERS else f"{number}, head {int(rest[0]) + 1}"


def _sentence(translation: Translation) -> dict[str, Any]:
    return {
        "text": translation.source.text,
        "chips": as_facts(chips(translation.source.tokens)),
        "translated": as_facts(chips(translation.tokens)),
    }


def _describe_patched(found: PatchMap, changed: Translation) -> dict[str, Any]:
    """The patched translation: which words come from which translation, and how it differs from a's."""
    changes = [word_changes(each.text, changed.text) for each in (found.a, found.b)]
    as_a, as_b = (_kept_words(each) for each in changes)
    whose = {(True, True): "both", (True, False): "a", (False, True): "b", (False, False): "neither"}
    return {
        "words": [
            {"text": word, "whose": whose[at in as_a, at in as_b]}
            for at, word in enumerate(cut_into_words(changed.text))
        ],
        "changes": [
            {"before": each.text_before.strip(), "after": each.text_after.strip()}
            for each in changes[0]
            if not each.same
        ],
    }


def _kept_words(changes: Sequence[WordChange]) -> set[int]:
    """Which words of the later text are also in the earlier one, in the same order."""
    return {at for at, same in enumerate(change.same for change in changes for _ in change.after) if same}
