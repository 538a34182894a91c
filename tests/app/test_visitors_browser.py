"""Browsers that change a page: a contrast theme its colours, a phone what is typed."""

from typing import Any

import pytest
from visits import expect, visit


@pytest.mark.browser
def test_a_contrast_theme_keeps_what_pictures_say_and_a_phone_what_is_typed(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/steps", ".st-key-prefix input") as page:
        for key, language, capitals in (("sentence", "en", "sentences"), ("prefix", "fr", "none")):
            field = page.locator(f".st-key-{key} input")
            wanted = {"lang": language, "autocapitalize": capitals, "autocorrect": "off", "spellcheck": "false"}
            for name, value in wanted.items():
                expect(field).to_have_attribute(name, value)
        page.emulate_media(forced_colors="active")
        expect(page.locator(".candidates").first).to_have_css("color", "rgb(0, 0, 0)")  # the theme's ink
        expect(page.locator(".candidates i").first).not_to_have_css("background-color", "rgb(255, 255, 255)")
