"""Download a public corpus: multi30k, tatoeba or anki."""

import argparse
from pathlib import Path

from transformer.corpora.catalogue import CORPORA, DEFAULT_DATA

DOWNLOADS = {name: corpus.download for name, corpus in CORPORA.items() if corpus.download}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `download`."""
    parser.add_argument("corpus", choices=list(DOWNLOADS))
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder to put it in (default: data/)")
    parser.add_argument("--target", default="fr", choices=["fr", "de"], help="language paired with English")


def run(options: argparse.Namespace) -> None:
    """Fetch, and say where it is."""
    print(f"{options.corpus} is in {DOWNLOADS[options.corpus](options.data, options.target)}.")
