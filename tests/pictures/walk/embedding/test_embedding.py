"""The payload of the chapter on the embedding: rows, vectors and neighbours of every token, words, the map."""

import json
import math
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from derivations import NODE, sent, with_parameters
from passages import passage
from places import ROOT
from shipped_models import shipped_model
from tiny import PAIRS, tiny_model
from tiny_marian import best_cut, save_marian, scores_of

import transformer
from transformer import Translator
from transformer.analysis.measures.byte_pairs import Merge, merged_pieces
from transformer.analysis.measures.vocabulary import (
    PIECE_KINDS,
    nearest_neighbours,
    share_of_neighbours,
    typical_sizes,
)
from transformer.model.folder import save_model
from transformer.text.special_tokens import UNKNOWN
from viewer.frame.passage import Passage
from viewer.pictures.walk.embedding.measured import measured
from viewer.pictures.walk.embedding.table import GROUPS, OPPOSITES, table_facts
from viewer.transport.modules import VIEWER
from viewer.transport.payload import Payload, unpack

SENTENCE = "The dog doesn't eat 13 strawberries."


@pytest.fixture(scope="module")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    return passage(tiny_folder, SENTENCE, translator)


@pytest.fixture(scope="module")
def shown(walked: Passage) -> Payload:
    return sent("embedding", walked)


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_a_row_of_the_table_times_root_d_is_the_vector(shown: Payload, walked: Passage, side: str) -> None:
    vectors, ids = shown.tensors[f"{side}.embedding"], shown.facts["passage"]["ids"]
    rows = with_parameters(shown).tensors["source_embedding.weight"][ids["source" if side == "encoder" else "target"]]
    np.testing.assert_allclose(rows.astype(np.float32) * math.sqrt(rows.shape[1]), vectors, rtol=1e-5)


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_words_cover_the_text_and_their_merges_build_them(shown: Payload, walked: Passage, side: str) -> None:
    tokens = walked.trace.source_tokens if side == "encoder" else walked.trace.target_tokens
    words = shown.facts["measured"]["words"][side]
    covered = [position for word in words for position in range(word["first"], word["first"] + word["count"])]
    text = tokens[:-1] if side == "encoder" else tokens[1:]
    assert covered == list(range(side == "decoder", len(text) + (side == "decoder")))
    for word in words:
        if word["merges"] is not None:
            pieces = merged_pieces(word["word"], [Merge(**step) for step in word["merges"]])
            assert pieces == list(tokens[word["first"] : word["first"] + word["count"]])
    assert side == "decoder" or any(word["count"] > 3 for word in words)


def test_the_browser_finds_the_same_neighbours(shown: Payload, walked: Passage, tmp_path: Path) -> None:
    rows = walked.translator.model.source_embedding.weight.detach()
    ids = list(walked.translation.source.ids)
    (tmp_path / "table").write_bytes(Payload({"ids": ids}, {"table": rows}).pack())
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ unpack }} from "{VIEWER}/transport/payload.js";
        import {{ leastAlike, nearestTo }} from "{VIEWER}/pictures/walk/embedding/table.js";
        const {{ facts, tensors }} = unpack(new Uint8Array(readFileSync("{tmp_path}/table")));
        const found = facts.ids.map((id) => [nearestTo(tensors.table, id), leastAlike(tensors.table, id)]);
        console.log(JSON.stringify(found));"""
    command = [str(NODE), "--input-type=module", "--eval", script]
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60).stdout)
    every = nearest_neighbours(rows, ids, len(rows) - 2)
    for token, (near, least) in enumerate(found):
        assert near["ids"] == shown.tensors["near.encoder"][token].tolist() == every.ids[token, :10].tolist()
        np.testing.assert_allclose(near["cosines"], shown.tensors["cosines.encoder"][token], rtol=1e-5)
        assert least["least"] == every.ids[token, -1]
        assert least["cosine"] == pytest.approx(float(every.cosines[token, -1]), rel=1e-5)
        assert least["below"] == pytest.approx(float((every.cosines[token] < 0).float().mean()))


def test_words_of_contrary_meaning_lie_close_together() -> None:
    translator = shipped_model("en-fr")
    facts, _ = table_facts(translator)
    assert [pair["words"] for pair in facts["opposites"]] == [list(words) for words in OPPOSITES]
    table, ids = translator.model.source_embedding.weight.detach(), translator.tokenizer.ids
    for pair in facts["opposites"]:
        first, second = (table[ids["▁" + word]] for word in pair["words"])
        assert pair["cosine"] == pytest.approx(float(torch.cosine_similarity(first, second, dim=0)), abs=1e-5)
        # What the page says of them: far nearer than two pieces are on average, and among the nearest of all.
        assert pair["cosine"] > facts["meanCosine"] + 0.1
        assert pair["place"] <= len(table) / 100


KINDS = (
    "red blue green white black yellow brown",
    "dog cat horse bird fish cow sheep lion",
    "two three four five six seven eight ten",
    "mother father sister brother son daughter uncle aunt",
    "car bus train plane boat bicycle truck",
    "Monday Tuesday Thursday Friday Saturday Sunday",
)


@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_similar_use_draws_only_some_words_together(name: str) -> None:
    """The story and the answer to "close means the same" call it a tendency."""
    translator = shipped_model(name)
    ids = translator.tokenizer.ids
    kinds = [[ids[f"▁{word}"] for word in kind.split() if f"▁{word}" in ids] for kind in KINDS]
    table = translator.model.source_embedding.weight.detach()
    known = [(each, set(kind) - {each}) for kind in kinds for each in kind]
    near = nearest_neighbours(table, [each for each, _ in known], 1).ids[:, 0].tolist()
    share = sum(found in others for found, (_, others) in zip(near, known, strict=True)) / len(known)
    by_chance = sum(len(others) for _, others in known) / len(known) / len(ids)
    assert 20 * by_chance < share < 0.75


@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_a_character_that_is_no_piece_cannot_be_spelled(name: str) -> None:
    tokenizer = shipped_model(name).tokenizer
    missing = [character for character in "@~_Ł" if character not in tokenizer.ids]
    assert missing
    assert all(UNKNOWN in tokenizer.encode(character) for character in missing)


def test_the_vocabulary_and_its_only_table_are_sent_whole(shown: Payload, walked: Passage) -> None:
    size = walked.translator.model.config.vocabulary_size
    assert shown.facts["pieces"] == [walked.translator.tokenizer.token(each) for each in range(size)]
    merges = json.loads((Path(walked.model) / "tokenizer.json").read_text(encoding="utf-8"))["model"]["merges"]
    assert shown.facts["merges"] == len(merges)
    assert shown.tensors["counts"].tolist() == list(range(size))
    special = shown.tensors["kinds"] == PIECE_KINDS.index("special")
    assert special.nonzero()[0].tolist() == [0, 1, 2, 3]
    groups = [GROUPS[group] for group in shown.tensors["groups"]]
    assert groups[:4] == ["special"] * 4
    assert set(groups[4:20]) == {"seldom"}
    assert set(groups[20:]) == {"often"}
    table = shown.facts["table"]
    assert (table["tied"], table["tables"]) == (True, 1)
    assert table["numbers"] == size * walked.translator.model.config.d_model
    assert table["parameters"] == sum(each.numel() for each in walked.translator.model.parameters())


def test_what_training_read_decides_groups_neighbours_and_room(tiny_folder: Path) -> None:
    translator = transformer.load(tiny_folder)
    counts = translator.source_token_counts
    counts[:] = torch.arange(len(counts)) % 3 * 15  # in turns never, 15 times, 30 times
    facts, tensors = table_facts(translator)
    assert [GROUPS[group] for group in tensors["groups"][4:]] == [
        ("never", "seldom", "often")[id % 3] for id in range(4, 160)
    ]
    table = translator.model.source_embedding.weight.detach()
    never, often = (tensors["groups"] == GROUPS.index(name) for name in ("never", "often"))
    near = share_of_neighbours(table, often, never)
    assert facts["never"] == {"share": pytest.approx(float(never.float().mean())), "near": pytest.approx(near)}
    squares = typical_sizes(table, counts).square()
    room = {"first": float(squares[:4].mean().sqrt()), "rest": float(squares[4:].mean().sqrt()), "dimensions": 4}
    # The slowest wave of the first quarter is that of dimensions 2 and 3.
    assert facts["room"] == pytest.approx({**room, "wave": round(2 * math.pi * 10_000 ** (2 / 16))})


def test_untied_tables_are_counted_apart(tmp_path: Path, tiny_tokenizer) -> None:
    model = tiny_model(vocabulary_size=tiny_tokenizer.size, max_length=48, tied_embeddings=False)
    counts = torch.zeros(tiny_tokenizer.size, dtype=torch.long)
    save_model(tmp_path / "untied", model, tiny_tokenizer, counts, {"longest_usual_source": 20})
    walked = passage(tmp_path / "untied", SENTENCE)
    shown = with_parameters(sent("embedding", walked))
    assert not shown.facts["table"]["tied"]
    assert shown.facts["table"]["tables"] == 3
    assert shown.facts["table"]["numbers"] == 3 * tiny_tokenizer.size * 16
    rows = shown.tensors[shown.facts["modules"]["decoder"] + ".weight"][shown.facts["passage"]["ids"]["target"]]
    np.testing.assert_allclose(rows.astype(np.float32) * 4, shown.tensors["decoder.embedding"], rtol=1e-5)
    assert shown.facts["room"] is None


def test_cleaning_and_cutting_are_marked(tiny_folder: Path) -> None:
    def facts(sentence: str) -> dict[str, Any]:
        return measured(passage(tiny_folder, sentence)).facts

    found = facts("It’s  cold.")
    assert "".join(part["text"] for part in found["typed"]) == "It’s  cold."
    assert "".join(part["text"] for part in found["cleaned"]) == "It's cold."
    assert [part["text"] for part in found["cleaned"] if part["changed"]] == ["'"]
    assert {part["text"] for part in found["typed"] if part["changed"]} == {"’", " "}
    plain = facts("It's cold.")
    assert plain["typed"] == plain["cleaned"] == [{"text": "It's cold.", "changed": False}]
    cut = facts("strawberries " * 30)
    assert cut["cut"]
    words = cut["words"]["encoder"]
    assert words[-1]["first"] + words[-1]["count"] == 47


def test_a_unigram_vocabulary_has_its_own_story(tmp_path: Path) -> None:
    walked = passage(save_marian(tmp_path / "marian"), "The window drinks water.")
    facts = unpack(sent("embedding", walked).pack()).facts
    assert (facts["unigram"], facts["merges"], facts["counted"], facts["example"]) == (True, 0, False, None)
    scores = scores_of([pair.source for pair in PAIRS])
    tokens = walked.trace.source_tokens
    for word in facts["measured"]["words"]["encoder"]:
        best, *rejected = word["cuts"]
        own = list(tokens[word["first"] : word["first"] + word["count"]])
        assert best["pieces"] == own == best_cut(word["word"].removeprefix("▁"), scores)
        assert rejected
        for cut in (best, *rejected):
            assert "".join(cut["pieces"]) == word["word"]
            assert cut["logs"] == pytest.approx([scores[piece] for piece in cut["pieces"]], rel=1e-6)
        assert sum(best["logs"]) >= max(sum(cut["logs"]) for cut in rejected)
    words = facts["measured"]["words"]["decoder"]
    assert any(word["cuts"] for word in words)
    for word in filter(lambda each: each["cuts"], words):  # whatever the model wrote is among the cuts
        own = list(walked.trace.target_tokens[word["first"] : word["first"] + word["count"]])
        assert own in [cut["pieces"] for cut in word["cuts"]]
    _, tensors = table_facts(walked.translator)
    assert {GROUPS[group] for group in tensors["groups"]} == {"special", "seldom"}  # nothing is claimed of counts
