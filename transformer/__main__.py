"""The command line: `python -m transformer train | translate | evaluate | …`; `--help` lists them all."""

import importlib
import io
import linecache
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from transformer import __version__
from transformer.commands.arguments import Parser, as_typed
from transformer.commands.ending import exit_on_signal
from transformer.errors import GlassformerError
from transformer.files import shorten

# Their modules, each imported only to run it: most need PyTorch, which takes seconds.
COMMANDS = {
    "train": "transformer.commands.train",
    "build": "transformer.commands.build",
    "translate": "transformer.commands.translate",
    "evaluate": "transformer.commands.evaluate",
    "import": "transformer.commands.import_model",
    "info": "transformer.commands.info",
    "export": "transformer.commands.export",
    "measure": "transformer.commands.measure",
    "record": "transformer.commands.record",
    "word-vectors": "transformer.commands.word_vectors",
    "download": "transformer.commands.download",
}

_LONGEST_WORD = 300  # characters that a message shows of a path


def main(
    arguments: Sequence[str] | None = None,
    commands: Mapping[str, str] = COMMANDS,
    program: str = "python -m transformer",
) -> int:
    """Run one command; the exit status is 0, or 2 after an error explained in one sentence.

    Args:
        arguments: by default, the process's own.
        commands: the modules of the commands to offer. program: the name that `--help` shows.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal's old code page may lack French letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = Parser(prog=program, description="Glassformer's command line.")
    parser.add_argument("--version", action="version", version=f"glassformer {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="command")
    parsers = {}
    for name, module in commands.items():
        purpose = _purpose(module)
        parsers[name] = subparsers.add_parser(name, help=purpose, description=purpose)
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        chosen = next((each for each in given if each in commands), None)
        if chosen:
            importlib.import_module(commands[chosen]).add_arguments(parsers[chosen])
        options = parser.parse_args(given)
        options.typed = as_typed(given)
        with exit_on_signal():
            importlib.import_module(commands[options.command]).run(options)
    except GlassformerError as error:
        return _report_failure(str(error))
    except (MemoryError, RuntimeError) as error:
        if not _is_out_of_memory(error):
            raise
        return _report_failure("The memory is full: use a smaller model, batch or corpus.")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # our output's reader has stopped, as `| head` does
        for stream in (sys.stdout, sys.stderr):  # what they still hold would fail again
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:  # a name that no file can have, or a folder that cannot be read
        return _report_failure(f"{error.filename or 'A file'} cannot be read or written: {error.strerror or error}.")
    return 0


def _purpose(module: str) -> str:
    """What help says of a command: the first line of its module's docstring, read without importing it."""
    path = Path(__file__).resolve().parents[1].joinpath(*module.split("."))
    return linecache.getline(f"{path}.py", 1).strip().strip('"')


def _is_out_of_memory(error: Exception) -> bool:
    """Whether memory ran out; PyTorch has no error of its own for the CPU's."""
    return isinstance(error, MemoryError) or "allocate memory" in str(error) or "out of memory" in str(error)


def _report_failure(sentence: str) -> int:
    """Report why a command failed, with very long names shortened."""
    short = re.sub(r"\S+", lambda word: shorten(word[0], _LONGEST_WORD), sentence)
    print(f"error: {short}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
