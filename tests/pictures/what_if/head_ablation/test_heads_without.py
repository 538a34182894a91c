"""Remove a head: what is sent is what the edited model says and what was measured."""

import json
import shutil
from pathlib import Path

import pytest

import transformer
from transformer.edits.laboratory import measured_edits
from transformer.text.words import words
from viewer.pictures.what_if.head_ablation import payload as page
from viewer.pictures.what_if.head_ablation.sentence import CHANGES
from viewer.widgets.word_diff import word_diff

SENTENCE = "The dog eats bread."


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_told_of_a_head_is_what_the_edited_model_says(tiny_folder, translator, change) -> None:
    sent = page.payload(str(tiny_folder), SENTENCE, [change, "nonsense"]).facts["sentence"]
    assert set(sent["changes"]) == {"zero_head", change}
    edit = measured_edits(translator.model.config)[change][-1]
    both = translator.compare(SENTENCE, edit, beam=1)
    entry = sent["changes"][change][edit.written.partition(":")[2]]
    assert sent["untouched"] == both.before.text
    assert entry["translation"] == both.after.text
    before, after = both.log_probabilities
    assert sent["logProbability"] == pytest.approx(before, abs=1e-3)
    assert entry["drop"] == pytest.approx(before - after, abs=1e-3)
    for side, text in (("before", both.before.text), ("after", both.after.text)):
        assert "".join(each["text"] for each in entry[side]) == (text if words(text) else "")
    assert entry["changedWords"] == sum(max(len(each.before), len(each.after)) for each in both.words if not each.same)


def test_a_text_is_cut_where_the_words_part() -> None:
    from transformer.edits.comparison import word_changes

    before, after = "Ma sœur n'aime pas.", "Mon sœur aime ça pas."
    changes = word_changes(before, after)
    assert [(each["text"], each["same"]) for each in word_diff(changes, "before")] == [
        ("Ma ", False),
        ("sœur ", True),
        ("n'", False),
        ("aime ", True),
        ("pas.", True),
    ]
    assert "".join(each["text"] for each in word_diff(changes, "after")) == after


@pytest.mark.slow
def test_without_a_measurement_the_command_is_told(tiny_folder: Path, tmp_path: Path) -> None:
    sent = page.payload(str(tiny_folder), SENTENCE).facts
    assert sent["heldOut"] is None
    assert f"python -m transformer measure ablations {tiny_folder}" in sent["notMeasured"]
    other = shutil.copytree(tiny_folder, tmp_path / "other")
    card = json.loads((other / "card.json").read_text())
    for languages, offered in ((("en", "de"), True), (("fi", "ru"), False)):  # the second has no test sentences
        changed = dict(zip(("source_language", "target_language"), languages, strict=True))
        (other / "card.json").write_text(json.dumps({**card, **changed}))
        told = page.not_measured("other", transformer.load(other))
        assert ("measure ablations other --corpus multi30k --data data" in told) == offered


def test_a_sentence_too_long_for_all_heads_is_told_so(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_TOKENS", 3)
    sent = page.payload(str(tiny_folder), "The cat drinks water and the dog eats bread.").facts
    assert sent["sentence"] is None
    assert "only up to 3 tokens" in sent["tooLong"]
