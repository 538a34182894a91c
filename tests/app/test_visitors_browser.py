"""Browsers that change a page: a contrast theme its colours, a translation its words, a phone what is typed."""

from typing import Any

import pytest
from visits import expect, settle, type_sentence, visit

pytestmark = pytest.mark.browser

# As Chrome translates: every text that may be, in place of the node that we wrote, and again whatever changes.
TRANSLATE = """() => {
    const isKept = (each) => each && (each.matches('script, style, svg *') || each.translate === false
        || isKept(each.parentElement ?? each.getRootNode().host));
    const seen = new WeakSet();
    const all = (root) => {
        const texts = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (node.nodeType === 3) texts.push(node);
            else if (node.shadowRoot) follow(node.shadowRoot);
        }
        for (const text of texts) {
            if (!text.data.trim() || isKept(text.parentElement) || text.parentElement.closest('font')) continue;
            const outer = document.createElement('font');
            outer.append(document.createElement('font'));
            outer.firstChild.textContent = text.data.replace(/[a-z]/gi, 'ü');
            text.replaceWith(outer);
        }
    };
    const follow = (root) => {
        if (seen.has(root)) return;
        seen.add(root);
        all(root);
        new MutationObserver(() => all(root)).observe(root, { childList: true, subtree: true, characterData: true });
    };
    follow(document.body);
}"""


def test_a_contrast_theme_leaves_the_pictures_what_they_say(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/heads", ".heads-grid canvas") as page:
        page.emulate_media(forced_colors="active")
        picture = page.locator(".heads-large figure")
        expect(picture).to_have_css("color", "rgb(0, 0, 0)")  # the theme's ink, on its paper
        expect(page.locator(".walk:has(.heads-grid)")).to_have_css("background-color", "rgb(255, 255, 255)")
        bar = page.locator("td i").first
        expect(bar).not_to_have_css("background-color", "rgb(255, 255, 255)")


# A word of the data on each page: of the sentence, or what the decoder reads first.
SHOWN = {"exercises": "dog", "scores": "<s>"}


@pytest.mark.parametrize("slug", SHOWN)
def test_a_translated_page_works_and_keeps_its_data(browser: Any, server: str, slug: str) -> None:
    with visit(browser, f"{server}/{slug}", "[class*=st-key-page_head]") as page:
        page.evaluate(TRANSLATE)
        for sentence in ("The cat drinks water.", "", "The dog eats bread. The cat sleeps."):
            type_sentence(page, sentence)
            settle(page)
        expect(page.get_by_text(SHOWN[slug], exact=True).first).to_be_visible()


def test_a_phone_changes_nothing_that_is_typed(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/steps", ".st-key-prefix input") as page:
        for key, language, capitals in (("sentence", "en", "sentences"), ("prefix", "fr", "none")):
            field = page.locator(f".st-key-{key} input")
            expect(field).to_have_attribute("lang", language)
            expect(field).to_have_attribute("autocapitalize", capitals)
            expect(field).to_have_attribute("autocorrect", "off")
            expect(field).to_have_attribute("spellcheck", "false")
