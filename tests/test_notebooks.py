"""Every notebook runs from its first cell to its last, and finds what its words promise."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from places import ROOT


def run(notebook: Path) -> tuple[dict[str, Any], list[Any]]:
    """What the cells define, and what each of them shows: the value of its last line."""
    defined: dict[str, Any] = {}
    shown = []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "a notebook is kept without its outputs"
        code = ast.parse("".join(cell["source"]))
        last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
        exec(compile(code, notebook.name, "exec"), defined)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), notebook.name, "eval"), defined))
    return defined, shown


@pytest.mark.slow
@pytest.mark.parametrize("notebook", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_every_last_line_shows_something(notebook: Path) -> None:
    if notebook.stem == "shown":
        pytest.importorskip("anywidget", reason="the Python package anywidget is missing")
    defined, shown = run(notebook)
    assert len(shown) >= 5
    assert all(len(value._repr_html_() if hasattr(value, "_repr_html_") else value) > 0 for value in shown[:5])
    if notebook.stem == "shown":
        assert defined["road"].text != defined["translation"].text
        assert "jeunes" in defined["road"].tokens[1]
        picture, focus, weights = shown[-3:]
        assert picture._repr_mimebundle_()[0]["text/html"][:3] == "<p>"
        assert focus == {"kind": "encoder", "layer": 0, "head": 3, "token": 0}
        assert weights.equals(defined["trace"].attention("encoder", 0).frame(3).round(2))
    if notebook.stem == "what_if":
        untouched, edited, _ = shown[:3]
        assert untouched != edited
        at = defined["question"].trace["logits"][defined["question"].predicted_at]
        difference = float(at[defined["question"].token] - at[defined["question"].rival])
        assert defined["sums"]["logit"].sum() == pytest.approx(difference, abs=1e-3)
        assert defined["best"]["moved"] > 0.5  # one place of the source carries most of the number
        assert "garçons" in shown[-1]
