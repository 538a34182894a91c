"""The three floors of the house stay apart: read from the imports, not from good intentions."""

import ast
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

FLOORS = ("transformer", "viewer", "pages")
FORBIDDEN = {
    "transformer": {"streamlit", "plotly", "viewer", "pages", "app"},
    "viewer": {"pages", "app"},
    "pages": {"app"},
}
COMMAND = ROOT / "viewer" / "notebook" / "site" / "command.py"  # the command gives the pages to the site


@cache
def files_of(floor: str) -> list[Path]:
    return sorted((ROOT / floor).rglob("*.py"))


@cache
def imported_modules(path: Path, root: Path = ROOT) -> frozenset[str]:
    """Every module that a file imports anywhere in it, by its full dotted name; strings to import are read too."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(root).with_suffix("").parts[: -node.level] if node.level else ()
            module = ".".join([*package, *([node.module] if node.module else [])])
            modules |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function in ("import_module", "__import__"):
                modules.add(str(node.args[0].value))
    return frozenset(module for module in modules if module)


@pytest.mark.parametrize("floor", FLOORS)
def test_no_floor_imports_from_above(floor: str) -> None:
    for path in files_of(floor):
        if path == COMMAND:
            continue
        roots = {module.split(".")[0] for module in imported_modules(path)}
        assert not roots & FORBIDDEN[floor], f"{path.relative_to(ROOT)} imports {sorted(roots & FORBIDDEN[floor])}"


def test_nothing_but_the_tests_imports_the_tests() -> None:
    for floor in (*FLOORS, "benchmarks"):
        for path in files_of(floor):
            assert "tests" not in {module.split(".")[0] for module in imported_modules(path)}, path


def test_the_house_has_the_floors_of_the_design() -> None:
    with_code = {
        path.relative_to(ROOT).parts[0]
        for path in ROOT.glob("*/*.py")
        if not path.relative_to(ROOT).parts[0].startswith(".")
    }
    assert with_code <= {"transformer", "viewer", "pages", "tests", "benchmarks", "deploy"} | {"build", "runs", "data"}
    assert {path.name for path in ROOT.glob("*.py")} <= {"app.py", "setup.py", "glassformer_start.py"}


def test_no_test_is_left_out_of_the_run(pytestconfig: pytest.Config) -> None:
    run = [ROOT / path for path in pytestconfig.getini("testpaths")]
    left_out = [path for path in ROOT.glob("tests/**/test_*.py") if not {path, *path.parents} & set(run)]
    assert left_out == []


def test_the_reader_of_imports_sees_every_kind(tmp_path: Path) -> None:
    folder = tmp_path / "viewer" / "parts"
    folder.mkdir(parents=True)
    path = folder / "sample.py"
    path.write_text(
        "import a.b\nfrom c import d\nfrom . import e\nfrom ..pictures import f\n"
        "def late():\n    import g\n    importlib.import_module('h')\n    __import__('i.j')\n"
    )
    assert imported_modules(path, tmp_path) == {
        *("a.b", "c", "c.d", "viewer.parts", "viewer.parts.e", "viewer.pictures", "viewer.pictures.f", "g", "h", "i.j")
    }
