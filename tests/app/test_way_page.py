"""Where a page is in its group, the way back and on, and what it does not do twice."""

from typing import Any

import pytest
from app_tests import open_page

from pages import PAGES
from transformer.text.reader import SourceReader
from viewer.app.runner import place_in_menu


def test_the_menu_marks_a_page_without_a_group_or_the_pages_group() -> None:
    assert [place_in_menu(page, PAGES) for page in PAGES[:4]] == [1, 2, 3, 3]


def test_a_page_says_where_it_is_leads_on_and_reads_its_sentence_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence, read, given = "The dog eats old bread.", [], SourceReader.source

    def source(reader: SourceReader, text: str) -> Any:
        read.append(text)
        return given(reader, text)

    monkeypatch.setattr(SourceReader, "source", source)
    for page, part, before, after in (
        ("embedding", "1 of 7", "Translate", "Positional encoding"),
        ("patching", "5 of 5", "Why this word", "One step"),
    ):
        read.clear()
        app = open_page(page, sentence=sentence)
        assert read.count(sentence) == 1 or page == "patching"  # which compares it with others
        assert [each.value for each in app.caption].count(part) == 1
        links = [each.proto.label for each in app.get("page_link")]
        assert links[-2:] == [before, after] or links[-9:-7] == [before, after]
