"""What is pinned: written and read as an address holds it, and seen as the model says it."""

from pathlib import Path

import pytest
from passages import SENTENCE

from transformer import Translator
from transformer.analysis.measures.untrained import before_training
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import state
from viewer.app.pinned import panel, pin
from viewer.app.pinned.seen import UNTRAINED, names, run_model
from viewer.app.pinned.shown import Shown, parse_shown
from viewer.widgets.tokens import chips

EDIT = "close:1,zero_head:cross.0.1"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tiny_folder: Path) -> str:
    """The tiny model as an address names it, offered by this server."""
    monkeypatch.setenv("GLASSFORMER_MODEL", str(tiny_folder))
    return tiny_folder.name


def test_what_is_written_into_an_address_is_read_again_and_a_strangers_is_held_to_limits() -> None:
    for shown in (
        Shown("en-fr", None, EDIT, 1, 0.0),
        Shown("a b&c=d", "50% of <b>it</b> & 1+1=2? “Ça va”", "memory:It's%20cold", 10, 2.0),
        Shown("en-de:untrained", ""),
        Shown("en-fr", "a=b;c#d?e/f %26 %C3%A9 \u2028 語 +"),
    ):
        assert parse_shown(shown.as_address) == shown
    assert [parse_shown(each) for each in (None, "", "nonsense", "model=", "sentence=I+love+you.")] == [None] * 5
    found = parse_shown(f"model={'m' * 900}&sentence={'s' * 9000}&edit={'e' * 9000}&beam=1e9&alpha=nan")
    assert (found.beam <= state.LARGEST_BEAM, found.alpha) == (True, DEFAULT_ALPHA)
    assert (len(found.model) <= 100, len(found.sentence or "")) == (True, state.MAX_TYPED)


@pytest.mark.slow
def test_both_sides_say_what_the_translator_says(model: str, translator: Translator) -> None:
    one, other = Shown(model, "The cat drinks water.", EDIT, 1, 0.0), Shown(model, SENTENCE)
    facts = panel.payload(one, other).facts
    said = {
        side: "".join(each["text"] for each in facts[side]["seen"]["text"]).strip() for side in ("pinned", "present")
    }
    edited = translator.translate("The cat drinks water.", beam=1, alpha=0.0, edit=EDIT)
    assert said == {"pinned": edited.text, "present": translator.translate(SENTENCE, DEFAULT_BEAM, DEFAULT_ALPHA).text}
    trace = translator.trace(SENTENCE, translator.translate(SENTENCE).hypothesis)
    rows = facts["present"]["seen"]["tokens"]["output"]  # of cross-attention: the tokens that they write
    assert [chip["text"] for chip in rows] == [chip.text for chip in chips(trace.output_tokens)]
    assert facts["pinned"]["seen"]["changes"] == ["“c” hidden", "cross-attention, layer 1, head 2 switched off"]


def test_a_model_before_training_has_the_same_sizes_and_other_weights(model: str, translator: Translator) -> None:
    found, trained = run_model(Shown(model + UNTRAINED, SENTENCE)), run_model(Shown(model, SENTENCE))
    assert run_model(Shown(model, SENTENCE)) is trained  # computed once
    assert found.text == before_training(translator).translate(SENTENCE).text
    assert {**found.sizes, "T": 0} == {**trained.sizes, "T": 0}
    assert (found.attention["encoder"] != trained.attention["encoder"]).any()
    assert names()[model + UNTRAINED] == f"English to French ({model}) before training"


def test_what_cannot_be_shown_is_told_in_a_sentence_beside_the_present_one(model: str) -> None:
    for shown, told in (
        (Shown("../../etc", SENTENCE), "“../../etc”"),
        (Shown(model, "", "skip:encoder.77"), "no sentence"),
        (Shown(model, SENTENCE, "skip:encoder.77"), "no layer"),
        (Shown(model, SENTENCE, "<b>"), "There is no edit"),
    ):
        sent = panel.payload(shown, Shown(model, SENTENCE))
        assert told in sent.facts["pinned"]["trouble"]
        assert sent.facts["pinned"]["seen"] is None
        assert sent.facts["present"]["seen"]["text"]
        assert not [name for name in sent.tensors if name.startswith("pinned")]


@pytest.mark.slow
def test_words_of_two_languages_are_not_compared() -> None:
    facts = panel.payload(Shown("en-fr", None), Shown("en-de", "I love you.")).facts
    assert all(language in facts["verdict"] for language in ("French", "German"))
    assert all(each["same"] for side in ("pinned", "present") for each in facts[side]["seen"]["text"])


def test_what_a_page_cannot_hold_is_not_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = "scores"
    monkeypatch.setattr(pin.shell, "opened_page", lambda: opened)
    assert "untrained" in pin.why_not_exchange(Shown("en-fr" + UNTRAINED, None))
    assert "Laboratory" in pin.why_not_exchange(Shown("en-fr", None, EDIT))
    assert pin.why_not_exchange(Shown("en-fr", None)) == ""
    opened = "laboratory"
    assert pin.why_not_exchange(Shown("en-fr", None, EDIT)) == ""
