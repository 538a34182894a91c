"""The rooms of the library stand in an order, and none imports from a higher one."""

from pathlib import Path

import pytest
from test_floors import ROOT, files_of, imported_modules

# Bottom up. A name is a folder or a single file of `transformer/`; a room may use those before it and itself.
ROOMS = (
    "errors",
    "files",
    "devices",
    "text",
    "model",
    "corpora",
    "model_folder",
    "decoding",
    "translator",
    "evaluation",
    "diversification",
    "training",
    "live_training",
    "measures",
    "commands",
)
# Both stand on training and know nothing of one another.
APART = {"live_training": {"measures"}, "measures": {"live_training"}}
DOORS = {"__init__", "__main__"}  # what the library offers, and the command line's beginning, may use every room


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / "transformer").with_suffix("").parts[0]


def rooms_used(path: Path) -> set[str]:
    parts = (module.split(".") for module in imported_modules(path))
    return {rest[0] for first, *rest in parts if first == "transformer" and rest and rest[0] in ROOMS}


def test_every_file_of_the_library_stands_in_a_room() -> None:
    assert {room_of(path) for path in files_of("transformer")} == set(ROOMS) | DOORS


@pytest.mark.parametrize("path", files_of("transformer"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_room_imports_from_a_higher_one(path: Path) -> None:
    room = room_of(path)
    if room in DOORS:
        return
    allowed = set(ROOMS[: ROOMS.index(room) + 1]) - APART.get(room, set())
    assert rooms_used(path) <= allowed, f"{path.relative_to(ROOT)} uses {sorted(rooms_used(path) - allowed)}"
    assert not any(module in ("transformer", "transformer.load") for module in imported_modules(path)), path


def test_no_two_files_of_the_library_import_each_other() -> None:
    """A circle inside a room would be as bad as one between rooms."""
    uses: dict[str, set[str]] = {}
    for path in files_of("transformer"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        uses[name] = {module for module in imported_modules(path) if module.startswith("transformer.")}
    for name, used in uses.items():
        # `from package import module` names the package too, but what is used is the module.
        used &= set(uses) - {name}
        used -= {each.rpartition(".")[0] for each in used}
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join((*above[above.index(name) :], name))
        if name in order:
            return
        for used in sorted(uses[name]):
            visit(used, (*above, name))
        order.append(name)

    for name in uses:
        visit(name, ())
