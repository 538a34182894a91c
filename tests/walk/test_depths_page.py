"""What a chapter computes at Look, and what once a visitor goes deeper."""

import pytest
from app_tests import open_page

from viewer.walk.output import stage as output


@pytest.mark.slow
def test_what_look_does_not_show_is_computed_deeper_only(monkeypatch: pytest.MonkeyPatch) -> None:
    page, computed, compute = "output", [], output._steps
    monkeypatch.setattr(output, "_steps", lambda *given: [computed.append(page), compute(*given)][1])
    for depth, expected in (({}, 0), ({"depth": "look"}, 0), ({"depth": "understand"}, 1), ({"depth": "prove"}, 1)):
        computed.clear()
        open_page(page, **depth)
        assert len(computed) == expected, depth
    computed.clear()
    asking = open_page(page, depth="look")
    asking.session_state["asks_deeper"] = True  # as the browser does
    assert not asking.run().exception
    assert len(computed) == 1
