"""No test of a page fails because a machine is busy: browser tests wait before they read.

A page may be read while it is settled: after `settle` or a visit that waits for something, until the next action. Or it
is read again and again, in a lambda that is handed to `eventually`. `expect` waits by itself.
"""

import ast
from collections.abc import Iterable

import pytest
from places import ROOT

TESTS = ROOT / "tests"
MODULES = {
    path.stem: code
    for path in sorted(TESTS.rglob("test_*_browser.py"))
    if "visits" in (code := path.read_text(encoding="utf-8")) or "playwright" in code
}
ACTIONS = {
    *("click", "dblclick", "tap", "press", "type", "fill", "check", "uncheck", "select_option", "hover", "focus"),
    *("move", "wheel", "down", "up", "drag_to", "dispatch_event", "scroll_into_view_if_needed", "set_viewport_size"),
    *("emulate_media", "goto", "reload", "go_back", "go_forward"),
}
READINGS = {
    *("inner_text", "all_inner_texts", "text_content", "all_text_contents", "inner_html", "input_value"),
    *("get_attribute", "is_visible", "is_hidden", "is_enabled", "is_disabled", "is_checked", "bounding_box"),
    *("evaluate", "evaluate_all", "count", "all"),
}
OF_LISTS_TOO = {"count", "all"}  # with arguments they are another's
OWN_WAITS = {"settle", "visit", "eventually", "expect_address", "asks_nothing"}


class Reader:
    """Follows a test, and the functions it calls, and notes what is read of a page that may be changing."""

    def __init__(self, functions: dict[str, ast.FunctionDef]) -> None:
        self.functions = functions
        self.early: dict[str, None] = {}
        self._settled = False
        self._calling: list[str] = []
        self._polling = 0

    def follow(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self._one(node)

    def _one(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef():
                self.functions = {**self.functions, node.name: node}
            case ast.Call():
                self._call(node)
            case ast.Attribute(attr="url"):
                self._one(node.value)
                self._read(node)
            case ast.For():
                self._one(node.iter)
                self.follow([*node.body, *node.body])  # each round comes after the one before
            case ast.While():
                self._polling += 1
                self.follow([node.test, *node.body, node.test, *node.body])
                self._polling -= 1
            case ast.If():
                self._one(node.test)
                before = self._settled
                self.follow(node.body)
                after, self._settled = self._settled, before
                self.follow(node.orelse)
                self._settled &= after
            case ast.With():
                self.follow([*node.items, *node.body])
                self._settled |= any(called(each.context_expr) == "asks_nothing" for each in node.items)
            case _:
                self.follow(ast.iter_child_nodes(node))

    def _call(self, node: ast.Call) -> None:
        given = [*node.args, *(each.value for each in node.keywords)]
        self.follow([node.func, *(each for each in given if not isinstance(each, ast.Lambda))])
        name = called(node)
        if isinstance(node.func, ast.Name):
            if name == "settle":
                self._settled = True
            elif name == "visit":
                self._settled = len(node.args) > 2  # there is something to wait for
            elif name in self.functions and name not in (*OWN_WAITS, *self._calling):
                self._calling.append(name)
                self.follow(self.functions[name].body)
                self._calling.pop()
        elif name in ACTIONS:
            self._settled = False
        elif name in READINGS and not (name in OF_LISTS_TOO and given):
            self._read(node)
        elif name == "wait_for_timeout" or (name == "sleep" and not self._polling):
            self.early[f"{node.lineno}: {ast.unparse(node)}"] = None

    def _read(self, node: ast.AST) -> None:
        if not self._settled:
            self.early[f"{node.lineno}: {ast.unparse(node)}"] = None


def called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def functions_of(code: str) -> dict[str, ast.FunctionDef]:
    return {each.name: each for each in ast.parse(code).body if isinstance(each, ast.FunctionDef)}


VISITS = functions_of((TESTS / "helpers" / "visits.py").read_text(encoding="utf-8"))


def read_early(code: str) -> list[str]:
    """The lines of a module's tests that read a page which may be changing, or wait for a time."""
    found: dict[str, None] = {}
    for name, function in (own := functions_of(code)).items():
        if name.startswith("test_"):
            reader = Reader({**VISITS, **own})
            reader.follow(function.body)
            found |= reader.early
    return list(found)


@pytest.mark.parametrize("module", MODULES)
def test_a_page_is_read_when_it_has_settled(module: str) -> None:
    assert read_early(MODULES[module]) == []


@pytest.mark.parametrize(
    ("actions", "early"),
    [
        ('button.click()\n    assert page.locator(".told").inner_text() == "two"', 1),
        ('settle(page)\n    page.mouse.move(5, 5)\n    assert page.evaluate("window.sent") == 2', 1),
        ('for key in "ab":\n        assert count() == 2\n        page.keyboard.press(key)', 1),
        ("if is_narrow:\n        button.click()\n    assert button.is_visible()", 1),
        ("button.click()\n    page.wait_for_timeout(500)", 1),
        ('button.click()\n    expect(button).to_have_text("two")\n    assert page.url.endswith("two")', 1),
        ('button.click()\n    expect(page.locator(".told")).to_have_text("two")', 0),
        ('button.click()\n    eventually(page, lambda: page.locator(".row").count(), 2)', 0),
        ('button.click()\n    settle(page)\n    assert count() == "a a".count("a")', 0),
    ],
)
def test_what_is_read_too_early_is_found(actions: str, early: int) -> None:
    visit = f'with visit(browser, server, ".walk") as page:\n    {actions}'
    assert len(read_early(f"def count():\n    return rows.count()\ndef test_it():\n  {visit}")) == early
