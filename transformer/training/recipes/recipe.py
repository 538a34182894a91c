"""A recipe: the stages that build a model from scratch, read from a TOML file.

    target = "fr"

    [[stage]]
    name = "learn"
    kind = "train"
    corpus = "anki,multi30k*2"
    steps = 9000

    [[stage]]
    name = "settle"
    kind = "train"
    initial = "{learn}"
    corpus = "anki,multi30k*3"
    steps = 2000

Every other key of a stage is an option of its command, with underscores. `{learn}` is the model of the stage of that
name.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from transformer.assets import asset
from transformer.corpora.loading import check_names
from transformer.errors import CorpusError, RecipeError

RECIPES = asset("recipes")
KINDS = ("train", "evaluate")
# Options that the build sets itself: where files are, what to compute on, and that it resumes after a kill.
BUILDERS_OWN = ("out", "data", "resume", "device", "threads", "seed", "source", "target", "write_card")
REFERENCE = re.compile(r"\{([^{}]*)\}")  # in a text: the model of a stage
_NAME = re.compile(r"[a-z][a-z0-9-]*")

Value = str | int | float | bool


@dataclass(frozen=True)
class Stage:
    """One step of a recipe.

    Attributes:
        name: unique in the recipe; others refer to it by `{name}`.
        kind: one of `KINDS`, its command.
        options: of that command, by name with underscores; texts can contain `{name}`.
        sha256: of kind and options, the seed, and the same for every stage that the options refer to.
    """

    name: str
    kind: str
    options: Mapping[str, Value]
    sha256: str


@dataclass(frozen=True)
class Recipe:
    """The stages that make a model.

    Attributes:
        name: of the file, such as "en-fr".
        target: the language written, "fr" or "de".
        seed: of weights, batches and dropout in every stage that trains.
        stages: in order.
        sha256: of the target language and every stage, ignoring comments and the order of keys.
    """

    name: str
    target: str
    seed: int
    stages: tuple[Stage, ...]
    sha256: str

    @property
    def last_model(self) -> Stage:
        """The stage whose model is the recipe's."""
        return [stage for stage in self.stages if stage.kind == "train"][-1]


def read_recipe(name: str | Path, seed: int = 1) -> Recipe:
    """Read a recipe and check everything possible before any work begins.

    Args:
        name: of a shipped recipe, or the path of a TOML file.
        seed: of every stage that trains.
    """
    path = _find(name)
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise RecipeError(f"The recipe {path} cannot be read ({error}).") from error
    target, entries = written.pop("target", None), written.pop("stage", [])
    if written:
        raise RecipeError(f"{path}: a recipe has 'target' and 'stage', not {_list_names(written)}.")
    if target not in ("fr", "de"):
        raise RecipeError(f'{path}: \'target\' must be "fr" or "de", not {target!r}.')
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise RecipeError(f"{path}: every stage begins with [[stage]].")
    stages: list[Stage] = []
    for number, entry in enumerate(entries, start=1):
        where = f"{path}, stage {number}"
        stages.append(_stage(entry, where, stages, target, seed))
    if not any(stage.kind == "train" for stage in stages):
        raise RecipeError(f"{path}: no stage makes a model; at least one must be of the kind 'train'.")
    return Recipe(path.stem, target, seed, tuple(stages), _hash([target, *(stage.sha256 for stage in stages)]))


def _find(name: str | Path) -> Path:
    shipped = {path.stem: path for path in sorted(RECIPES.glob("*.toml"))}
    if str(name) in shipped:
        return shipped[str(name)]
    path = Path(name)
    if path.suffix != ".toml" or len(str(name)) > 1000 or not path.is_file():
        raise RecipeError(
            f"There is no recipe {str(name)[:80]!r}: give the path of a .toml file, or one of {', '.join(shipped)}."
        )
    return path


def _stage(entry: dict[str, Any], where: str, before: Sequence[Stage], target: str, seed: int) -> Stage:
    name, kind = entry.pop("name", None), entry.pop("kind", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise RecipeError(f"{where}: 'name' must consist of lower-case letters, digits and hyphens, not {name!r}.")
    where = f"{where} ({name})"
    if name in {stage.name for stage in before}:
        raise RecipeError(f"{where}: another stage has this name.")
    if kind not in KINDS:
        raise RecipeError(f"{where}: there is no kind {kind!r}; choose from {', '.join(KINDS)}.")
    if own := [option for option in entry if option in BUILDERS_OWN or (kind, option) == ("evaluate", "model")]:
        raise RecipeError(f"{where}: leave out {_list_names(own)}: the build sets that itself.")
    for option, value in entry.items():
        if not isinstance(value, Value):
            raise RecipeError(f"{where}: {option!r} must be a text, a number, true or false.")
    made = {stage.name: stage for stage in before}
    needs = _needs(entry, where, made)
    if kind == "evaluate" and not any(stage.kind == "train" for stage in before):
        raise RecipeError(f"{where}: there is nothing to measure yet: put a stage of the kind 'train' before it.")
    try:
        if "corpus" in entry:
            check_names(str(entry["corpus"]), target, with_splits=kind == "evaluate")
    except CorpusError as error:
        raise RecipeError(f"{where}: {error}") from error
    facts = [kind, target, entry, [made[need].sha256 for need in needs], seed]
    return Stage(name, kind, entry, _hash(facts))


def _needs(options: Mapping[str, Value], where: str, made: Mapping[str, Stage]) -> tuple[str, ...]:
    """The stages that the options refer to."""
    found = {name for value in options.values() for name in REFERENCE.findall(str(value))}
    earlier = f"those are {_list_names(made)}" if made else "this is the first"
    for name in sorted(found):
        if name not in made:
            raise RecipeError(f"{where}: {{{name}}} isn't an earlier stage; {earlier}.")
        if made[name].kind == "evaluate":
            raise RecipeError(f"{where}: {{{name}}} makes nothing that could be used.")
    return tuple(name for name in made if name in found)


def _hash(facts: object) -> str:
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _list_names(names: Mapping[str, Any] | Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names)
