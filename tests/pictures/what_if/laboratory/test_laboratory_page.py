"""The laboratory without a browser: what stands in the address, and what it cannot mean."""

import pytest
from app_tests import open_page, plain_text

SENTENCE = "I love you very much."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "told"),
    [("<b>bold</b>", "There is no edit"), ("close:40", "no source token 40"), ("x" * 9000, "at most")],
)
def test_an_edit_that_means_nothing_here_is_told_in_a_sentence(edit: str, told: str) -> None:
    app = open_page("laboratory", sentence=SENTENCE, edit=edit)
    (warning,) = app.warning
    assert told in plain_text(warning.value)
    assert "the model unchanged" in warning.value
