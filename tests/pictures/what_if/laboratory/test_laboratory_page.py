"""The laboratory without a browser: what stands in the address, and what it cannot mean."""

import pytest
from app_tests import open_page, plain_text

from viewer.pictures.what_if.laboratory import laboratory

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


@pytest.mark.slow
def test_a_combination_that_was_not_measured_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_page("laboratory", sentence=SENTENCE, edit="causal_off,last:2")
    assert not app.warning
    from transformer.analysis.evaluation.ablations import HeldOut
    from transformer.corpora import Pair
    from viewer.app import resources

    pairs = [Pair(SENTENCE, "Je t'aime beaucoup."), Pair("My sister does not like cold coffee.", "Ma")]
    monkeypatch.setattr(laboratory, "_sample", lambda name: HeldOut.of(resources.load_model(name), "own", "dev", pairs))
    app.button(key="measure causal_off,last:2").click().run()
    assert any(each.value.startswith("own, 2 held") for each in app.markdown)
