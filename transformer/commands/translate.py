"""Translate texts, or the lines of a file or of standard input, sentence by sentence: one line out for each line in."""

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from transformer.commands import arguments
from transformer.commands.engines.ctranslate2 import EngineTranslator
from transformer.corpora import Direction
from transformer.errors import GlassformerError
from transformer.files import read_lines, text_lines
from transformer.text.sentences import split_sentences
from transformer.translator import Translator, load

LINES_AT_A_TIME = 256
_SHOWN = 5  # words, to find where a sentence was cut
OWN, CTRANSLATE2 = "glassformer", "ctranslate2"
ENGINES = (OWN, CTRANSLATE2)
AnyTranslator: TypeAlias = Translator[Any] | EngineTranslator


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `translate`."""
    parser.add_argument(
        "text",
        nargs="*",
        type=arguments.text,
        help="sentences to translate (default: the lines of --input or standard input)",
    )
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--input", type=Path, help="a text file, one sentence per line")
    parser.add_argument(
        "--engine", choices=ENGINES, default=OWN, help="engine that decodes (default: Glassformer itself)"
    )
    parser.add_argument("--into", help="the language to write, for a model that writes several, such as fra")
    arguments.add_search(parser)
    arguments.add_machine(parser)


def run(options: argparse.Namespace) -> None:
    """Print one translation per line, in the order of the lines; on standard error, what wasn't read as meant."""
    if options.text and options.input:
        raise GlassformerError("Give either sentences or --input, not both.")
    if options.input:
        lines = iter(read_lines(options.input))
    else:
        lines = iter(options.text) if options.text else text_lines(sys.stdin.buffer, "standard input")
    translator = _translator(options)
    before = 0
    while batch := list(islice(lines, LINES_AT_A_TIME)):
        for text in translate_lines(translator, batch, options.beam, options.alpha):
            print(text, flush=False)
        sys.stdout.flush()
        for number, line in enumerate(batch, start=before + 1):
            for remark in _remarks(translator, line):
                print(f"line {number}: {remark}", file=sys.stderr)
        before += len(batch)


def _translator(options: argparse.Namespace) -> AnyTranslator:
    device = arguments.chosen_device(options)
    translator = load(options.model, device=device if options.engine == OWN else "cpu")
    if options.into is not None:
        translator = translator.into(options.into)
    if options.engine == OWN:
        return translator
    return EngineTranslator(translator.of_transformer(), options.threads or os.cpu_count() or 1)


def translate_lines(translator: AnyTranslator, lines: list[str], beam: int, alpha: float) -> list[str]:
    """One translation for each line; an empty line stays empty, and a translation never breaks its line.

    A line of several sentences is translated sentence by sentence: the model was trained on single sentences.
    """
    cut = [_sentences(translator, line) for line in lines]
    translated = iter(translator.translate_all([each for sentences in cut for each in sentences], beam, alpha))
    return [" ".join(" ".join(next(translated).split()) for _ in sentences) for sentences in cut]


def _remarks(translator: AnyTranslator, line: str) -> Iterator[str]:
    """What wasn't read of a line as it was meant: languages that the model doesn't know, sentences that it cut."""
    own = translator.translator if isinstance(translator, EngineTranslator) else translator
    for sentence in _sentences(translator, line):
        source = own.read(sentence)
        yield from map(own.unknown_language, own.tokenizer.unknown_languages(source.text))
        if source.cut:
            last = " ".join(source.text.split()[-_SHOWN:])[-99:]
            yield f"a sentence of {len(sentence.split())} words is too long for the model: it was cut after '{last}'"


def _sentences(translator: AnyTranslator, line: str) -> list[str]:
    return split_sentences(line, Direction.of_card(translator.card).source)
