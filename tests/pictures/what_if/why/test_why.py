"""Why this word: the page opens where methods disagree, and what it says follows from the numbers."""

from pathlib import Path

import pandas as pd
import pytest
from shipped_models import shipped_model
from tiny_marian import save_marian

import transformer
from transformer import GlassformerError, Translator
from transformer.attribution.methods import METHODS
from viewer.app import state
from viewer.pictures.what_if.why import asked, glance, parts, story, table
from viewer.pictures.what_if.why.answer import Answer, compute_answer, translate
from viewer.pictures.what_if.why.asked import Asked
from viewer.transport.payload import unpack

SENTENCE = "The dog eats bread."


@pytest.mark.slow
@pytest.mark.parametrize(("name", "token", "then"), [("en-fr", "la", "le"), ("en-de", "der", "dem")])
def test_the_page_opens_where_attention_and_the_experiment_disagree(name: str, token: str, then: str) -> None:
    translator, translation = shipped_model(name), translate(name, state.DEFAULT_SENTENCE)
    step = asked.opening(translator, translation).step
    seen = glance.glance(name, state.DEFAULT_SENTENCE, step)
    hidden = unpack(glance.payload(seen).pack()).facts["hidden"]
    facts = unpack(
        table.payload(
            translator, state.DEFAULT_SENTENCE, compute_answer(name, state.DEFAULT_SENTENCE, step, None), seen
        ).pack()
    ).facts
    before = translation.text.split()[step - 1]
    assert facts["cause"] == "door"
    assert {each["word"] for each in hidden if each["side"] == "target"} <= set(translation.text.split())
    assert all(f"“{each}”" in " ".join(facts["found"]) for each in (token, "door", then, before))
    assert seen.words.query("side == 'source'")["word"].tolist() == [*state.DEFAULT_SENTENCE[:-1].split(), "."]
    read = [row["chip"]["text"] for row in facts["rows"] if row["side"] == "source"]
    assert {len(each["values"]) for each in facts["methods"]} == {len(facts["rows"])}
    looked = {each["name"]: read[max(range(len(read)), key=each["values"].__getitem__)] for each in facts["methods"]}
    assert (looked["attention"], looked["leave_one_out"]) == ("the", "door")


def test_the_parts_add_up_row_by_row_with_a_tokens_own_bias(tmp_path: Path) -> None:
    folder = save_marian(tmp_path / "marian")
    found, translator = compute_answer(str(folder), SENTENCE, 1, 9), transformer.load(folder)
    facts = unpack(parts.payload(translator, found).pack()).facts
    named = [part for row in facts["rows"] for part in (*row["parts"], *filter(None, [row["bias"]]))]
    assert sorted(named) == sorted(facts["values"])
    assert sum(facts["values"].values()) == pytest.approx(facts["logit"], rel=1e-5)
    bias = translator.model.output_projection.bias
    token = translator.translate(SENTENCE).hypothesis.tokens[1]
    assert facts["values"]["output_bias"] == pytest.approx(float(bias[token] - bias[9]), rel=1e-5)
    assert abs(facts["values"]["rounding"]) < 1e-3


def test_what_is_said_follows_from_the_numbers() -> None:
    columns = {name: [0.1, 0.6, 0.3] for name in METHODS}
    frame = pd.DataFrame({"side": ["source", "source", "target"], "token": ["▁a", "▁b", "<s>"], **columns})
    same = Answer("▁x", None, 0.5, None, 2.0, ("▁a", "▁b"), ("<s>",), frame, pd.DataFrame())
    told = story.misleading(same)
    assert "agrees: without it, the logit of “x” falls by 0.60. 7 of the 7" in told
    other = frame.assign(leave_one_out=[0.001, -0.4, 2.0])
    told = story.misleading(Answer("▁x", "▁y", 0.5, 0.2, 0.9, ("▁a", "▁b"), ("<s>",), other, pd.DataFrame()))
    assert "misleads" in told
    assert "“y” rises by 0.40" in told
    assert [story.probable(value) for value in (0.94, 0.0027, 1e-7)] == ["0.94", "0.0027", "less than 0.0001"]
    heights = {**{name: [1.0, 0.0] for name in METHODS}, "gradient": [1.0, 1.0], "random": [1.0, 0.5]}
    said = story.faithful(pd.DataFrame({"removed": [0, 4], **heights}))
    assert "0.75" in said
    assert said.endswith(": Gradient × input.")


def test_a_rival_that_cannot_be_said_is_told_of(translator: Translator, tiny_folder: Path) -> None:
    translation = translate(str(tiny_folder), SENTENCE)
    own = translation.tokens[0]
    for rival, told in (
        ("☃", "“☃” isn’t one token"),
        (own, "its own rival"),
        ("<s>", "only read, never written"),
    ):
        with pytest.raises(GlassformerError, match=told):
            asked.rival_id(translator, translation, Asked(0, rival))
    assert asked.rival_id(translator, translation, Asked(0)) is None


def test_nothing_but_a_step_is_read_from_the_address() -> None:
    assert asked.parse_asked("3", " le ", 9) == Asked(3, "le")
    for written in (None, "", "-1", "9", "1.5", "٣", "x" * 99):
        assert asked.parse_asked(written, "le", 9) is None
