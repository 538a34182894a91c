"""Imports only go down: between layers (folders at the top) and between the packages of a layer."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT

from viewer.transport.modules import module_at

FORBIDDEN = {
    "transformer": {"streamlit", "plotly", "viewer", "pages", "app"},
    "viewer": {"pages", "app"},
    "pages": {"app"},
}
COMMAND = ROOT / "viewer" / "site" / "command.py"  # the command gives the pages to the site
# Bottom up. A name is a folder or a single file of the layer, which may use those before it and itself.
PACKAGES = {
    "transformer": (
        *("errors", "files", "checks", "values", "dataclass_json", "workspace", "assets", "devices"),
        *("text", "corpora", "model", "decoding", "edits", "attribution", "learning", "translating", "translator"),
        *("analysis", "training", "commands"),
    ),
    "viewer": ("transport", "widgets", "engine", "app", "frame", "pictures", "notebook", "site", "facts"),
    "viewer/pictures": ("watch", "walk", "what_if", "before", "after", "train", "learn"),
}
# Packages that know nothing of each other.
INDEPENDENT = {"walk", "what_if", "train", "learn", "notebook", "site"}
ENTRIES = {"__init__", "__main__"}  # what the library offers, and the command line's beginning, may use every package


@cache
def files_of(layer: str) -> list[Path]:
    return sorted(path for path in (ROOT / layer).rglob("*") if path.suffix in (".py", ".js"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parts).removesuffix(".py").removesuffix(".__init__")


@cache
def imported_modules(path: Path) -> frozenset[str]:
    """Every module that a file imports anywhere in it, by its full dotted name; strings to import are read too."""
    if path.suffix == ".js":
        module = module_at(path)
        return frozenset(map(name_of, (*module.imports, *module.styles)))
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).with_suffix("").parts[: -node.level] if node.level else ()
            module = ".".join([*package, *([node.module] if node.module else [])])
            modules |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function in ("import_module", "__import__"):
                modules.add(str(node.args[0].value))
    return frozenset(module for module in modules if module)


def package_of(path: Path, layer: str) -> str:
    return path.relative_to(ROOT / layer).with_suffix("").parts[0]


def packages_allowed(layer: str, package: str) -> set[str]:
    if package in ENTRIES:
        return set(PACKAGES[layer])
    below = set(PACKAGES[layer][: PACKAGES[layer].index(package)])
    return {package} | below - (INDEPENDENT if package in INDEPENDENT else set())


@pytest.mark.parametrize("layer", [*FORBIDDEN, "benchmarks"])
def test_no_layer_imports_from_above_and_none_the_tests(layer: str) -> None:
    for path in files_of(layer):
        roots = {module.split(".")[0] for module in imported_modules(path)}
        assert "tests" not in roots, path
        assert path == COMMAND or not roots & FORBIDDEN.get(layer, set()), path


def test_no_test_is_left_out_of_the_run(pytestconfig: pytest.Config) -> None:
    run = [ROOT / path for path in pytestconfig.getini("testpaths")]
    left_out = [path for path in ROOT.glob("tests/**/test_*.py") if not {path, *path.parents} & set(run)]
    assert left_out == []


@pytest.mark.parametrize("layer", PACKAGES)
def test_no_package_imports_from_a_higher_one(layer: str) -> None:
    assert {package_of(path, layer) for path in files_of(layer)} - ENTRIES == set(PACKAGES[layer])
    inside = layer.replace("/", ".") + "."
    for path in files_of(layer):
        modules = [name.removeprefix(inside) for name in imported_modules(path) if name.startswith(inside)]
        used = {name.split(".")[0] for name in modules} & set(PACKAGES[layer])
        assert used <= packages_allowed(layer, package_of(path, layer)), path
        # `transformer` itself imports nearly all packages, so a module inside that imported it would be above them.
        whole = layer == "transformer" and package_of(path, layer) not in ENTRIES
        assert not (whole and imported_modules(path) & {"transformer", "transformer.load"}), path


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_no_two_files_import_each_other(layer: str) -> None:
    """A circle inside a package would be as bad as one between packages."""
    uses: dict[str, set[str]] = {}
    for path in files_of(layer):
        uses[name_of(path)] = {module for module in imported_modules(path) if module.startswith(f"{layer}.")}
    for name, used in uses.items():
        # `from package import module` names the package too, but what is used is the module.
        used &= set(uses) - {name}
        used -= {each.rpartition(".")[0] for each in used}
    TopologicalSorter(uses).prepare()  # an error names those of a circle
