"""Whatever is typed, and whatever a chart says, is drawn as it is written, in a real Chromium: none of it is markup."""

from base64 import b64encode
from typing import Any
from urllib.parse import quote

import pytest
from test_any_screen_browser import HEAD
from visits import eventually, expect, settle, visit

from viewer.app.several_sentences import MOST
from viewer.transport import plotly_script
from viewer.transport.modules import VIEWER, bundle
from viewer.transport.payload import Payload
from viewer.widgets import charts

pytestmark = pytest.mark.browser

# What Markdown, Streamlit's own signs, LaTeX and HTML would draw otherwise, each with a word that no page has.
PIECES = [
    "*zqa*", "__zqb__", "***zqc***", "~~zqd~~", ":red[zqe]", ":blue-badge[zqf]", "$zqg$", "[zqh](https://x.org)",
    "https://zqi.org", "www.zqj.org", "zqk@zqk.org", "![zql](n.png)", "[^zqm]", "<b>zqn</b>", "&lt;zqo", "\\zqp\\",
    ":material/home:zqq", ":smile:zqr", ":streamlit:zqs", "zqt -> zqt", "zqu -- zqu", "zqv >= zqv", "zqw <-> zqw",
    ":material_home:zqx", "$$zqy$$", ":small[zqz]", "# zqA", "`zqG`", "1. zqB", "> zqC", "- zqD", "2) zqE",
    "| zqF | zqF |",
]  # fmt: skip
TEXT = " ".join(PIECES)
SENTENCES = [f"My {piece}." for piece in PIECES[: MOST - 1]]
# Of what Markdown is drawn into and holds such a word: the text, and what is more in it than text.
DRAWN = """() => [...document.querySelectorAll('[data-testid=stMarkdownContainer], [data-testid=stCaptionContainer]')]
    .filter((box) => box.checkVisibility() && box.textContent.includes('zq'))
    .map((box) => [box.innerText, [...box.querySelectorAll(`em, strong, a, code, del, img, sub, sup, li, h1, table,
        blockquote, .katex, [role=img], [class*=stMarkdownBadge], [class*=stMarkdownColored]:not([translate=no])`)]
        .filter((each) => !each.textContent || each.textContent.includes('zq')).map((each) => each.outerHTML)])"""
# Links and pictures that a component has made of what was typed.
MADE = """(all) => all
    .filter((each) => each.matches('img') || each.host !== location.host && /zq|x\\.org/.test(each.href))
    .map((each) => each.outerHTML)"""


def test_what_is_typed_is_drawn_as_it_is_written(browser: Any, server: str) -> None:
    """Where every kind of element of Streamlit's says it; that all pages escape it: test_fields_page.py."""
    asked = f"translate?sentence={quote(' '.join(SENTENCES))}&model={quote(TEXT)}"
    with visit(browser, f"{server}/{asked}", HEAD) as page:
        page.locator(".st-key-walk_examples").get_by_role("button", name="Examples").click()
        page.get_by_text("Typed before").wait_for()  # in the menu
        settle(page)
        shown = page.locator(".st-key-sentences_of_text button").all_inner_texts()
        assert shown == [f"{at}. {each}" for at, each in enumerate(SENTENCES, start=1)]
        drawn = page.evaluate(DRAWN)
        assert drawn
        assert [more for _, more in drawn if more] == []
        made = page.locator('.stMain a, .walk a, img[src$="n.png"]')
        eventually(page, lambda: made.evaluate_all(MADE), [])


def test_texts_of_a_chart_are_no_markup(browser: Any) -> None:
    chart = charts.figure(
        "a chart",
        "glassformer-chart",
        400,
        xaxis={"title": {"text": "<b>zqa</b>"}, "type": "category"},
        yaxis={"title": {"text": "<i>zqb</i>"}, "tickvals": [1], "ticktext": ['<a href="https://x.org">zqc</a>']},
    )
    chart.add_annotation(x=0, y=1, text="zqd<br>zqd")
    names = ["<sub>zqe</sub>", "&lt;zqf", "</s>"]
    chart.add_trace(
        charts.line("<s>zqg</s>", [0] * 3, [1, 2, 3], charts.BLUE, mode="markers+text", text=["$zqh$", "", ""])
    )
    chart.data[0].update(x=names, customdata=["<u>zqi</u>"] * 3, hovertemplate="%{customdata}<extra></extra>")
    chart.add_trace(charts.line("two\nlines", [0], [2], charts.RED, showlegend=True))
    script = bundle(VIEWER / "widgets" / "chart.js").script_into("globalThis.draw")
    data = b64encode(Payload(charts.pack_chart(chart)).pack()).decode()
    page_text = f"""<!doctype html><meta charset="utf-8"><div class="walk" style="width: 800px"></div>
        <script type="module">{script}
        globalThis.draw({{ data: Uint8Array.from(atob("{data}"), (each) => each.charCodeAt(0)),
            parentElement: document.body, setTriggerValue() {{}} }});</script>"""
    site = "http://chart.test/"
    browser.route(site, lambda route: route.fulfill(body=page_text, content_type="text/html"))
    browser.route(
        f"{site}{plotly_script.ADDRESS}", lambda route: route.fulfill(path=plotly_script.FOLDER / "plotly.min.js")
    )
    with visit(browser, site) as page:
        expect(page.locator(".plotly-chart .legend")).to_contain_text("<s>zqg</s>")
        drawn = page.locator(".plotly-chart")
        for text in ("<b>zqa</b>", "<i>zqb</i>", '<a href="https://x.org">zqc</a>', "zqd<br>zqd", *names, "$zqh$"):
            expect(drawn).to_contain_text(text)
        page.locator(".plotly-chart").press("Home")
        expect(page.locator(".plotly-chart .hoverlayer")).to_contain_text("<u>zqi</u>")
        made = page.locator(".plotly-chart a, .plotly-chart tspan[style*=weight], .plotly-chart tspan[style*=italic]")
        expect(made).to_have_count(0)
        expect(page.locator(".plotly-chart .legend tspan")).to_have_text(["two", "lines"])
    browser.unroute(f"{site}**")
