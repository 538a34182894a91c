"""What pages keep of a sentence is counted whole, also what only grew when the page looked at it."""

import pytest
from app_tests import open_page

from viewer.app.budget import KEPT, clear
from viewer.app.memory_size import bytes_of


@pytest.mark.slow
@pytest.mark.parametrize("page", ["steps", "why"])
def test_nothing_has_grown_beyond_what_was_counted(page: str) -> None:
    clear()
    open_page(page, sentence="The dog eats bread.")
    assert len(KEPT) > 1
    assert KEPT.currsize == sum(map(bytes_of, KEPT.values()))
