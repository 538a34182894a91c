"""Find out what a model was trained on of some sentences, and write it into the model's folder."""

import argparse
import sys
from pathlib import Path

from transformer.analysis.evaluation.learned import learned, save_learned
from transformer.commands import arguments
from transformer.corpora import Direction, load_pairs, parse_mixture
from transformer.errors import GlassformerError
from transformer.files import text_lines
from transformer.model.folder import find_model
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `learned`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--corpus", required=True, help="what the model was trained on, as for `train`")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    parser.add_argument(
        "sentences", nargs="*", type=arguments.text, help="to look for; without any, the lines of standard input"
    )


def run(options: argparse.Namespace) -> None:
    """Look for the sentences in the training data, print the longest run of each, and write `learned.json`.

    Raises:
        GlassformerError: if the model or a corpus cannot be read, or if there is no sentence.
    """
    folder = find_model(options.model)
    direction = Direction.of_card(load(options.model).of_transformer().card)
    lines = options.sentences or text_lines(sys.stdin.buffer, "standard input")
    sentences = [line.strip() for line in lines if line.strip()]
    if not sentences:
        raise GlassformerError("There is no sentence to look for: give some, or lines on standard input.")
    training = [
        pair.source
        for part in parse_mixture(options.corpus)
        for pair in direction.turned(load_pairs(part.name, "train", direction.foreign, options.data))
    ]
    found = learned(sentences, training)
    for sentence, longest in found.runs.items():
        print(f"{'whole ' if found.whole(sentence) else 'part  '} {sentence}  |  {longest}")
    print(f"{found.sentences:,} different sentences. Written to {save_learned(folder, found)}.")
