"""Make new training pairs: translate one side of a corpus with a model (back-translation, distillation)."""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from transformer.commands import arguments, beam, machine
from transformer.corpora import Direction, load_mixture, parse_mixture
from transformer.corpora.origin import write_origin
from transformer.corpora.pairs import Pair
from transformer.corpora.untranslated import untranslated
from transformer.decoding.search import DEFAULT_BEAM
from transformer.decoding.strategies import TEMPERATURES, Sampling, Strategy
from transformer.errors import CorpusError
from transformer.files import append, read_lines, write_atomically
from transformer.model.folder import find_model, weights_fingerprint
from transformer.training.card import commands_behind
from transformer.training.diversification import SENTENCES_AT_A_TIME, diversified
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `diversify`."""
    parser.add_argument("--model", required=True, help="a shipped model or a model folder")
    parser.add_argument(
        "--corpus", required=True, help="corpora whose training pairs to use: multi30k, or everyday,tatoeba"
    )
    parser.add_argument(
        "--english-of",
        choices=("fr", "de"),
        help="translate only the English that these corpora pair with this language, not with the model's",
    )
    parser.add_argument("--out", required=True, type=Path, help="TSV to write, for train --corpus; English first")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--beam", type=beam.SIZE, default=DEFAULT_BEAM, help=beam.SIZE_HELP)
    how.add_argument("--sample", action="store_true", help="draw every token at random instead of searching")
    heat = arguments.number(*TEMPERATURES)
    parser.add_argument(
        "--temperature", type=heat, default=1.0, help="temperature for --sample; below 1 is sharper (default: 1.0)"
    )
    some = arguments.whole(1)
    parser.add_argument("--top-k", type=some, help="with --sample, draw from the k most probable tokens (default: all)")
    parser.add_argument("--seed", type=arguments.seed, default=1, help="seed for --sample (default: 1)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run into --out")
    beam.add_alpha(parser)
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Write the new pairs, and say how many there are."""
    if options.out.exists():
        raise CorpusError(f"{options.out} already exists: choose another --out.")
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    corpus = _corpus(options, Direction.of_card(translator.card))
    begun = _Begun(options, corpus)
    new = diversified(translator, corpus, _strategy(options), done=len(begun.lines))
    for pair in tqdm(new, total=len(corpus), initial=len(begun.lines), unit="pair", dynamic_ncols=True):
        begun.add(pair)
    made = [line for line in begun.lines if line]
    if not made:
        raise CorpusError("The model writes nothing that the corpus does not already have.")
    write_atomically(options.out, "".join(f"{line}\n" for line in made).encode())
    write_origin(options.out, [*commands_behind(translator.card), options.typed])
    begun.path.unlink(missing_ok=True)
    print(f"{len(made):,} new pairs out of {len(corpus):,} are in {options.out}.")


def _corpus(options: argparse.Namespace, direction: Direction) -> list[Pair]:
    """The pairs of which to translate one side; those of `--english-of` have no other side yet."""
    parts = parse_mixture(options.corpus)
    if options.english_of is None:
        # Without held-out sentences: with a new source, `train` could not recognise a held-out pair.
        return [pair for pairs, _ in load_mixture(parts, direction.foreign, options.data) for pair in pairs]
    if direction.into_english:
        raise CorpusError("--english-of needs a model that reads English; this one writes it.")
    return [Pair(source, "") for source in untranslated(parts, direction.foreign, options.english_of, options.data)]


class _Begun:
    """The pairs made so far, in a file next to `--out`: a line for each pair, empty if it gave no translation.

    Its first line names its run. A line that a kill has truncated is redone.
    """

    def __init__(self, options: argparse.Namespace, corpus: Sequence[Pair]) -> None:
        self.path = options.out.with_name(f"{options.out.name}.part")
        self.lines: list[str] = []
        weights = weights_fingerprint(find_model(options.model))
        pairs = hashlib.sha256("".join(f"{source}\t{target}\n" for source, target in corpus).encode()).hexdigest()
        run = json.dumps({"weights": weights, "pairs": pairs, "beam": options.beam, "alpha": options.alpha})
        if options.resume and options.sample:
            raise CorpusError("--resume does not work with --sample, which would draw different ones: start again.")
        if options.resume and self.path.exists():
            first, *lines = read_lines(self.path) or [""]
            if first != run:
                raise CorpusError(f"{self.path} belongs to another run: delete it, or choose another --out.")
            self.lines = lines[: self.path.read_bytes().count(b"\n") - 1]
        write_atomically(self.path, "".join(f"{line}\n" for line in (run, *self.lines)).encode())
        self._unwritten: list[str] = []

    def add(self, pair: Pair | None) -> None:
        """Store the result for one more pair."""
        self.lines.append("" if pair is None else f"{pair.source}\t{pair.target}")
        self._unwritten.append(self.lines[-1])
        if len(self._unwritten) == SENTENCES_AT_A_TIME:
            append(self.path, "".join(f"{line}\n" for line in self._unwritten))
            self._unwritten.clear()


def _strategy(options: argparse.Namespace) -> Strategy:
    if options.sample:
        return Sampling(options.temperature, options.top_k, seed=options.seed)
    return beam.choose(options)
