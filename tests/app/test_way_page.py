"""Where a page is in its group, and the way back and on."""

from typing import Any

import pytest
from app_tests import open_page

from transformer.text.reader import SourceReader


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "part", "before", "after"),
    [
        ("embedding", "1 of 7", "Translate", "Positional encoding"),
        ("patching", "5 of 5", "Why this word", "One step"),
    ],
)
def test_a_page_says_where_it_is_and_leads_back_and_on(page: str, part: str, before: str, after: str) -> None:
    app = open_page(page, sentence=" ")
    assert [each.value for each in app.caption].count(part) == 1
    links = [each.proto.label for each in app.get("page_link")]
    assert links[-2:] == [before, after] or links[-9:-7] == [before, after]


@pytest.mark.parametrize("page", ["translate", "embedding", "scores", "search"])
def test_a_page_reads_its_sentence_once(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    sentence, read, given = "The dog eats old bread.", [], SourceReader.source

    def source(reader: SourceReader, text: str) -> Any:
        read.append(text)
        return given(reader, text)

    monkeypatch.setattr(SourceReader, "source", source)
    open_page(page, sentence=sentence)
    assert read.count(sentence) == 1
