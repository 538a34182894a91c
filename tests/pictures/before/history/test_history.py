"""History: each model's own translations, with what was measured on it."""

from pathlib import Path

import pytest
from app_tests import facts, open_page, problems

from transformer.analysis.evaluation.captions import CaptionScore, CaptionScores
from transformer.analysis.measures.predecessors import ONE_STACK, Predecessor
from transformer.model.measurements import save_measurement
from viewer.pictures.after.one_stack import measured
from viewer.pictures.before.history import history
from viewer.pictures.before.models import SAME_TIME, translate_greedily


@pytest.mark.slow
def test_every_step_has_its_models_translations_and_scores(comparison_models: Path) -> None:
    later = comparison_models.with_name("after") / ONE_STACK
    score = CaptionScore("beam 5, alpha 1", 52.0, 50.0, 56.0, "")
    french = CaptionScore("beam 5, alpha 1", 53.4, 51.0, 57.0, "")
    files = [save_measurement(comparison_models / SAME_TIME, CaptionScores(300, (score,)))]
    assert not measured.tell_losses(None) + history.tell_one_stack(None)
    files.append(save_measurement(later, CaptionScores(300, (score,), (french,))))
    assert "53.4 (51.0 to 57.0) in place of 52.0 (50.0 to 56.0)" in measured.tell_losses(None)
    for folder, speed in ((later, 50.0), (comparison_models / SAME_TIME, 80.0)):
        files.append(save_measurement(folder, Predecessor(9, 0.5, speed, 4, (), (), (), ())))
    assert "62% as much" in history.tell_one_stack(None)
    app = open_page("history")
    assert not problems(app)
    assert any("first 300 captions" in each.value for each in app.caption)
    (sent,) = [each for each in facts(app) if "steps" in each]
    assert [step["score"] for step in sent["steps"]] == [None, None, [52.0, 50.0, 56.0], [52.0, 50.0, 56.0]]
    for name, step in zip(history.STEPS, sent["steps"], strict=True):
        for sentence, pieces in zip(history.SENTENCES, step["translations"], strict=True):
            assert translate_greedily(name, sentence).text == "".join(piece["text"] for piece in pieces)
    for file in files:
        file.unlink()
