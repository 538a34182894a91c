"""Error rates of alignments: counted as published, on links read from files, by every method."""

from pathlib import Path

import pytest
import torch
from tiny_reader import TinyReader

from transformer.attribution.alti import contributions_through
from transformer.attribution.erasure import value_zeroing
from transformer.attribution.question import ask
from transformer.attribution.word_alignment import (
    EXPLAINED,
    AlignedExample,
    AlignmentMethod,
    error_rate,
    explain_translation,
    gold_example,
    grammar_example,
    matrices,
    measure_error_rates,
)
from transformer.corpora.everyday import aligned_examples
from transformer.corpora.gold import GoldPair, as_text, read_gold
from transformer.decoding.alignment import attention_links
from transformer.decoding.trace import trace_tokens
from transformer.errors import CorpusError
from transformer.text.special_tokens import END, START

GOLD = GoldPair(
    ("the", "cat", "drinks", "."),
    ("le", "chat", "boit", "."),
    frozenset({(0, 0), (1, 1), (2, 2)}),
    frozenset({(0, 0), (1, 1), (2, 2), (3, 3), (3, 2)}),
)


@pytest.fixture(scope="module")
def reader(tiny_tokenizer) -> TinyReader:
    return TinyReader(tiny_tokenizer, "pre")


def test_the_rate_is_och_and_neys() -> None:
    assert error_rate(found=3, sure=3, in_sure=3, in_possible=3) == 0.0
    assert error_rate(found=4, sure=3, in_sure=2, in_possible=3) == pytest.approx(1 - 5 / 7)
    assert error_rate(0, 0, 0, 0) == 1.0


def test_a_gold_alignment_is_read_and_its_mistakes_are_named(tmp_path: Path) -> None:
    prefix = tmp_path / "test.en-fr"
    text, links = tmp_path / "test.en-fr.txt", tmp_path / "test.en-fr.gold"
    text.write_text("the cat drinks .   ||| le chat boit .  \n")
    links.write_text("1-1 2-2 3-3 4p4 4p3\n")
    assert read_gold(prefix) == [GOLD]
    for broken_text, broken_links, told in (
        ("the cat\n", "1-1\n", r"line 1: expected two"),
        ("a ||| b\n", "1:1\n", r"'1:1' isn't a link"),
        ("a ||| b\n", "1-2\n", r"'1-2' names a word"),
        ("a ||| b\n", "1-1\n1-1\n", r"1 lines.*2"),
    ):
        text.write_text(broken_text)
        links.write_text(broken_links)
        with pytest.raises(CorpusError, match=told):
            read_gold(prefix)
    links.unlink()
    with pytest.raises(CorpusError, match="two files"):
        read_gold(prefix)


def test_words_stand_where_their_spans_say(reader: TinyReader) -> None:
    text, spans = as_text(GOLD.source)
    assert text == "the cat drinks."
    assert [text[begin:end] for begin, end in spans] == list(GOLD.source)
    linked = gold_example(GOLD, reader.tokenizer)
    tokens = reader.tokenizer.tokens(linked.source)
    spelled = ["".join(tokens[at] for at in word).replace("▁", "") for word in linked.source_words]
    assert spelled == list(GOLD.source)
    example = aligned_examples()[0]
    found = grammar_example(example, reader.tokenizer)
    assert (found.counted, set(found.sure)) == example.lexical_links()


def test_every_matrix_is_that_of_its_method_at_its_step(reader: TinyReader) -> None:
    source, target = reader.read("The cat drinks water.").ids, [START, *reader.tokenizer.encode("Le chat boit."), END]
    found, trace = matrices(reader, source, target), trace_tokens(reader, source, target)
    words = len(target) - 2
    assert {matrix.shape for matrix in found.values()} == {(words, len(source))}
    weights = trace["decoder.1.cross_attention.weights"]
    assert torch.equal(found[AlignmentMethod("attention", "written", 1, 2)], weights[2, :words])
    assert torch.equal(found[AlignmentMethod("attention", "read_back", 1, None)], weights.mean(0)[1 : words + 1])
    shares = contributions_through(reader.model, trace).source
    torch.testing.assert_close(found[AlignmentMethod("alti", "read_back", None, None)], shares[1 : words + 1])
    mean = sum(found[AlignmentMethod("value_zeroing", "written", layer, None)] for layer in (0, 1)) / 2
    question = ask(reader, source, target[1:], 3)
    torch.testing.assert_close(mean[3], value_zeroing(question)[: len(source)])


def test_rates_are_counted_over_all_pairs(reader: TinyReader) -> None:
    pairs = [gold_example(GOLD, reader.tokenizer), grammar_example(aligned_examples()[1], reader.tokenizer)]
    too_long = AlignedExample([5] * 99, [5] * 99, [], [], frozenset(), frozenset(), frozenset())
    table = measure_error_rates(reader, [*pairs, too_long])
    assert set(table["pairs"]) == {2}
    assert len(table) == 2 * (2 * 3 + 2 * 2 * 4 + 1)  # steps × (three methods a layer, two a head, one for all)
    assert table["error_rate"].is_monotonic_increasing
    sure = in_sure = in_possible = found = 0
    for pair in pairs:
        matrix = matrices(reader, pair.source, pair.target)[AlignmentMethod("attention", "written", 1, None)]
        links = {
            link for link in attention_links(matrix, pair.source_words, pair.target_words) if link[1] in pair.counted
        }
        found, sure = found + len(links), sure + len(pair.sure)
        in_sure, in_possible = in_sure + len(links & pair.sure), in_possible + len(links & pair.possible)
    row = table[(table["method"] == "attention") & (table["step"] == "written") & (table["layer"] == 1)]
    row = row[row["head"].isna()].iloc[0]
    assert row["error_rate"] == pytest.approx(error_rate(found, sure, in_sure, in_possible))


@pytest.mark.slow
def test_what_explains_a_logit_is_asked_of_every_token(reader: TinyReader) -> None:
    source, target = reader.read("The cat drinks water.").ids, [START, *reader.tokenizer.encode("Le chat boit."), END]
    found = explain_translation(reader, source, target)
    assert {linker.method for linker in found} == set(EXPLAINED)
    for method, of in EXPLAINED.items():
        matrix = found[AlignmentMethod(method, "written", None, None)]
        assert matrix.shape == (len(target) - 2, len(source))
        torch.testing.assert_close(matrix[3], of(ask(reader, source, target[1:], 3))[: len(source)])
