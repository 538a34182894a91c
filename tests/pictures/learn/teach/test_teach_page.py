"""The links of the lesson open their pages, without a browser."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from app_tests import open_page, problems

from viewer.app import state
from viewer.pictures.learn.teach.plan import PLAN, Part


@pytest.mark.slow
@pytest.mark.parametrize("part", PLAN, ids=lambda part: part.page)
def test_a_link_of_the_lesson_opens_its_page_with_its_sentence(part: Part) -> None:
    app = open_page(part.page, **dict(parse_qsl(urlsplit(part.address()).query)))
    assert problems(app) == []
    assert app.text_input(key=state.SENTENCE).value == part.sentence
