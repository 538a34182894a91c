"""Translate texts, or the lines of a file or of standard input, sentence by sentence: one line out for each line in."""

import argparse
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from transformer.commands import arguments
from transformer.corpora import Direction
from transformer.devices import available_cores
from transformer.errors import GlassformerError
from transformer.files import read_lines, text_lines
from transformer.text.sentences import split_sentences
from transformer.translator import Translator, load

LINES_AT_A_TIME = 256
AHEAD = 2  # batches that wait for each process, so that none waits, and no file is in memory twice
MOST_PROCESSES = 8  # unless --threads asks for more: each takes memory of its own
_SHOWN = 5  # words, to find where a sentence was cut


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `translate`."""
    parser.add_argument(
        "text",
        nargs="*",
        type=arguments.text,
        help="sentences to translate (default: the lines of --input or standard input)",
    )
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--input",
        type=Path,
        help="a text file, one sentence per line; a process on each of --threads cores, by default 8 at most",
    )
    parser.add_argument("--into", help="the language to write, for a model that writes several, such as fra")
    arguments.add_search_options(parser)
    arguments.add_machine(parser)


def run(options: argparse.Namespace) -> None:
    """Print one translation per line, in the order of the lines; on standard error, what wasn't read as meant."""
    if options.text and options.input:
        raise GlassformerError("Give either sentences or --input, not both.")
    if options.input:
        lines = iter(known := read_lines(options.input))
    else:
        lines = iter(options.text) if options.text else text_lines(sys.stdin.buffer, "standard input")
    translator = _translator(options)
    # On a terminal: lines a second and the time left, unless the translations go there too.
    silent = True if options.input is None or sys.stdout.isatty() else None
    progress = tqdm(total=len(known) if options.input else None, unit=" lines", dynamic_ncols=True, disable=silent)
    before = 0
    for batch, translated in _translations(translator, iter(lambda: list(islice(lines, LINES_AT_A_TIME)), []), options):
        for text in translated:
            print(text, flush=False)
        sys.stdout.flush()  # so that an interruption loses nothing of it
        progress.update(len(batch))
        for number, line in enumerate(batch, start=before + 1):
            for remark in _remarks(translator, line):
                tqdm.write(f"line {number}: {remark}", file=sys.stderr)
        before += len(batch)
    progress.close()


def _translations(
    translator: Translator[Any], batches: Iterator[list[str]], options: argparse.Namespace
) -> Iterator[tuple[list[str], list[str]]]:
    """Each batch with its translations, in order; those of a file by several processes of one thread.

    Threads wait for one another at every matrix, processes never. Batches of a stream come one after another, so that
    each is translated as soon as it is there.
    """
    if options.input is None or options.processes == 1:
        yield from ((batch, translate_lines(translator, batch, options.beam, options.alpha)) for batch in batches)
        return
    shared = (translator, options.beam, options.alpha)
    fork, found = multiprocessing.get_context("fork"), deque[tuple[list[str], Future[list[str]]]]()
    pool = ProcessPoolExecutor(options.processes, fork, _begin_to_translate, shared)
    try:
        for batch in batches:
            found.append((batch, pool.submit(_translate_shared, batch)))
            if len(found) > AHEAD * options.processes:
                yield _first_of(found)
        while found:
            yield _first_of(found)
    except BrokenProcessPool:
        raise GlassformerError("A process was killed, as when the memory is full: use fewer --threads.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _first_of(found: deque[tuple[list[str], Future[list[str]]]]) -> tuple[list[str], list[str]]:
    batch, translated = found.popleft()
    return batch, translated.result()


_shared: list[Any] = []  # what a process translates with, which it has from the one that started it


def _begin_to_translate(*given: Any) -> None:
    _shared[:] = given
    for each in (signal.SIGINT, signal.SIGTERM):  # the first process tidies up
        signal.signal(each, signal.SIG_DFL)


def _translate_shared(lines: list[str]) -> list[str]:
    translator, beam, alpha = _shared
    return translate_lines(translator, lines, beam, alpha)


def _translator(options: argparse.Namespace) -> Translator[Any]:
    cores = options.threads or min(available_cores(), MOST_PROCESSES)
    device = arguments.set_up_device(options)
    # On a CPU, one thread for each process: a sentence is too small to split.
    options.processes = cores if device.type == "cpu" and sys.platform == "linux" else 1
    if device.type == "cpu":
        torch.set_num_threads(1 if options.processes > 1 or options.text or options.threads is None else cores)
    translator = load(options.model, device)
    if options.into is not None:
        translator = translator.into(options.into)
    _ = translator.compiled  # before there are processes, which then share it
    return translator


def translate_lines(translator: Translator[Any], lines: list[str], beam: int, alpha: float) -> list[str]:
    """One translation for each line; an empty line stays empty, and a translation never breaks its line.

    A line of several sentences is translated sentence by sentence: the model was trained on single sentences.
    """
    cut = [_sentences(translator, line) for line in lines]
    translated = iter(translator.translate_all([each for sentences in cut for each in sentences], beam, alpha))
    return [" ".join(" ".join(next(translated).split()) for _ in sentences) for sentences in cut]


def _remarks(translator: Translator[Any], line: str) -> Iterator[str]:
    """What wasn't read of a line as it was meant: languages that the model doesn't know, sentences that it cut."""
    for sentence in _sentences(translator, line):
        source = translator.read(sentence)
        yield from map(translator.unknown_language, translator.tokenizer.unknown_languages(source.text))
        if source.cut:
            last = " ".join(source.text.split()[-_SHOWN:])[-99:]
            yield f"a sentence of {len(sentence.split())} words is too long for the model: it was cut after '{last}'"


def _sentences(translator: Translator[Any], line: str) -> list[str]:
    return split_sentences(line, Direction.of_card(translator.card).source)
