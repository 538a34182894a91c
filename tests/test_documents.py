"""The documents name only files, functions, commands and options that exist, and what they show runs."""

import argparse
import importlib.util
import json
import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

from viewer.__main__ import COMMANDS

NAMES = ("README", "ARCHITECTURE", "CONTRIBUTING", "PAPER", "TRAINING", "benchmarks/README", "deploy/README")
TEXTS = {name: (ROOT / f"{name}.md").read_text(encoding="utf-8") for name in NAMES}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
EXAMPLE = "surprise"  # the chapter that CONTRIBUTING adds

FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
TOP = {"transformer", "viewer", "pages", "tests", "benchmarks", "deploy", "assets", "examples"}
FILE = re.compile(r"[\w-]+\.(?:py|md|js|ts|css|json|toml|yaml|txt)")


def wrong_in(text: str, folder: Path = ROOT) -> list[str]:
    """The names in a document that lead nowhere."""
    prose = FENCE.sub("", text)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", prose)
    homes = re.findall(r"`(\w+)` in `([\w/]+\.\w+)`", " ".join(prose.split()))
    return [
        *(link for link in links if "://" not in link and not (folder / link).exists()),
        *(span for span in spans if EXAMPLE not in span and not exists(span)),
        *(f"{name} in {path}" for name, path in homes if not defines(ROOT / path, name)),
        *(f"make {goal}" for goal in re.findall(r"(?:`| {4})make ([a-z]+)\b", text) if f"\n{goal}:" not in MAKEFILE),
        *(name for name in re.findall(r"python -m (benchmarks\.\w+)", text) if importlib.util.find_spec(name) is None),
        *(line for line in command_lines(text) if not is_understood(line)),
    ]


def exists(span: str) -> bool:
    """Whether a path or a `path::name` exists; other spans are taken as they are."""
    path, _, name = span.partition("::")
    if path.split("/")[0] in TOP and "/" in path and " " not in path:
        found = list(ROOT.glob(re.sub(r"<\w+>", "*", path).rstrip("/")))
        return bool(found) and (not name or defines(found[0], name))
    if FILE.fullmatch(path):
        return (ROOT / path).exists() or path in names_of_files() or path in ("pairs.tsv", "kept.json")
    return True


@cache
def names_of_files() -> set[str]:
    return {path.name for top in TOP for path in (ROOT / top).rglob("*.*")}


def defines(path: Path, dotted: str) -> bool:
    """Whether a file defines a name, such as `Transformer.encode`, or mentions it as a key or an option."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return all(
        re.search(rf"^\s*(?:export )?(?:class |def |const |function |\w+, )?{part}\b", text, re.M)
        for part in dotted.split(".")
    )


def command_lines(text: str) -> list[str]:
    joined = re.sub(r"\\\n\s*", "", text)
    return re.findall(r"(?:-m transformer|\bglassformer) ([a-z][\w-]+[^\n`…]*)(?![^\n`]*…)", joined)


def is_understood(line: str) -> bool:
    name, *arguments = shlex.split(line.partition(" < ")[0], comments=True)
    if name not in COMMANDS:
        return False
    parser = argparse.ArgumentParser(name)
    importlib.import_module(COMMANDS[name]).add_arguments(parser)
    try:
        parser.parse_args(arguments)
    except SystemExit as stop:
        return stop.code == 0 or not arguments  # --help, or a command that is only named
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_document_names_what_exists(name: str) -> None:
    assert wrong_in(TEXTS[name], (ROOT / f"{name}.md").parent) == []


def test_the_map_of_the_architecture_names_what_exists_and_every_package() -> None:
    (tree,) = [body for _, body in FENCE.findall(TEXTS["ARCHITECTURE"]) if "app.py  " in body]
    drawn, folders = set(), [ROOT]
    for line in tree.splitlines():
        if entry := re.match(
            r"( {0,8})([\w.]+/?(?: {3}\w+\.py)*)(?: {2,}|$)", line
        ):  # else it goes on with a description
            folders = folders[: len(entry[1]) // 4 + 1]
            drawn |= {folders[-1] / name for name in entry[2].split()}
            folders.append(folders[-1] / entry[2])
        # A description names what is in its folder, or beside its file.
        home = folders[-1] if folders[-1].is_dir() else folders[-1].parent
        drawn |= {home / name for name in re.findall(r"`([\w/]+(?:/|\.py))`", line)}
    assert [path for path in drawn if not path.exists()] == []
    layers = ("transformer", "viewer", "viewer/pictures")
    assert {path.parent for layer in layers for path in ROOT.glob(f"{layer}/*/__init__.py")} <= drawn


@pytest.mark.slow
def test_the_example_of_the_readme_runs() -> None:
    (example,) = [code for language, code in FENCE.findall(TEXTS["README"]) if language == "python"]
    exec(compile(example, "README.md", "exec"), {})


def test_the_figures_of_the_readme_are_those_of_the_cards() -> None:
    model, rows = "", re.findall(r"^\| (.*\.\d\d) \|$", TEXTS["README"], re.MULTILINE)
    assert len(rows) == 5
    for row in rows:
        name, parameters, hours, corpus, sentences, *figures = (cell.strip() for cell in row.split("|"))
        model = name or model
        card = json.loads((ROOT / "assets" / "models" / model / "card.json").read_text(encoding="utf-8"))
        scores = {each["decoding"]: each for each in card["scores"] if each["corpus"] == corpus.split()[0].lower()}
        greedy, beam = scores["greedy"], scores["beam 5, alpha 1"]
        assert [float(each) for each in figures] == [greedy["bleu"], beam["bleu"], beam["chrf"]]
        assert sentences == f"{greedy['sentences']:,}"
        if name:
            assert parameters == f"{card['parameters']['total'] / 1e6:.2f} M"
            assert hours == f"{card['training']['hours']:.1f} h"
