"""The payload of the chapter on the embedding: rows, vectors and neighbours of every token, words, the map."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from passages import passage
from shipped_models import shipped_model
from tiny import PAIRS, tiny_model
from tiny_marian import best_cut, save_marian, scores_of

import transformer
from transformer import Translator
from transformer.analysis.measures.byte_pairs import Merge, merged_pieces
from transformer.analysis.measures.vocabulary import (
    PIECE_KINDS,
    least_alike,
    nearest_neighbours,
    share_of_neighbours,
    typical_sizes,
    vocabulary_map,
)
from transformer.model.folder import save_model
from transformer.text.special_tokens import END, START, UNKNOWN
from viewer.frame.frame import payload
from viewer.frame.passage import Passage
from viewer.pictures.walk.embedding import stage as embedding
from viewer.pictures.walk.embedding.table import GROUPS, OPPOSITES, table_facts
from viewer.transport.payload import Payload, unpacked

SENTENCE = "The dog doesn't eat 13 strawberries."


@pytest.fixture(scope="module")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    return passage(tiny_folder, SENTENCE, translator)


@pytest.fixture(scope="module")
def sent(walked: Passage) -> Payload:
    return unpacked(payload("embedding", walked, embedding.stage(walked)).fetching(None).packed())


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_a_row_of_the_table_times_root_d_is_the_vector(sent: Payload, walked: Passage, side: str) -> None:
    ids, rows, vectors = (sent.tensors[f"{side}.{name}"] for name in ("ids", "rows", "embedding"))
    tokens = walked.trace.source_tokens if side == "encoder" else walked.trace.target_tokens
    assert walked.translator.tokenizer.tokens(ids.tolist()) == list(tokens)
    table = walked.translator.model.source_embedding.weight.detach().numpy()
    np.testing.assert_array_equal(rows, table[ids])
    np.testing.assert_allclose(rows * math.sqrt(rows.shape[1]), vectors, rtol=1e-5)
    np.testing.assert_array_equal(vectors, walked.trace[f"{side}.embedding"].numpy())
    assert ids[-1 if side == "encoder" else 0] == {"encoder": END, "decoder": START}[side]


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_words_cover_the_text_and_their_merges_build_them(sent: Payload, walked: Passage, side: str) -> None:
    tokens = walked.trace.source_tokens if side == "encoder" else walked.trace.target_tokens
    words = sent.facts["sides"][side]["words"]
    covered = [position for word in words for position in range(word["first"], word["first"] + word["count"])]
    text = tokens[:-1] if side == "encoder" else tokens[1:]
    assert covered == list(range(side == "decoder", len(text) + (side == "decoder")))
    for word in words:
        if word["merges"] is not None:
            pieces = merged_pieces(word["word"], [Merge(**step) for step in word["merges"]])
            assert pieces == list(tokens[word["first"] : word["first"] + word["count"]])
    assert side == "decoder" or any(word["count"] > 3 for word in words)


def test_the_nearest_and_the_least_alike_are_sent_for_every_token(sent: Payload, walked: Passage) -> None:
    tensors, ids = sent.tensors, sent.tensors["encoder.ids"].tolist()
    table = walked.translator.model.source_embedding.weight.detach()
    near, least = nearest_neighbours(table, ids, embedding.NEIGHBOURS), least_alike(table, ids)
    np.testing.assert_array_equal(tensors["encoder.near"], near.ids)
    np.testing.assert_array_equal(tensors["encoder.least"], least.ids)
    for name, expected in (("cosines", near.cosines), ("leastCosine", least.cosines), ("below", least.below)):
        np.testing.assert_allclose(tensors[f"encoder.{name}"], expected, rtol=1e-6)
    # The equation on the page: a product over the lengths of both rows.
    lengths = np.linalg.norm(tensors["encoder.rows"], axis=1, keepdims=True) * tensors["encoder.norms"]
    np.testing.assert_allclose(tensors["encoder.products"] / lengths, near.cosines, rtol=1e-4, atol=1e-6)


def test_words_of_contrary_meaning_lie_close_together() -> None:
    translator = shipped_model("en-fr")
    facts, _ = table_facts("en-fr", translator)
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


def test_the_vocabulary_and_its_only_table_are_sent_whole(sent: Payload, walked: Passage) -> None:
    size = walked.translator.model.config.vocabulary_size
    assert sent.facts["pieces"] == [walked.translator.tokenizer.token(each) for each in range(size)]
    merges = json.loads((Path(walked.model) / "tokenizer.json").read_text(encoding="utf-8"))["model"]["merges"]
    assert sent.facts["merges"] == len(merges)
    assert sent.tensors["counts"].tolist() == list(range(size))
    special = sent.tensors["kinds"] == PIECE_KINDS.index("special")
    assert special.nonzero()[0].tolist() == [0, 1, 2, 3]
    groups = [GROUPS[group] for group in sent.tensors["groups"]]
    assert groups[:4] == ["special"] * 4
    assert set(groups[4:20]) == {"seldom"}
    assert set(groups[20:]) == {"often"}
    table = sent.facts["table"]
    assert (table["tied"], table["tables"]) == (True, 1)
    assert table["numbers"] == size * walked.translator.model.config.d_model
    assert table["parameters"] == sum(each.numel() for each in walked.translator.model.parameters())
    drawn = vocabulary_map(walked.translator.model.source_embedding.weight.detach())
    np.testing.assert_allclose(sent.tensors["encoder.map"], drawn.points, atol=1e-5)
    assert sent.facts["explained"]["encoder"] == pytest.approx(drawn.explained)
    assert "decoder.map" not in sent.tensors


def test_what_training_read_decides_groups_neighbours_and_room(tiny_folder: Path) -> None:
    translator = transformer.load(tiny_folder)
    counts = translator.source_token_counts
    counts[:] = torch.arange(len(counts)) % 3 * 15  # in turns never, 15 times, 30 times
    facts, tensors = table_facts("read in turns", translator)
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


def test_untied_tables_are_counted_and_mapped_apart(tmp_path: Path, tiny_tokenizer) -> None:
    model = tiny_model(vocabulary_size=tiny_tokenizer.size, max_length=48, tied_embeddings=False)
    counts = torch.zeros(tiny_tokenizer.size, dtype=torch.long)
    save_model(tmp_path / "untied", model, tiny_tokenizer, counts, {"longest_usual_source": 20})
    walked = passage(tmp_path / "untied", SENTENCE)
    sent = unpacked(payload("embedding", walked, embedding.stage(walked)).fetching(None).packed())
    assert not sent.facts["table"]["tied"]
    assert sent.facts["table"]["tables"] == 3
    assert sent.facts["table"]["numbers"] == 3 * tiny_tokenizer.size * 16
    ids = sent.tensors["decoder.ids"]
    table = walked.translator.model.target_embedding.weight.detach().numpy()
    np.testing.assert_array_equal(sent.tensors["decoder.rows"], table[ids])
    assert sent.tensors["decoder.map"].shape == sent.tensors["encoder.map"].shape
    assert not np.allclose(sent.tensors["decoder.map"], sent.tensors["encoder.map"])
    assert sent.facts["room"] is None


def test_cleaning_and_cutting_are_marked(tiny_folder: Path) -> None:
    facts = embedding.stage(passage(tiny_folder, "It’s  cold.")).numbers.facts
    assert "".join(part["text"] for part in facts["typed"]) == "It’s  cold."
    assert "".join(part["text"] for part in facts["cleaned"]) == "It's cold."
    assert [part["text"] for part in facts["cleaned"] if part["changed"]] == ["'"]
    assert {part["text"] for part in facts["typed"] if part["changed"]} == {"’", " "}
    plain = embedding.stage(passage(tiny_folder, "It's cold.")).numbers.facts
    assert plain["typed"] == plain["cleaned"] == [{"text": "It's cold.", "changed": False}]
    cut = embedding.stage(passage(tiny_folder, "strawberries " * 30)).numbers.facts
    assert cut["cut"]
    words = cut["sides"]["encoder"]["words"]
    assert words[-1]["first"] + words[-1]["count"] == 47


def test_a_unigram_vocabulary_has_its_own_story(tmp_path: Path) -> None:
    walked = passage(save_marian(tmp_path / "marian"), "The window drinks water.")
    facts = unpacked(payload("embedding", walked, embedding.stage(walked)).fetching(None).packed()).facts
    assert (facts["unigram"], facts["merges"], facts["counted"], facts["example"]) == (True, 0, False, None)
    scores = scores_of([pair.source for pair in PAIRS])
    tokens = walked.trace.source_tokens
    for word in facts["sides"]["encoder"]["words"]:
        best, *rejected = word["cuts"]
        own = list(tokens[word["first"] : word["first"] + word["count"]])
        assert best["pieces"] == own == best_cut(word["word"].removeprefix("▁"), scores)
        assert rejected
        for cut in (best, *rejected):
            assert "".join(cut["pieces"]) == word["word"]
            assert cut["logs"] == pytest.approx([scores[piece] for piece in cut["pieces"]], rel=1e-6)
        assert sum(best["logs"]) >= max(sum(cut["logs"]) for cut in rejected)
    words = facts["sides"]["decoder"]["words"]
    assert any(word["cuts"] for word in words)
    for word in filter(lambda each: each["cuts"], words):  # whatever the model wrote is among the cuts
        own = list(walked.trace.target_tokens[word["first"] : word["first"] + word["count"]])
        assert own in [cut["pieces"] for cut in word["cuts"]]
    _, tensors = table_facts(walked.model, walked.translator)
    assert {GROUPS[group] for group in tensors["groups"]} == {"special", "seldom"}  # nothing is claimed of counts
