"""Browser modules joined into one text: an entry module, what it imports, and what that imports in turn.

Streamlit puts a component's script into a blob, in which a relative import leads nowhere, and it tells the browser to
ask anew for every file that it serves itself. So what a module says at its head is followed here:

    import { element, vector } from "../shared/elements.js";
    import "./grid.css";

Only plain names are imported, and `export` stands right before what is exported. All modules of a bundle share one
scope in the end, so no two of them may define the same name, not even a private one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from transformer import GlassformerError

BROWSER = Path(__file__).resolve().parents[1] / "browser"

_NAMES = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<source>\.{1,2}/[^"]+\.js)";\n', re.MULTILINE)
_STYLE = re.compile(r'^import "(?P<source>\.{1,2}/[^"]+\.css)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let)\b)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default\b", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b(?! default\b).*", re.MULTILINE)
_DECLARED = re.compile(
    r"^(?P<export>export )?(?:default )?(?:async )?(?:function\*?|class|const|let|var) (?P<name>[\w$]+|.)", re.MULTILINE
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


class ModuleError(GlassformerError):
    """A browser module says something at its head that cannot be followed."""


@dataclass(frozen=True)
class Module:
    """One file.

    Attributes:
        path: of the file.
        body: its text without the import lines and the word `export`; `export default` stays.
        imports: names by the file that they come from.
        styles: the style sheets that it brings.
        names: all that it defines at its top level, private or not.
        exports: those of them that others may import.
        is_entry: whether it has a default export, which Streamlit calls.
    """

    path: Path
    body: str
    imports: dict[Path, tuple[str, ...]]
    styles: tuple[Path, ...]
    names: tuple[str, ...]
    exports: frozenset[str]
    is_entry: bool

    def __str__(self) -> str:
        return _shown(self.path)


@dataclass(frozen=True)
class Bundle:
    """Modules in an order in which each stands behind those that it imports.

    Attributes:
        modules: the entry stands last.
    """

    modules: tuple[Module, ...]

    @property
    def script(self) -> str:
        """All modules as one."""
        return "\n".join(f"// {module}\n{module.body}" for module in self.modules)

    def script_into(self, variable: str) -> str:
        """All modules as one, in which the entry's default export goes into a variable."""
        return _DEFAULT.sub(f"{variable} =", self.script)

    @property
    def style(self) -> str:
        """Every style sheet once, in the order of the modules that bring them."""
        sheets = dict.fromkeys(sheet for module in self.modules for sheet in module.styles)
        return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def bundle(entry: Path) -> Bundle:
    """All that `entry` needs.

    Raises:
        ModuleError: a file or a name that is imported does not exist; modules import one another in a circle; two of
            them define the same name; an import or export is written in another way than this module's head shows.
    """
    ordered: dict[Path, Module] = {}
    _visit(entry.resolve(), (), ordered)
    modules = tuple(ordered.values())
    _refuse_shared_names(modules)
    return Bundle(modules)


def read(path: Path) -> Module:
    """One module, by itself.

    Raises:
        ModuleError: an import or export is written in another way than this module's head shows.
    """
    text = path.read_text(encoding="utf-8")
    imports: dict[Path, tuple[str, ...]] = {}
    for found in _NAMES.finditer(text):
        source = (path.parent / found["source"]).resolve()
        imports[source] = (*imports.get(source, ()), *_plain_names(path, found["names"]))
    styles = tuple((path.parent / found["source"]).resolve() for found in _STYLE.finditer(text))
    for sheet in styles:
        if not sheet.is_file():
            raise ModuleError(f"{_shown(path)} imports {_shown(sheet)}, which does not exist")
    declared = list(_DECLARED.finditer(text))
    for found in declared:
        if not _NAME.fullmatch(found["name"]):
            raise ModuleError(f"{_shown(path)} takes a value apart at its top level: give each name a line of its own")
    body = _EXPORT.sub("", _STYLE.sub("", _NAMES.sub("", text)))
    if left := _OTHER.search(body):
        raise ModuleError(f"{_shown(path)}: not a plain named import or export: {left[0]}")
    return Module(
        path=path,
        body=body,
        imports=imports,
        styles=styles,
        names=tuple(found["name"] for found in declared),
        exports=frozenset(found["name"] for found in declared if found["export"]),
        is_entry=bool(_DEFAULT.search(body)),
    )


def _visit(path: Path, above: tuple[Path, ...], ordered: dict[Path, Module]) -> None:
    if path in ordered:
        return
    if path in above:
        circle = " → ".join(_shown(each) for each in (*above[above.index(path) :], path))
        raise ModuleError(f"a circle of imports: {circle}")
    if not path.is_file():
        importer = f"{_shown(above[-1])} imports {_shown(path)}" if above else _shown(path)
        raise ModuleError(f"{importer}, which does not exist" if above else f"{importer} does not exist")
    module = read(path)
    if above and module.is_entry:
        raise ModuleError(f"{_shown(above[-1])} imports {module}, which is the entry of another component")
    for source, names in module.imports.items():
        _visit(source, (*above, path), ordered)
        for name in names:
            if name not in ordered[source].exports:
                raise ModuleError(f"{module} imports {name} from {ordered[source]}, which does not export it")
    ordered[path] = module


def _refuse_shared_names(modules: Iterable[Module]) -> None:
    homes: dict[str, Module] = {}
    for module in modules:
        for name in module.names:
            if name in homes:
                raise ModuleError(f"{name} is defined in {homes[name]} and in {module}, which one bundle joins")
            homes[name] = module


def _plain_names(path: Path, text: str) -> tuple[str, ...]:
    names = tuple(name for name in (each.strip() for each in text.split(",")) if name)
    for name in names:
        if not _NAME.fullmatch(name):
            raise ModuleError(f"{_shown(path)} imports “{name}”: only plain names, without another name in the bundle")
    return names


def _shown(path: Path) -> str:
    return path.relative_to(BROWSER).as_posix() if path.is_relative_to(BROWSER) else path.name
