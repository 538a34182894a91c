"""The shell: text stays text, and a page that is opened without the shell starts it."""

from pathlib import Path

import pytest

from viewer import shell

ROOT = Path(__file__).resolve().parents[2]


def test_text_is_not_read_as_markdown() -> None:
    assert shell.plain("a_b *c* [d](e) `f`") == r"a\_b \*c\* \[d\]\(e\) \`f\`"
    assert shell.plain("<b>") == r"\<b\>"


def test_a_page_is_drawn_within_the_shell_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    monkeypatch.setattr(shell.runpy, "run_path", lambda path, run_name: events.append(f"{Path(path).name} {run_name}"))
    shell.run_page(lambda: events.append("page"))
    with shell.running():
        shell.run_page(lambda: events.append("page"))
    shell.run_page(lambda: events.append("page"))
    assert events == ["app.py __main__", "page", "app.py __main__"]


@pytest.mark.parametrize("page", sorted((ROOT / "pages").glob("*.py")), ids=lambda path: path.stem)
def test_every_page_ends_with_the_guard(page: Path) -> None:
    assert page.read_text(encoding="utf-8").rstrip().endswith("shell.run_page(show)")


def test_no_component_puts_text_in_as_markup() -> None:
    for path in (ROOT / "viewer").rglob("*.js"):
        code = path.read_text(encoding="utf-8")
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert forbidden not in code, path
    for path in [*(ROOT / "viewer").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]:
        assert "unsafe_allow_html" not in path.read_text(encoding="utf-8"), path
