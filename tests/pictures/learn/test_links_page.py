"""The links of the lesson and of the questions open their pages, without a browser."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from app_tests import open_page, problems

from viewer.app import state
from viewer.pictures.learn.questions.asked import questions
from viewer.pictures.learn.teach.plan import PLAN

LINKS = [*(part.address() for part in PLAN), *(each["address"] for each in questions())]


@pytest.mark.slow
@pytest.mark.parametrize("link", LINKS)
def test_a_link_opens_its_page_with_its_sentence(link: str) -> None:
    page, asked = urlsplit(link).path, dict(parse_qsl(urlsplit(link).query))
    app = open_page(page, **asked)
    assert problems(app) == []
    if state.SENTENCE in asked:
        assert app.text_input(key=state.SENTENCE).value == asked[state.SENTENCE]
