"""Browser modules joined into one text: what is followed, in which order, and what is refused."""

import json
import subprocess
from pathlib import Path

import pytest
from derivations import NODE

from viewer.transport.modules import VIEWER, ModuleError, bundle, module_at

COMPONENTS = sorted(path for path in VIEWER.rglob("*.js") if module_at(path).is_entry)
# Scripts of pages that are saved, in a notebook or of the site, and of workers; no components.
PAGES = (
    *(VIEWER / "notebook" / name for name in ("standalone.js", "output.js")),
    *(VIEWER / "site" / name for name in ("site.js", "start.js", "worker.js")),
    VIEWER / "engine" / "live" / "worker.js",
)


def write_modules(folder: Path, **modules: str) -> Path:
    """Modules by name, such as `walk__grid` for walk/grid.js; returns the first one's path."""
    paths = [folder / f"{name.replace('__', '/')}.js" for name in modules]
    for path, text in zip(paths, modules.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return paths[0]


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_what_is_imported_stands_before_and_once_and_private_names_may_be_the_same(tmp_path: Path) -> None:
    entry = write_modules(
        tmp_path,
        walk__page='import {\n  short,\n  vector as other,\n} from "../shared/numbers.js";\n'
        'import { line } from "./line.js";\nconst shade = 1;\nexport default () => [line(), short(shade), other()];\n',
        walk__line='import { vector } from "../shared/numbers.js";\nconst shade = 2;\n'
        "export const line = () => vector() + shade;\n",
        walk__line_old="export const old = 1;\n",  # a name that begins alike does not join
        shared__numbers="export function short(x) { return x; }\nexport function vector() { return 5; }\n",
    )
    joined = bundle(entry)
    assert [module.path.stem for module in joined.modules] == ["numbers", "line", "page"]
    assert joined.modules[0].exports == ("short", "vector")
    script = joined.script_into("globalThis.draw") + "console.log(JSON.stringify(draw()));"
    ended = subprocess.run([str(NODE), "--eval", script], capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout) == [7, 1, 5]


def test_a_module_brings_its_style(tmp_path: Path) -> None:
    entry = write_modules(
        tmp_path,
        page='import { line } from "./line.js";\nimport "./page.css";\nimport "./chips.css";\n\nexport default line;\n',
        line='import "./chips.css";\n\nexport function line() {}\n',
    )
    (tmp_path / "chips.css").write_text(".chip {}", encoding="utf-8")
    (tmp_path / "page.css").write_text(".page {}", encoding="utf-8")
    assert bundle(entry).style == ".chip {}\n.page {}"
    assert "import" not in bundle(entry).script
    (tmp_path / "page.css").unlink()
    with pytest.raises(ModuleError, match=r"page\.css, which does not exist"):
        bundle(entry)


@pytest.mark.parametrize(
    ("modules", "complaint"),
    [
        ({"a": 'import { b } from "./b.js";\n'}, r"a\.js imports b\.js, which does not exist"),
        (
            {"a": 'import { wire } from "./b.js";\n', "b": "function wire() {}\n"},
            r"a\.js imports wire from b\.js, which does not export it",
        ),
        (
            {"a": 'import { b } from "./b.js";\nexport const a = 1;\n', "b": 'import { a } from "./a.js";\n'},
            r"a circle of imports: a\.js → b\.js → a\.js",
        ),
        ({"a": 'import * as b from "./b.js";\n', "b": "export const b = 1;\n"}, "not a plain named import"),
        ({"a": 'import b from "./b.js";\n', "b": "export default 1;\n"}, "not a plain named import"),
        ({"a": "const b = 1;\nexport { b };\n"}, "not a plain named import or export"),
        ({"a": "export const { b } = {};\n"}, "not a plain named import or export"),
        ({"a": 'import { 2 } from "./b.js";\n', "b": "export const b = 1;\n"}, "which isn't a name"),
        ({"a": 'import { b } from "./b.js";\n', "b": "export default () => {};\n"}, "entry of another component"),
    ],
)
def test_what_cannot_be_followed_is_refused(tmp_path: Path, modules: dict[str, str], complaint: str) -> None:
    entry = write_modules(tmp_path, **modules)
    with pytest.raises(ModuleError, match=complaint):
        bundle(entry)


def test_every_component_resolves_and_every_module_and_style_belongs_to_one() -> None:
    for entry in COMPONENTS:
        joined = bundle(entry)
        assert joined.script.count("\nexport default ") == 1, entry
        assert "\nimport " not in joined.script, entry
    modules = [module for entry in (*COMPONENTS, *PAGES) for module in bundle(entry).modules]
    reached = {module.path for module in modules} | {sheet for module in modules for sheet in module.styles}
    assert set(VIEWER.rglob("*.js")) - reached == set()
    assert set(VIEWER.rglob("*.css")) - reached == set()
