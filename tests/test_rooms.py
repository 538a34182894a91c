"""The rooms of the library and of the viewer stand in an order, and none imports from a higher one."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT
from test_floors import files_of, imported_modules

# Bottom up. A name is a folder or a single file of the floor; a room may use those before it and itself.
ROOMS = {
    "transformer": (
        *("errors", "files", "checks", "values", "dataclass_json", "workspace", "assets", "devices"),
        *("text", "corpora", "model", "decoding", "edits", "attribution", "translator"),
        *("analysis", "training", "commands"),
    ),
    "viewer": ("widgets", "app", "walk", "watch", "what_if", "before", "train", "learn", "notebook"),
}
# Rooms that know nothing of each other.
BESIDE = {"transformer": set(), "viewer": {"walk", "what_if", "train", "learn"}}
DOORS = {"__init__", "__main__"}  # what the library offers, and the command line's beginning, may use every room
FLOORS = tuple(ROOMS)
FILES = [path for floor in FLOORS for path in files_of(floor)]


def floor_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / floor_of(path)).with_suffix("").parts[0]


def rooms_used(path: Path) -> set[str]:
    floor = floor_of(path)
    parts = (module.split(".") for module in imported_modules(path))
    return {rest[0] for first, *rest in parts if first == floor and rest and rest[0] in ROOMS[floor]}


def rooms_allowed(path: Path) -> set[str]:
    floor, room = floor_of(path), room_of(path)
    if room in DOORS:
        return set(ROOMS[floor])
    below = set(ROOMS[floor][: ROOMS[floor].index(room)])
    return {room} | below - (BESIDE[floor] if room in BESIDE[floor] else set())


@pytest.mark.parametrize("floor", FLOORS)
def test_every_file_stands_in_a_room(floor: str) -> None:
    assert {room_of(path) for path in files_of(floor)} - DOORS == set(ROOMS[floor])


def test_no_room_imports_from_a_higher_one() -> None:
    higher = {path.relative_to(ROOT).as_posix(): rooms_used(path) - rooms_allowed(path) for path in FILES}
    assert {path: rooms for path, rooms in higher.items() if rooms} == {}


def test_no_room_of_the_library_goes_through_its_front_door() -> None:
    """`transformer` itself imports nearly all rooms, so a module inside that imported it would be above them."""
    inside = [path for path in files_of("transformer") if room_of(path) not in DOORS]
    assert [path for path in inside if imported_modules(path) & {"transformer", "transformer.load"}] == []


@pytest.mark.parametrize("floor", FLOORS)
def test_no_two_files_import_each_other(floor: str) -> None:
    """A circle inside a room would be as bad as one between rooms."""
    uses: dict[str, set[str]] = {}
    for path in files_of(floor):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        uses[name] = {module for module in imported_modules(path) if module.startswith(f"{floor}.")}
    for name, used in uses.items():
        # `from package import module` names the package too, but what is used is the module.
        used &= set(uses) - {name}
        used -= {each.rpartition(".")[0] for each in used}
    TopologicalSorter(uses).prepare()  # an error names those of a circle


GUIDED = sorted(path.parent for path in (ROOT / "transformer").glob("*/__init__.py"))


@pytest.mark.parametrize("room", GUIDED, ids=lambda path: path.name)
def test_a_rooms_guide_names_every_module_of_it(room: Path) -> None:
    guide = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
    modules = {path.stem for path in room.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert {name for name in modules if not re.search(rf"\b{name}\b", guide)} == {"__init__"}
