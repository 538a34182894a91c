"""The patching page: its numbers are the library's, and its words say them."""

import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
import torch

from transformer import Translator
from transformer.edits import patch
from transformer.edits.patching import Cell, PatchMap, patched_places
from viewer.app import state
from viewer.pictures.what_if.patching import maps, pairs
from viewer.pictures.what_if.patching.story import story
from viewer.transport.payload import unpack

A, B = "The cat drinks water.", "The dog drinks water."  # which the tiny model translates differently


@pytest.fixture(scope="module")
def tiny(tiny_folder: Path) -> str:
    return str(tiny_folder)


def make_map(source: list[str], read: list[str], rows: dict[str, list[float]]) -> PatchMap:
    """A map with these shares; of its translations only what a story reads."""
    cells = [
        {
            "place": place,
            "position": at,
            "token_a": (source if place.startswith("encoder") else read)[at],
            "moved": value,
        }
        for place, values in rows.items()
        for at, value in enumerate(values)
    ]
    translation: Any = SimpleNamespace(source=SimpleNamespace(tokens=source))
    return PatchMap(translation, translation, 0, ("▁La", "▁Les"), (1.0, -1.0), pd.DataFrame(cells))


def test_the_story_names_who_carries_the_difference_and_where_it_moves() -> None:
    rows = {
        "encoder.input": [0.0, 0.8, 0.2],
        "encoder.0": [0.1, 0.85, 0.05],
        "encoder.1": [0.15, 0.9, -0.02],
        "decoder.input": [0.0],
        "decoder.0": [0.12],
        "decoder.1": [0.93],
        "decoder.2": [1.0],
    }
    found = make_map(["▁The", "▁car", "▁is"], ["<s>"], rows)
    numbers = re.findall(r"“\w+” \(0\.\d\d\)|\d\.\d\d after layer \d", story(found, "residual"))
    assert numbers[:4] == ["“car” (0.80)", "“is” (0.20)", "“car” (0.90)", "“The” (0.15)"]
    assert numbers[4:] == ["0.12 after layer 1", "0.93 after layer 2"]
    alone = {**rows, "encoder.input": [0.0, 1.0, 0.0], "encoder.1": [0.0, 0.98, 0.0], "decoder.1": [0.4]}
    told = story(make_map(["▁The", "▁car", "▁is"], ["<s>"], alone), "residual")
    assert told.startswith("“car” alone")
    assert "last layer: 0.40 after layer 2" in told
    nobody = {**rows, "encoder.input": [0.0, 0.05, -0.3]}
    assert "No single position" in story(make_map(["▁The", "▁car", "▁is"], ["<s>"], nobody), "residual")


def test_a_pair_is_written_in_one_line_and_found_from_either_side(tiny: str, translator: Translator) -> None:
    assert pairs.format_pair("The boy plays in the garden.", "The boys play in the garden.") == (
        "The **boy plays → boys play** in the garden."
    )
    assert pairs.format_pair("The man sees the woman.", "The woman sees the man.") == (
        "The **man → woman** sees the **woman → man**."
    )
    assert (pairs.partner(state.PATCHED[0]), pairs.partner(state.PATCHED[1])) == (state.PATCHED[1], state.PATCHED[0])
    assert pairs.partner(state.DEFAULT_SENTENCE) is None
    offered = [pair for of_kind in pairs.fitting(tiny).values() for pair in of_kind]
    assert 0 < len(offered) < 80  # this vocabulary was not made for them
    assert all(len(translator.read(one).ids) == len(translator.read(other).ids) for one, other in offered)


@pytest.mark.slow
@pytest.mark.parametrize("what", [*maps.MAPS, "encoder.1"])
def test_the_payload_holds_the_librarys_map_and_the_patched_translation(tiny, translator, what) -> None:
    found = maps.compute_map(tiny, A, B, what)
    cell = maps.read_cell(translator.model.config, None, found)
    changed = maps.translate_patched(tiny, A, B, cell)
    assert changed.text == translator.translate(A, beam=1, edit=patch(*cell, B)).text
    sent = unpack(maps.payload(translator, found, what, cell, changed).pack())
    table = translator.patch(A, B, what)
    grids = sent.facts["grids"]
    places = [each["place"] for grid in grids for each in grid["places"]]
    assert places == patched_places(translator.model.config, what) == list(table["place"].unique())
    for value in ("moved", "difference"):
        numbers = torch.cat([torch.as_tensor(sent.tensors[f"{value}.{grid['kind']}"]).flatten() for grid in grids])
        assert numbers.tolist() == pytest.approx(table[value].tolist(), rel=1e-5, abs=1e-6)
    assert [each["text"] for each in sent.facts["sentences"]] == [A, B]
    labels = [(grid["kind"], each["label"]) for grid in grids for each in grid["places"]]
    assert len(set(labels)) == len(labels)


def test_a_cell_in_the_address_is_believed_only_if_the_map_has_it(tiny: str, translator: Translator) -> None:
    read_cell = partial(maps.read_cell, translator.model.config)
    found = maps.compute_map(tiny, A, B, "residual")
    assert read_cell("encoder.1.2", found) == Cell("encoder.1", 2)
    first = read_cell(None, found)
    for wrong in ("encoder.1.99", "encoder.1.0.2", "cross.0.1.0", "encoder.1.-1", "encoder.1.²", "", "...", 5):
        assert read_cell(wrong, found) == first
    heads = maps.compute_map(tiny, A, B, "heads")
    strongest = heads.frame.loc[heads.frame["moved"].idxmax()]
    assert read_cell("encoder.1.2", heads) == Cell(strongest["place"], strongest["position"])


def test_every_word_of_the_patched_translation_is_told_whose_it_is() -> None:
    def said(text: str) -> Any:
        return SimpleNamespace(text=text)

    found: Any = SimpleNamespace(a=said("La voiture est ici."), b=said("Les voitures sont ici."))
    told = maps._describe_patched(found, said("Les voiture ont ici."))
    assert [(word["text"], word["whose"]) for word in told["words"]] == [
        ("Les ", "b"),
        ("voiture ", "a"),
        ("ont ", "neither"),
        ("ici", "both"),
        (".", "both"),
    ]
    assert told["changes"] == [{"before": "La", "after": "Les"}, {"before": "est", "after": "ont"}]
