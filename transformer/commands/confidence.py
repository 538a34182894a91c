"""Calibrate how good a model's translations are likely to be, and write it into the model's folder."""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from sacrebleu.metrics import CHRF
from tqdm import tqdm

from transformer.analysis.evaluation.confidence import NAMES, Calibration, Signs, calibration, fit, signs_of
from transformer.analysis.evaluation.confidence_file import save_calibration
from transformer.commands import arguments, beam, machine
from transformer.commands.evaluate import held_out_sets
from transformer.corpora import Direction, Pair, load_pairs, parse_mixture, without_held_out
from transformer.decoding.strategies import Beam
from transformer.errors import GlassformerError
from transformer.model.folder import find_model
from transformer.translator import Translator, load

JOINED = (2, 3)  # sentences of a text made of several


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `confidence`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--corpus", default="everyday:dev", help="held-out pairs, as for `evaluate`")
    parser.add_argument("--learned", default="", help="corpora whose English sentences are left out of all of them")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    parser.add_argument("--pairs", type=arguments.whole(1), default=800, help="of each corpus, at most (default: 800)")
    parser.add_argument("--seed", type=arguments.seed, default=1, help="which pairs are taken, and which are joined")
    beam.add_arguments(parser)
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Fit on every second held-out pair, report on the others, and write `confidence.json`.

    The last quarter of the pairs is joined, two and three to a text: a visitor types several sentences too.

    Raises:
        GlassformerError: if the model or a corpus cannot be read, or if there are too few pairs.
    """
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    direction = Direction.of_card(translator.card)
    learned = [
        pair
        for part in (parse_mixture(options.learned) if options.learned else ())
        for pair in direction.turned(load_pairs(part.name, "train", direction.foreign, options.data))
    ]
    pairs: list[Pair] = []
    for _, _, own in held_out_sets(options.corpus, "dev", direction, options.data):
        held_out = without_held_out(own, learned)
        random.Random(options.seed).shuffle(held_out)
        pairs += held_out[: options.pairs]
    random.Random(options.seed).shuffle(pairs)
    texts = _some_joined(pairs)
    if len(texts) <= 4 * len(NAMES):
        raise GlassformerError(f"{len(texts)} held-out texts are too few to calibrate with; give more with --corpus.")
    signs, qualities = measured(translator, texts, Beam(options.beam, options.alpha))
    fitted = fit(signs[::2], qualities[::2])
    source = ", ".join(Path(part.name).name for part in parse_mixture(options.corpus))
    found = calibration(fitted, signs[1::2], qualities[1::2], len(signs[::2]), source)
    _print(found)
    print(f"Written to {save_calibration(find_model(options.model), found)}.")


def measured(translator: Translator, pairs: Sequence[Pair], strategy: Beam) -> tuple[list[Signs], list[float]]:
    """The signs of every pair's translation, and its chrF against the reference."""
    signs, qualities, chrf = [], [], CHRF()
    for pair in tqdm(pairs, desc="Translating", unit="text"):
        translation = translator.decode(pair.source, strategy)
        source, tokens = translation.source, translation.hypothesis.tokens
        signs.append(signs_of(source, tokens, translation.trace, translator.trust(source), translator.alignment_layer))
        qualities.append(chrf.sentence_score(translation.text, [pair.target]).score)
    return signs, qualities


def _some_joined(pairs: Sequence[Pair]) -> list[Pair]:
    texts = list(pairs[: 3 * len(pairs) // 4])
    rest, turn = list(pairs[len(texts) :]), 0
    while rest:
        together, rest = rest[: JOINED[turn % 2]], rest[JOINED[turn % 2] :]
        texts.append(Pair(" ".join(each.source for each in together), " ".join(each.target for each in together)))
        turn += 1
    return texts


def _print(found: Calibration) -> None:
    print(f"rank correlation {found.rank_correlation:.3f} on {found.reported} texts, fitted on {found.fitted}")
    for name, weight in zip(NAMES, found.confidence.weights, strict=True):
        print(f"  {name:<22}{weight:>7.2f} chrF for one standard deviation")
    for level, part in found.grades.items():
        print(f"  {level:<22}{part.measured:>7.1f} chrF, {part.expected:.1f} expected, {part.count} texts")
