"""Decoding with edits: step by step, beside other visitors, in batches, compared."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pandas as pd
import pytest
import torch
from edited import EVERY_CHANGE, run, tokens_of
from tiny_reader import OTHER, SENTENCE, TinyReader

from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate
from transformer.edits.catalogue import usage
from transformer.edits.comparison import compare, translate_under_edit
from transformer.edits.edit import escape_argument
from transformer.text.special_tokens import END, START


# ---- decoding
def rerun_greedily(reader: TinyReader, edit: Edit, steps: int) -> list[int]:
    """Greedy decoding without any cache: the whole edited model at every step."""
    source, generated = torch.tensor([edit.source(reader, reader.read(SENTENCE)).ids]), [START]
    for _ in range(steps):
        logits = reader.model(source, torch.tensor([generated]), edit.probe(reader))
        generated.append(int(logits[0, -1].argmax()))
        if generated[-1] == END:
            break
    return generated[1:]


@pytest.mark.slow
@pytest.mark.parametrize("written", EVERY_CHANGE)
def test_decoding_by_cached_steps_equals_running_the_whole_edited_model(reader: TinyReader, written: str) -> None:
    edit = parse(written)
    ids = edit.source(reader, reader.read(SENTENCE)).ids
    probe = edit.probe(reader)
    short = SearchOptions(max_length=5)
    (found,) = greedy(reader.model, [ids], replace(short, probe=probe))
    assert list(found.tokens) == rerun_greedily(reader, edit, 5)
    if probe is not None and not probe.looks_ahead:  # a beam: by cached steps, and with the whole rerun
        whole = edit.probe(reader)
        whole.looks_ahead = True
        cached, rerun = (
            beam_search(reader.model, [ids], 3, options=replace(short, probe=each))[0] for each in (probe, whole)
        )
        assert [each.tokens for each in cached.hypotheses] == [each.tokens for each in rerun.hypotheses]
        assert cached.best.score == pytest.approx(rerun.best.score, abs=1e-9)


def test_with_another_sentences_memory_its_translation_is_said(reader: TinyReader) -> None:
    edit = parse(f"memory:{escape_argument(OTHER)}")
    found = translate_under_edit(reader, reader.read(SENTENCE), edit, Greedy())
    assert found.hypothesis == greedy(reader.model, [reader.read(OTHER).ids])[0]


@pytest.mark.slow
def test_a_patch_of_the_whole_memory_is_the_other_sentence(reader: TinyReader) -> None:
    other = reader.read("The dog eats bread.")
    same_length = reader.read("The dog eats water.")
    assert len(other.ids) == len(same_length.ids)
    last = reader.model.config.encoder_layers - 1
    edit = parse(",".join(f"patch:encoder.{last}:{at}:{escape_argument(other.text)}" for at in range(len(other.ids))))
    found = translate_under_edit(reader, same_length, edit, Greedy())
    assert found.hypothesis.tokens == greedy(reader.model, [other.ids])[0].tokens


@pytest.mark.slow
def test_sixteen_threads_with_different_edits_never_see_each_others(reader: TinyReader) -> None:
    chosen = [parse(written) for written in EVERY_CHANGE[:16]]
    alone = [run(reader, edit.written)["logits"] for edit in chosen]
    shared = {edit.written: edit.probe(reader) for edit in chosen}

    def work(index: int) -> bool:
        edit = chosen[index % 16]
        source, target = tokens_of(reader, edit)
        with torch.inference_mode():
            logits = reader.model(source, target, shared[edit.written])
        return torch.equal(logits, alone[index % 16])

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(work, range(64)))
    assert torch.equal(run(reader, "")["logits"], run(reader, "")["logits"])


@pytest.mark.slow
def test_heads_ablated_in_the_rows_of_a_batch_are_ablated_as_one_by_one(reader: TinyReader) -> None:
    source = reader.read(SENTENCE)
    edits = [
        parse(each)
        for each in ("zero_head:cross.1.2", "skip:encoder.0", "keep_kind:cross", "", "mean_head:encoder.2.1")
    ]
    edits += [edits[0] + parse("zero_head:cross.1.2,keep_head:decoder.0.1")]
    table = ablate(reader, source, edits)
    assert table["drop"].abs().max() > 1e-3
    for row, edit in zip(table.itertuples(), edits, strict=True):
        found = compare(reader, source, edit, Greedy())
        before, after = found.log_probabilities
        assert row.edit == edit.written
        assert row.translation == found.after.text
        assert row.changed == (found.first_difference is not None)
        assert (None if row.first_change is pd.NA else row.first_change) == found.first_difference
        assert row.log_probability == pytest.approx(after, abs=1e-3)
        assert row.drop == pytest.approx(before - after, abs=1e-3)


# ---- both worlds
def test_a_comparison_says_what_became_of_each_token(reader: TinyReader) -> None:
    source = reader.read(SENTENCE)
    found = compare(reader, source, parse("keep_kind:encoder"), Greedy())
    one, other = found.before.hypothesis.tokens, found.after.hypothesis.tokens
    assert one != other
    step = found.first_difference
    assert step is not None
    assert one[:step] == other[:step]
    assert one[step] != other[step]
    joined = [
        [word for change in found.words for word in side(change)] for side in (lambda c: c.before, lambda c: c.after)
    ]
    assert all(joined)
    table = found.probabilities
    assert list(table["token"]) == list(found.before.tokens)
    edited = reader.model(torch.tensor([source.ids]), torch.tensor([[START, *one[:-1]]]), found.edit.probe(reader))
    expected = edited[0].softmax(-1)[range(len(one)), list(one)].tolist()
    assert table["after"].tolist() == pytest.approx(expected, rel=1e-4)
    assert math.log(math.prod(table["before"])) == pytest.approx(found.log_probabilities[0], rel=1e-3)
    same = compare(reader, source, parse("exchange:encoder.1:1"), Greedy())
    assert same.first_difference is None
    assert all(change.same for change in same.words)
    assert usage("force") == "force:column[:where]"
