"""A map of patches: every cell is what the patched model computes, and the pairs that ship can be patched."""

from itertools import groupby

import pytest
import torch
from shipped_models import shipped_model
from tiny_reader import FOREIGN, TinyReader

from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import trace_tokens
from transformer.decoding.translation import find_translation
from transformer.edits import parse, patch
from transformer.edits.edit import escape_argument
from transformer.edits.minimal_pairs import minimal_pairs
from transformer.edits.patching import LONGEST, PatchMap, patch_map, patched_places
from transformer.errors import EditError
from transformer.model.folder import shipped_models
from transformer.text.special_tokens import START

A, B = "The dog eats bread.", "The dog eats water."


@pytest.fixture(scope="module", params=["post", "pre", FOREIGN])
def reader(request: pytest.FixtureRequest, tiny_tokenizer) -> TinyReader:
    reader = TinyReader(tiny_tokenizer, request.param, tied_embeddings=False)
    generator = torch.Generator().manual_seed(20)
    weights = reader.model.output_projection.weight
    weights.copy_(torch.randn(weights.shape, generator=generator, dtype=torch.float64))
    reader.model.source_embedding.weight.mul_(4)  # so that it says something else of another source
    for layer in reader.model.decoder_layers:
        layer.cross_attention.value_projection.weight.mul_(4)
    return reader


def patched(reader: TinyReader, one: str, other: str, what: str = "residual") -> PatchMap:
    first, second = (find_translation(reader, reader.read(text), Greedy()) for text in (one, other))
    return patch_map(reader, first, second, what)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["residual", "sublayers", "heads", "encoder.1"])
def test_every_cell_is_what_the_patched_model_computes(reader: TinyReader, what: str) -> None:
    a = reader.read(A)
    found = patched(reader, A, B, what)
    assert found == patched(reader, A, B, what) != patched(reader, B, A, what)
    target = [START, *found.a.hypothesis.tokens[: found.step]]
    rivals = found.a.hypothesis.tokens[found.step], found.b.hypothesis.tokens[found.step]
    lengths = {"encoder": len(a.ids), "decoder": len(target), "cross": len(target)}
    assert len(found.frame) == sum(
        lengths[place.partition(".")[0]] for place in patched_places(reader.model.config, what)
    )
    for row in list(found.frame.itertuples())[::23]:
        probe = patch(row.place, row.position, B).probe(reader)
        logits = trace_tokens(reader, a.ids, [*target, rivals[0]], probe)["logits"][-1]
        assert row.difference == pytest.approx(float(logits[rivals[0]] - logits[rivals[1]]), abs=1e-9), row.place
        moved = (found.differences[0] - row.difference) / (found.differences[0] - found.differences[1])
        assert row.moved == pytest.approx(moved)
    assert found.differences[0] > 0 > found.differences[1]
    compared = {"step": found.step, "token": found.tokens[0], "rival": found.tokens[1]}
    assert found.frame.attrs == {**compared, "translations": (found.a.text, found.b.text)}


def test_the_stream_at_the_end_carries_everything_and_an_equal_token_nothing(reader: TinyReader) -> None:
    table = patched(reader, A, B).frame.set_index(["place", "position"])["moved"]
    config = reader.model.config
    last = max(position for place, position in table.index if place == "decoder.input")
    assert table[f"decoder.{config.decoder_layers - 1}", last] == pytest.approx(1.0)
    assert table["encoder.input", 0] == pytest.approx(0.0, abs=1e-9)


def test_what_cannot_be_patched_is_one_plain_sentence(reader: TinyReader) -> None:
    for one, other, told in (
        (A, "The dog.", "same number of tokens"),
        (A, A, "same translation"),
        ("a " * LONGEST, "a " * LONGEST, f"at most {LONGEST} tokens"),
    ):
        with pytest.raises(EditError, match=told):
            patched(reader, one, other)
    with pytest.raises(EditError, match="residual, sublayers, heads"):
        patched(reader, A, B, "layers")


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_models())
def test_the_pairs_that_ship_can_be_patched_in_every_model(name: str) -> None:
    translator = shipped_model(name)
    kinds = {kind: len(list(pairs)) for kind, pairs in groupby(minimal_pairs(), key=lambda pair: pair.kind)}
    assert set(kinds) == {"number", "adjective", "tense", "exchanged"}
    assert min(kinds.values()) >= 15
    pairs = minimal_pairs()
    texts = [text for pair in pairs for text in (pair.one, pair.other)]
    lengths = [len(translator.read(text).ids) for text in texts]
    assert lengths[::2] == lengths[1::2]
    generated = translator.translate_all(texts, beam=1)
    assert all(one != other for one, other in zip(generated[::2], generated[1::2], strict=True))
    one, other = pairs[0][1:]
    assert len(translator.patch(one, other, "heads")) > 44
    rival = translator.translate(other, beam=1).tokens[0]
    last = translator.model.config.decoder_layers - 1
    patched = translator.translate(one, beam=1, edit=parse(f"patch:decoder.{last}:0:{escape_argument(other)}"))
    assert patched.tokens[0] == rival != translator.translate(one, beam=1).tokens[0]
    edit = parse(f"patch:encoder.1:1:{escape_argument(other)}")  # decoded by compiled code, and by the modules
    (found,) = greedy(translator.model, [translator.read(one).ids], SearchOptions(probe=edit.probe(translator)))
    assert translator.translate(one, beam=1, edit=edit).hypothesis.tokens == found.tokens
