"""From sentence pairs to what a model learns from: who is held out, in which vocabulary, and how long it is."""

from pathlib import Path

import pytest
import torch
from tiny import PAIRS, write_tsv

from transformer.corpora import Direction, MixturePart, Pair
from transformer.corpora.encoding import encode_pairs
from transformer.training.prepared_corpus import PlainCorpus, encode_corpus, learn_vocabulary, read_corpora

TOLD = [Pair(f"Sentence {number}.", f"Phrase {number}.") for number in range(25)]


def test_corpora_are_read_with_what_they_hold_out(tmp_path: Path) -> None:
    own = write_tsv(tmp_path / "pairs.tsv", PAIRS)
    plain = read_corpora([MixturePart(own, 2.0)])
    assert plain.parts == [(PAIRS, 2.0)]
    assert plain.held_out == {own: []}
    back = read_corpora([MixturePart(own)], Direction("fr", "en"))
    assert back.parts[0][0][0] == Pair(PAIRS[0].target, PAIRS[0].source)


def test_every_tenth_pair_is_held_out_where_a_corpus_holds_out_none() -> None:
    corpus = PlainCorpus([(TOLD, 1.0), (TOLD[:12], 0.5)], {"one": [], "other": []}).with_pairs_held_out()
    ((held_out,),) = (corpus.held_out.values(),)
    assert held_out == [TOLD[0], TOLD[10], TOLD[20], TOLD[0], TOLD[10]]
    # A pair that stands in both is held out of both.
    assert [(len(pairs), weight) for pairs, weight in corpus.parts] == [(22, 1.0), (10, 0.5)]
    assert not {pair for pairs, _ in corpus.parts for pair in pairs} & set(held_out)


def test_a_vocabulary_hears_each_corpus_as_often_as_training_shows_it() -> None:
    rare, common = [Pair("zizi zizi", "zizi")] * 3, [Pair("aha aha", "aha")] * 5
    first = learn_vocabulary([(rare, 1.0), (common, 1.0)], 20)
    second = learn_vocabulary([(rare, 9.0), (common, 0.1)], 20)
    assert first.merge_ranks != second.merge_ranks


def test_held_out_pairs_keep_their_translations_and_lose_what_is_too_long(tiny_tokenizer) -> None:
    long = Pair("The cat. " * 9, "Le chat. " * 9)
    plain = PlainCorpus([(PAIRS, 1.0)], {"own": [PAIRS[0], long, PAIRS[1]], "none": []})
    corpus = encode_corpus(plain, tiny_tokenizer, 24, 9)
    assert list(corpus.held_out) == ["own"]
    assert corpus.held_out["own"].references == [PAIRS[0].target, PAIRS[1].target]
    assert corpus.held_out["own"].pairs == encode_pairs([PAIRS[0], PAIRS[1]], tiny_tokenizer, 24)


def test_tokens_and_lengths_of_the_sources_are_counted(tiny_tokenizer) -> None:
    corpus = encode_corpus(PlainCorpus([(PAIRS, 1.0), (PAIRS[:2], 3.0)], {}), tiny_tokenizer, 48, 3)
    assert corpus.training_pairs == len(PAIRS) + 2
    lengths = [len(tiny_tokenizer.encode_source(pair.source)) for pair in [*PAIRS, *PAIRS[:2]]]
    counts = corpus.source_token_counts
    assert counts.shape == (tiny_tokenizer.size,)
    assert counts.dtype == torch.int64
    assert counts.sum() == sum(lengths)
    assert corpus.longest_usual_source == sorted(lengths)[-2]  # one pair in two hundred may be longer


@pytest.mark.parametrize("parts", [[], [([], 1.0)]])
def test_no_pairs_make_a_corpus_of_none(tiny_tokenizer, parts: list) -> None:
    assert encode_corpus(PlainCorpus(parts, {}), tiny_tokenizer, 48, 3).training_pairs == 0
