"""What the alignment page says of the best that one link a word can do."""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from derivations import NODE, with_parameters
from places import ROOT
from shipped_models import shipped_model

from pages import PAGES
from transformer import Translator
from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.analysis.measures.head_roles import HeadRoles
from transformer.attribution.alignment_rates import MeasuredAlignment
from transformer.attribution.word_alignment import AlignmentMethod, error_rate, matrices
from transformer.corpora.everyday import AlignedPair, aligned_examples
from transformer.decoding.trace import whole_target
from transformer.model.measurements import load_measurement
from transformer.text.special_tokens import END
from transformer.text.words import word_pieces, words
from viewer.app.page import Picture, Visit
from viewer.pictures.watch.alignment import alignment
from viewer.transport.modules import VIEWER
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips

SENTENCE = "It is cold."
PAGE = next(page for page in PAGES if page.address == "alignment")
PICTURE = next(part for part in PAGE.parts if isinstance(part, Picture))


@pytest.fixture(scope="module")
def translator() -> Translator:
    translator = shipped_model("en-fr")
    make_payload("I know.")  # what the first sentence costs, all tests share
    return translator


def make_payload(sentence: str, **visit: Any) -> Payload:
    return PICTURE.made(Visit(PAGE, PAGES, "en-fr", sentence, **visit))


@pytest.mark.slow
def test_the_floor_of_a_known_sentence_is_sent_with_its_links(translator: Translator) -> None:
    example = next(each for each in aligned_examples() if least_error_rate([each]) > 0)
    true = example.lexical_links()[1]
    linked = len({target for _, target in true})
    least = error_rate(linked, len(true), linked, linked)
    assert make_payload(example.source).facts["measured"]["leastError"] == pytest.approx(least)


@pytest.mark.slow
def test_the_floor_of_the_heads_is_the_measured_one(translator: Translator) -> None:
    facts, roles = make_payload(SENTENCE).facts, load_measurement("en-fr", HeadRoles)
    assert facts["measured"] == {"links": None, "leastError": None}
    assert facts["leastHeadError"] == roles.least_error_rate
    assert 0.1 < facts["leastHeadError"] < min(rate for *_, rate in facts["headErrors"])


def test_a_known_sentence_is_never_left_to_the_browser(translator: Translator) -> None:
    known, other = aligned_examples()[0].source, SENTENCE
    weights = make_payload(other).facts["engine"]["weights"]["sha256"]
    assert make_payload(other, in_browser=weights).facts["passage"] is None
    forced = make_payload(known, in_browser=weights).facts
    assert forced["passage"]["translation"] == aligned_examples()[0].target


def test_the_example_of_a_word_for_two_is_one() -> None:
    shipped = alignment.word_for_two(aligned_examples())
    assert shipped == ("lui", "to him")
    pair = AlignedPair("It's raining.", "Il pleut.", ((0, 0), (1, 1), (2, 1), (3, 2)))
    assert alignment.word_for_two([pair]) == ("pleut", "'s raining")
    assert alignment.word_for_two([AlignedPair("Yes.", "Oui.", ((0, 0), (1, 1)))]) is None


def test_every_method_is_as_the_command_measures_it(translator: Translator, tmp_path: Path) -> None:
    payload = make_payload(SENTENCE)
    (tmp_path / "sent").write_bytes(with_parameters(payload).pack())
    asked = [
        AlignmentMethod("attention", "written", 1, 2),
        AlignmentMethod("attention", "read_back", 1, None),
        AlignmentMethod("value_norms", "written", 2, 0),
        AlignmentMethod("value_norms", "read_back", 1, None),
        AlignmentMethod("value_zeroing", "written", 0, None),
        AlignmentMethod("alti", "written", None, None),
    ]
    found = in_node(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ unpack }} from "{VIEWER}/transport/payload.js";
        import {{ chooseMatrix }} from "{VIEWER}/pictures/watch/alignment/methods.js";
        const {{ tensors }} = unpack(new Uint8Array(readFileSync("{tmp_path}/sent")));
        const of = ([method, step, layer, head]) => chooseMatrix({{ tensors, method, step, layer, head }});
        console.log(JSON.stringify({json.dumps(asked)}.map((each) => Array.from(of(each).data))));"""
    )
    translation = alignment.force_or_translate("en-fr", SENTENCE)
    target = whole_target(translation.hypothesis.tokens, translator.model.config.max_length)
    measured = matrices(translator, translation.source.ids, [*target, END])
    words = len(target) - 1
    for linker, numbers in zip(asked, found, strict=True):
        matrix = np.reshape(numbers, (words, -1))
        expected = measured[linker][: words - (linker.step == "read_back")]
        np.testing.assert_allclose(matrix[: len(expected)], expected, rtol=1e-4, atol=1e-5, err_msg=str(linker))


def test_the_browser_finds_the_same_words_and_their_pieces(translator: Translator) -> None:
    sentences = [
        "I can't see o'clock: it's Tom's, isn't it?",
        "C'est aujourd'hui l'ami d'Anne; donne-le-moi, va-t'en, arc-en-ciel 3,5!",
        *(text for pair in aligned_examples() for text in (pair.source, pair.target)),
    ]
    tokenizer = translator.tokenizer
    spelled = [tokenizer.encode(each) for each in sentences]
    cut = [as_facts(chips([*tokenizer.tokens(ids), "</s>"])) for ids in spelled]
    found = in_node(
        f"""
        import {{ wordsOf }} from "{VIEWER}/pictures/watch/alignment/shown.js";
        console.log(JSON.stringify({json.dumps(cut)}.map(wordsOf)));"""
    )
    for ids, shown in zip(spelled, found, strict=True):
        text = tokenizer.decode(ids)
        assert shown["words"] == words(text)
        assert shown["pieces"] == word_pieces(text, tokenizer)


def in_node(script: str) -> Any:
    if NODE is None:
        pytest.skip("the tools of the browser's code are not installed")
    command = [NODE, "--input-type=module", "--eval", script]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60).stdout)


def test_the_page_opens_with_the_best_that_was_measured(translator: Translator) -> None:
    stored, facts = load_measurement("en-fr", MeasuredAlignment), make_payload(SENTENCE).facts
    assert [each["title"] for each in facts["sets"]] == list(alignment.SETS.values())
    for name, shown in zip(alignment.SETS, facts["sets"], strict=True):
        assert shown["pairs"] == stored.sets[name].pairs
        assert shown["best"][0][-1] == min(stored.sets[name].rates.values())
        for *linker, rate in shown["best"]:
            assert stored.sets[name].rates[AlignmentMethod(*linker)] == rate
        assert len(shown["best"]) == 2 * len(alignment.CHOICES)
