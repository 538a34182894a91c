"""Browser modules joined into one script: an entry module, its imports, and theirs in turn.

Streamlit puts a component's script into a blob, where relative imports fail, and the browser requests every file that
Streamlit serves again on each load. So the imports at the top of a module are resolved here:

    import { element, vector as svg } from "../widgets/elements.js";
    import "./grid.css";

Imports are named, and `export` precedes each declaration that a module exports. Every module except the entry becomes a
function that returns its exports, so a name is private unless exported.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from transformer import GlassformerError

VIEWER = Path(__file__).resolve().parents[1]

_IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<source>\.{1,2}/[^"]+\.js)";\n', re.MULTILINE)
_STYLE = re.compile(r'^import "(?P<source>\.{1,2}/[^"]+\.css)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (?P<name>[\w$]+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default\b", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b(?! default\b).*", re.MULTILINE)
_TYPES = re.compile(r"/\*\* @.*? \*/ ?")  # in one line, as most are
_NAME = re.compile(r"(?P<name>[A-Za-z_$][\w$]*)(?: as (?P<local>[A-Za-z_$][\w$]*))?")


class ModuleError(GlassformerError):
    """An import or export of a browser module that cannot be resolved."""


@dataclass(frozen=True)
class Module:
    """One file.

    Attributes:
        path: of the file.
        body: its text without the import lines and the word `export`; `export default` stays.
        imports: for each file that it imports from, the local names by the names that the file exports.
        styles: the style sheets that it imports.
        exports: the names that others may import.
        is_entry: whether it has a default export, which Streamlit calls.
    """

    path: Path
    body: str
    imports: dict[Path, dict[str, str]]
    styles: tuple[Path, ...]
    exports: tuple[str, ...]
    is_entry: bool

    def __str__(self) -> str:
        return _display_path(self.path)


@dataclass(frozen=True)
class Bundle:
    """Modules, each after those that it imports.

    Attributes: modules: the entry comes last.
    """

    modules: tuple[Module, ...]

    @property
    def script(self) -> str:
        """All modules joined; the entry keeps the script's own scope, where its default export must be."""
        numbers = {module.path: number for number, module in enumerate(self.modules)}
        *imported, entry = self.modules
        scoped = [_wrap_in_scope(module, numbers) for module in imported]
        return "\n".join([*scoped, _resolve_imports(entry, numbers)])

    def script_into(self, variable: str) -> str:
        """All modules joined, with the entry's default export assigned to a variable."""
        return _DEFAULT.sub(f"{variable} =", self.script)

    @property
    def sheets(self) -> list[Path]:
        """Every style sheet once, in the order of the modules that import them."""
        return list(dict.fromkeys(sheet for module in self.modules for sheet in module.styles))

    @property
    def style(self) -> str:
        """All style sheets joined."""
        return "\n".join(sheet.read_text(encoding="utf-8") for sheet in self.sheets)


def without_styles(module: Module) -> str:
    """A module's text for a browser that resolves its imports itself; the page links the style sheets."""
    return _STYLE.sub("", module.path.read_text(encoding="utf-8"))


def without_types(text: str) -> str:
    """A script without the comments that only say types."""
    return _TYPES.sub("", text)


def bundle(*entries: Path) -> Bundle:
    """Entries with everything they need, each module once. Of several, the last has its default export, and the others
    put theirs into `glassformerParts`, by their paths.

    Raises:
        ModuleError: for a missing file or name, a circular import, or an import or export in a form not shown at the
            top of this module.
    """
    ordered: dict[Path, Module] = {}
    for entry in entries:
        _visit(entry.resolve(), (), ordered)
    return Bundle(tuple(ordered.values()))


def module_at(path: Path) -> Module:
    """One module on its own.

    Raises:
        ModuleError: for an import or export in a form not shown at the top of this module.
    """
    module = _read_module(path, path.read_text(encoding="utf-8"))
    for sheet in module.styles:
        if not sheet.is_file():
            raise ModuleError(f"{module} imports {_display_path(sheet)}, which does not exist")
    return module


@cache
def _read_module(path: Path, text: str) -> Module:
    """A module with this text, which most pages have in common."""
    text = without_types(text)
    imports: dict[Path, dict[str, str]] = {}
    for found in _IMPORT.finditer(text):
        imports.setdefault((path.parent / found["source"]).resolve(), {}).update(_names(path, found["names"]))
    styles = tuple((path.parent / found["source"]).resolve() for found in _STYLE.finditer(text))
    body = _EXPORT.sub("", _STYLE.sub("", _IMPORT.sub("", text)))
    if left := _OTHER.search(body):
        raise ModuleError(f"{_display_path(path)}: not a plain named import or export: {left[0]}")
    return Module(
        path=path,
        body=body,
        imports=imports,
        styles=styles,
        exports=tuple(found["name"] for found in _EXPORT.finditer(text)),
        is_entry=bool(_DEFAULT.search(body)),
    )


def _wrap_in_scope(module: Module, numbers: dict[Path, int]) -> str:
    """A module's text in its own scope."""
    kept = f'(globalThis.glassformerParts ??= {{}})["{module}"] ='
    body = f"{_DEFAULT.sub(kept, _resolve_imports(module, numbers))}return {{ {', '.join(module.exports)} }};"
    return f"const $module{numbers[module.path]} = (() => {{\n{body}\n}})();\n"


def _resolve_imports(module: Module, numbers: dict[Path, int]) -> str:
    """A module's text, which takes its imports from the modules before it."""
    lines = [f"// {module}\n"]
    for source, names in module.imports.items():
        parts = ", ".join(name if name == local else f"{name}: {local}" for name, local in names.items())
        lines.append(f"const {{ {parts} }} = $module{numbers[source]};\n")
    return "".join(lines) + module.body


def _visit(path: Path, above: tuple[Path, ...], ordered: dict[Path, Module]) -> None:
    if path in ordered:
        return
    if path in above:
        circle = " → ".join(_display_path(each) for each in (*above[above.index(path) :], path))
        raise ModuleError(f"a circle of imports: {circle}")
    if not path.is_file():
        importer = f"{_display_path(above[-1])} imports {_display_path(path)}" if above else _display_path(path)
        raise ModuleError(f"{importer}, which does not exist" if above else f"{importer} does not exist")
    module = module_at(path)
    if above and module.is_entry:
        raise ModuleError(f"{_display_path(above[-1])} imports {module}, which is the entry of another component")
    for source, names in module.imports.items():
        _visit(source, (*above, path), ordered)
        for name in names:
            if name not in ordered[source].exports:
                raise ModuleError(f"{module} imports {name} from {ordered[source]}, which does not export it")
    ordered[path] = module


def _names(path: Path, text: str) -> dict[str, str]:
    """The local names by the names that the other module exports."""
    names: dict[str, str] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        found = _NAME.fullmatch(each)
        if found is None:
            raise ModuleError(f"{_display_path(path)} imports “{each}”, which isn't a name")
        names[found["name"]] = found["local"] or found["name"]
    return names


def _display_path(path: Path) -> str:
    return path.relative_to(VIEWER).as_posix() if path.is_relative_to(VIEWER) else path.name
