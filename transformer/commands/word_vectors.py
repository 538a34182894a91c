"""Learn word vectors from the sentences of a corpus, by CBOW or skip-gram."""

import argparse
import dataclasses
import time
from pathlib import Path

import torch

from transformer.commands import arguments
from transformer.corpora import Direction, load_pairs, parse_mixture
from transformer.training.word_vectors.analogies import measure_analogies
from transformer.training.word_vectors.sentences import number_words
from transformer.training.word_vectors.vectors import WordVectors, save_vectors
from transformer.training.word_vectors.word2vec import KINDS, Word2VecConfig, train


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `word-vectors`; the defaults come from `Word2VecConfig`."""
    parser.add_argument("--corpus", required=True, help="as for `train`; weights are ignored")
    parser.add_argument("--out", required=True, type=Path, help="the file to write, such as skip-gram.safetensors")
    parser.add_argument("--data", type=Path, help=arguments.DATA_HELP)
    parser.add_argument(
        "--language", default="en", choices=["en", "fr", "de"], help="language of the words (default: en)"
    )
    parser.add_argument("--threads", type=arguments.whole(1), help="processor cores to compute with (default: all)")
    for option in dataclasses.fields(Word2VecConfig):
        flag = f"--{option.name}"
        if option.name == "kind":
            parser.add_argument(flag, choices=KINDS, default=option.default)
        else:
            kind = arguments.seed if option.name == "seed" else type(option.default)
            parser.add_argument(flag, type=kind, default=option.default, help="(%(default)s)")


def run(options: argparse.Namespace) -> None:
    """Learn the vectors, count the analogies that are right, and write the file."""
    if options.threads is not None:
        torch.set_num_threads(options.threads)
    config = Word2VecConfig(**{each.name: getattr(options, each.name) for each in dataclasses.fields(Word2VecConfig)})
    # A sentence in several pairs is read once.
    texts = list(dict.fromkeys(_sentences(options)))
    numbered = number_words(texts, config.rarest)
    print(f"{len(texts):,} sentences, {len(numbered.ids):,} words, {len(numbered.vocabulary):,} of them different.")
    begun = time.monotonic()
    tables = train(numbered, config, lambda epoch, loss: print(f"epoch {epoch}: loss {loss:.4f}", flush=True))
    vectors = WordVectors(numbered.vocabulary, tables.read, tables.output, torch.from_numpy(numbered.counts))
    save_vectors(options.out, vectors)
    counted = measure_analogies(vectors)
    print(f"{time.monotonic() - begun:.0f} s; {counted['held'].sum()} of {counted['asked'].sum()} analogies are right.")
    print(f"Written to {options.out}.")


def _sentences(options: argparse.Namespace) -> list[str]:
    """One language's sentences from all corpora."""
    foreign = "fr" if options.language == "en" else options.language
    direction = Direction("en", foreign) if options.language == "en" else Direction(foreign, "en")
    return [
        pair.source
        for part in parse_mixture(options.corpus)
        for pair in direction.turn(load_pairs(part.name, "train", foreign, options.data))
    ]
