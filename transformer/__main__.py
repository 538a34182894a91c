"""The command line: `python -m transformer train | translate | evaluate | …`; `--help` lists them all."""

import io
import os
import re
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

from transformer import __version__
from transformer.commands import (
    build,
    download,
    evaluate,
    export,
    import_model,
    info,
    measure,
    record,
    train,
    translate,
    word_vectors,
)
from transformer.commands.arguments import Parser, as_typed
from transformer.commands.ending import ended_by_signal
from transformer.errors import GlassformerError
from transformer.files import shortened

COMMANDS: dict[str, ModuleType] = {
    "train": train,
    "build": build,
    "translate": translate,
    "evaluate": evaluate,
    "import": import_model,
    "info": info,
    "export": export,
    "measure": measure,
    "record": record,
    "word-vectors": word_vectors,
    "download": download,
}

_LONGEST_WORD = 300  # characters that a message shows of a path


def main(
    arguments: Sequence[str] | None = None,
    commands: Mapping[str, ModuleType] = COMMANDS,
    program: str = "python -m transformer",
) -> int:
    """Run one command; the exit status is 0, or 2 after an error explained in one sentence.

    Args:
        arguments: by default, the process's own.
        commands: the commands to offer. program: the name that `--help` shows.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal's old code page may lack French letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = Parser(prog=program, description="Glassformer's command line.")
    parser.add_argument("--version", action="version", version=f"glassformer {__version__}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, module in commands.items():
        purpose = (module.__doc__ or name).splitlines()[0]  # `python -OO` leaves the docstrings out
        module.add_arguments(subparsers.add_parser(name, help=purpose, description=purpose))
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        options = parser.parse_args(given)
        options.typed = as_typed(given)
        with ended_by_signal():
            commands[options.command].run(options)
    except GlassformerError as error:
        return _refused(str(error))
    except (MemoryError, RuntimeError) as error:
        if not _is_out_of_memory(error):
            raise
        return _refused("The memory is full: use a smaller model, batch or corpus.")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # our output's reader has stopped, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # a name that no file can have, or a folder that cannot be read
        return _refused(f"{error.filename or 'A file'} cannot be read or written: {error.strerror or error}.")
    return 0


def _is_out_of_memory(error: Exception) -> bool:
    """Whether memory ran out; PyTorch has no error of its own for the CPU's."""
    return isinstance(error, MemoryError) or "allocate memory" in str(error) or "out of memory" in str(error)


def _refused(sentence: str) -> int:
    """Report why a command failed, with very long names shortened."""
    short = re.sub(r"\S+", lambda word: shortened(word[0], _LONGEST_WORD), sentence)
    print(f"error: {short}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
