"""What the documents name exists: files, functions, commands, options, make's targets; and what they show runs."""

import argparse
import ast
import json
import re
import shlex
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import ROOT
from test_rooms import ROOMS

from viewer.__main__ import COMMANDS
from viewer.walk.chapters import CHAPTERS
from viewer.widgets.modules import VIEWER, read

NAMES = (
    "README",
    "ARCHITECTURE",
    "CONTRIBUTING",
    "PAPER",
    "TRAINING",
    "CHANGELOG",
    "benchmarks/README",
    "deploy/README",
)
DOCUMENTS = {name: ROOT / f"{name}.md" for name in NAMES}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
README = DOCUMENTS["README"].read_text(encoding="utf-8")
EXAMPLE = "surprise"  # what the recipes of CONTRIBUTING add

SOURCES = ("transformer", "viewer", "benchmarks", "deploy", "tests")
OTHERS = ("OUT/", "runs/", "data/", "everyday-natural/", "renamed/")  # folders of the user's own; corpora
OWN_FILES = {"pairs.tsv", "text.en::text.fr"}
FOREIGN = {"torch", "view", "encoder", "decoder"}  # another package; what only the browser has; names of activations
PATH = re.compile(r"\.?\w[\w<>.-]*(?:/[\w<>.*-]+)*/?")
ENDINGS = {".py", ".md", ".js", ".ts", ".css", ".json", ".jsonc", ".toml", ".yaml", ".csv", ".tsv", ".safetensors"}
DOTTED = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(.*\))?", re.DOTALL)
IDENTIFIER = re.compile(r"([A-Za-z_]\w{3,})(?:\(.*\))?", re.DOTALL)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:python -m transformer|\bglassformer) (?P<command>[\w-]+)(?P<rest>[^\n`]*)")


def spans(text: str) -> list[str]:
    """What stands between backticks, outside blocks of code."""
    return [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", FENCE.sub("", text))]


def blocks(text: str, language: str) -> list[str]:
    return [textwrap.dedent(block) for name, block in FENCE.findall(text) if name == language]


def wrong_in(text: str, folder: Path = ROOT) -> list[str]:
    """What a document names that is not there."""
    return [
        *(link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", FENCE.sub("", text)) if lost_link(link, folder)),
        *(span for span in spans(text) if is_lost(span)),
        *(f"{name} of {path}" for name, path in told_homes(text) if not re.search(rf"\b{name}\b", source_of(path))),
        *(f"make {goal}" for goal in re.findall(r"\bmake ([a-z]+)\b", code_of(text)) if f"\n{goal}:" not in MAKEFILE),
        *(line for line in commands_in(text) if not is_understood(line)),
        *(module for module in re.findall(r"python -m (benchmarks\.\w+)", text) if not module_file(module)),
    ]


def code_of(text: str) -> str:
    """All code: spans, blocks and what is indented."""
    indented = re.findall(r"^(?: {4,}).*$", FENCE.sub("", text), re.MULTILINE)
    return "\n".join([*spans(text), *(block for _, block in FENCE.findall(text)), *indented])


# ---- files
def lost_link(link: str, folder: Path) -> bool:
    return "://" not in link and not (folder / link).exists()


def is_lost(span: str) -> bool:
    if span in OWN_FILES or span.startswith(OTHERS) or EXAMPLE in span:
        return False
    path, _, name = span.partition("::")
    if name:
        return not (ROOT / path).is_file() or not is_defined(ROOT / path, name)
    if path.startswith("--"):
        return not set(re.findall(r"--[\w-]+", path)) <= options()
    if PATH.fullmatch(span) and ("/" in span or Path(span).suffix in ENDINGS):
        return not is_file(span)
    if found := DOTTED.fullmatch(span):
        return not is_known(found[1])
    if found := IDENTIFIER.fullmatch(span):
        return found[1] not in words()
    return False


def is_file(span: str) -> bool:
    """Whether a path is there; `<name>` in it stands for anything, and a bare name for a file anywhere."""
    pattern = re.sub(r"<\w+>", "*", span).rstrip("/")
    if "/" not in span:
        return span in {path.name for path in files()} or (ROOT / span).is_file() or f'"{span}"' in all_sources()
    return any(path.is_dir() or not span.endswith("/") for path in ROOT.glob(pattern))


@cache
def files() -> tuple[Path, ...]:
    return tuple(path for folder in (*SOURCES, "assets") for path in (ROOT / folder).rglob("*.*"))


@cache
def source_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""


@cache
def all_sources() -> str:
    read_ones = [path for path in files() if path.suffix in (".py", ".js", ".ts", ".css")]
    roots = [ROOT / name for name in ("pyproject.toml", "app.py", "Makefile", "deploy/Dockerfile")]
    return "\n".join(path.read_text(encoding="utf-8") for path in (*read_ones, *roots) if path != Path(__file__))


@cache
def words() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", all_sources()))


# ---- names
def told_homes(text: str) -> list[tuple[str, str]]:
    """`name` of `file`, and `name` and `other` of `file`."""
    found = re.findall(r"((?:`\w+`,? (?:and )?)+)(?:of|in)\s+`([\w./]+\.(?:py|js))`", " ".join(text.split()))
    return [(name, path) for names, path in found for name in re.findall(r"\w{2,}", names) if f"`{name}`" in names]


def is_known(dotted: str) -> bool:
    first, *rest = dotted.split(".")
    if first in FOREIGN:
        return True
    if first in ("transformer", "viewer", "benchmarks"):
        parts = dotted.split(".")
        for count in range(len(parts), 0, -1):
            if path := module_file(".".join(parts[:count])):
                return is_defined(path, ".".join(parts[count:]))
        return False
    homes = [path for path in files() if path.suffix == ".py"]
    return any(is_defined(path, ".".join(rest)) for path in homes if path.stem == first) or any(
        is_defined(path, dotted) for path in homes if f"class {first}" in source_of(path.relative_to(ROOT).as_posix())
    )


def module_file(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    return next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()), None)


def is_defined(path: Path, name: str) -> bool:
    """Whether a module defines or imports a name, such as `Transformer.encode`."""
    body = ast.parse(source_of(path.relative_to(ROOT).as_posix())).body
    for part in filter(None, name.split(".")):
        found = [node for node in body if part in defined(node)]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


def defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


# ---- commands
def commands_in(text: str) -> list[str]:
    """The command lines of `python -m transformer` and of `glassformer` that are written out."""
    found = COMMAND.finditer(re.sub(r"\\\n\s*", "", text))
    return [f"{each['command']}{each['rest']}" for each in found if "…" not in each["rest"]]


def is_understood(line: str) -> bool:
    name, *arguments = shlex.split(line, comments=True)
    if name not in COMMANDS:
        return False
    if arguments in ([], ["--help"]):
        return True
    try:
        parser_of(name).parse_args(arguments)
    except SystemExit:
        return False
    return True


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(command)
    COMMANDS[command].add_arguments(parser)
    return parser


@cache
def options() -> frozenset[str]:
    """Every option of every command, of every benchmark and of the server."""
    told = "".join(parser_of(name).format_usage() for name in COMMANDS)
    scripts = [path for folder in ("benchmarks", "deploy") for path in (ROOT / folder).glob("*.py")]
    measuring = "".join(path.read_text(encoding="utf-8") for path in scripts)
    of_benchmarks = re.findall(r'add_argument\(\s*"(--[\w-]+)"', measuring)
    return frozenset({"--help", *re.findall(r"--[\w-]+", told), *of_benchmarks})


@pytest.mark.parametrize("name", NAMES)
def test_what_a_document_names_is_there(name: str) -> None:
    path = DOCUMENTS[name]
    assert wrong_in(path.read_text(encoding="utf-8"), path.parent) == []


@pytest.mark.parametrize(
    "planted",
    [
        "See [the rest](REST.md).",
        "![A picture](assets/screenshots/nothing.png)",
        "`transformer/model/nothing.py`",
        "`transformer/nothing/`",
        "`pages/<slug>.txt`",
        "`nothing.safetensors`",
        "`transformer/model/attention.py::implicit_attention`",
        "`transformer/model/transformer.py::Transformer.encipher`",
        "`transformer.store`",
        "`Translator.encipher`",
        "`shell.stop_page`",
        "`passage_from`",
        "`--wings 2`",
        "`greedy` and `neighbours` of `viewer/app/resources.py`",
        "`make everything`",
        "    make everything  # in a block",
        "`python -m transformer fly`",
        "    python -m transformer train --corpus everyday --out runs/first --wings 2",
        "`python -m benchmarks.nothing`",
    ],
)
def test_what_is_not_there_is_found(planted: str) -> None:
    assert len(wrong_in(f"Before it.\n\n{planted}\n\nBehind it `transformer.load`.\n")) == 1


def test_the_readme_is_short() -> None:
    lines = README.splitlines()
    assert len(lines) <= 130
    assert [line for line in lines if len(line) > 120] == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != "README"])
def test_only_tables_are_wide(name: str) -> None:
    lines = DOCUMENTS[name].read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []


def test_the_readme_s_example_runs() -> None:
    (example,) = blocks(README, "python")
    exec(compile(example, "README.md", "exec"), {})


def test_every_command_is_told_of() -> None:
    told = code_of(README) + code_of(DOCUMENTS["TRAINING"].read_text(encoding="utf-8"))
    assert [name for name in COMMANDS if not re.search(rf"(?<![\w-]){name}(?![\w-])", told)] == []


def test_every_page_has_its_row() -> None:
    titles = {each.title for each in CHAPTERS} | set(re.findall(r'st\.Page\(.*title="([^"]+)"', source_of("app.py")))
    assert [title for title in sorted(titles) if f"| {title} |" not in README] == []


def test_every_room_stands_in_the_picture() -> None:
    (picture, *_) = blocks(DOCUMENTS["ARCHITECTURE"].read_text(encoding="utf-8"), "text")
    rooms = [room for floor in ROOMS.values() for room in floor]
    assert [room for room in rooms if f"{room}/" not in picture and f"{room}.py" not in picture] == []


def test_the_figures_are_those_of_the_cards() -> None:
    model = ""
    rows = [line.strip("| ").split(" | ") for line in README.splitlines() if re.match(r"\|.*\d\d\.\d\d \|$", line)]
    assert len(rows) == 5
    for row in rows:
        model = row[0] if row[0].startswith("en-") else model
        greedy_bleu, bleu, chrf = map(float, row[-3:])
        card = json.loads(source_of(f"assets/models/{model}/card.json"))
        corpus = row[-5].split()[0].lower()
        scores = {each["decoding"]: each for each in card["scores"] if each["corpus"] == corpus}
        found, best = scores["greedy"], scores["beam 5, alpha 1"]
        assert (greedy_bleu, bleu, chrf) == (found["bleu"], best["bleu"], best["chrf"]), row
        assert int(row[-4].replace(",", "")) == found["sentences"], row
        if len(row) == 8:
            assert row[1] == f"{card['parameters']['total'] / 1e6:.2f} M"
            assert row[2] == f"{card['training']['hours']:.1f} h"


def test_the_recipes_import_what_there_is() -> None:
    recipes = DOCUMENTS["CONTRIBUTING"].read_text(encoding="utf-8")
    imports = [
        f"{node.module}.{alias.name}"
        for block in blocks(recipes, "python")
        if not block.startswith(("Chapter(", "if "))  # pieces of a file
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]
    assert len(imports) > 10
    own = [name for name in imports if name.split(".")[0] in ("transformer", "viewer")]
    assert [name for name in own if EXAMPLE not in name and not is_known(name)] == []
    chapter = VIEWER / "walk" / EXAMPLE
    named = [found for block in blocks(recipes, "js") for found in re.findall(r"import \{(.*)\} from \"(.*)\";", block)]
    assert len(named) > 3
    for names, source in named:
        assert set(names.replace(" ", "").split(",")) <= read((chapter / source).resolve()).exports, source
