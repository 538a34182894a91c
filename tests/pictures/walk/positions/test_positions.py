"""The payload of the chapter on positional encoding."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import torch
from derivations import drawn
from derivations import sent as sent_of_page
from passages import passage
from safetensors import safe_open
from tiny import tiny_model

import transformer
from transformer import Translator
from transformer.analysis.measures import order
from transformer.analysis.measures.learned_positions import SHIPPED_TABLE
from transformer.model.attentions import STACKS
from transformer.model.folder import save_model
from transformer.model.positional import sinusoid_table
from viewer.app.state import ORDERED, Focus
from viewer.frame.passage import Passage
from viewer.pictures.walk.positions.order import orders
from viewer.pictures.walk.positions.snippets import snippets
from viewer.transport.payload import Payload
from viewer.widgets.tokens import SPACE_ALONE


@pytest.fixture(scope="module")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    return passage(tiny_folder, "The dog eats bread and the dog drinks water.", translator)


def make_payload(walked: Passage) -> Payload:
    """The sentence's numbers and the model's own tables, as the browser has them."""
    tensors = drawn("positions", walked)
    return Payload(
        sent_of_page("positions", walked).facts, {name: torch.tensor(each) for name, each in tensors.items()}
    )


@pytest.fixture(scope="module")
def sent(walked: Passage) -> Payload:
    return make_payload(walked)


def test_the_pictures_add_up_and_one_of_the_tables_is_added(sent: Payload, walked: Passage) -> None:
    facts, tensors = sent.facts, sent.tensors
    for side in STACKS:
        total = tensors[f"{side}.embedding"] + tensors[f"{side}.positions"]
        torch.testing.assert_close(total, tensors[f"{side}.input"])
        assert torch.equal(tensors[f"{side}.input"], walked.trace[f"{side}.input"])
    assert facts["bases"] == sorted(facts["bases"])
    assert facts["bases"][facts["usualBase"]] == facts["ownBase"] == walked.translator.model.config.position_base
    for number, base in enumerate(facts["bases"]):
        table = tensors[f"table.{number}"]
        torch.testing.assert_close(table, sinusoid_table(*table.shape, base), rtol=0, atol=1e-7)
    own = walked.translator.model.positions.table
    torch.testing.assert_close(tensors[f"table.{facts['usualBase']}"], own[: len(table)], rtol=0, atol=1e-7)


def read_chips(texts: Iterable[str]) -> str:
    return "".join(texts).replace(SPACE_ALONE, "")


def test_a_sentence_of_one_word_can_still_be_read_backwards(tiny_folder: Path) -> None:
    for sentence in ("Go", "?", "dog dog"):
        assert [each["name"] for each in orders(passage(tiny_folder, sentence)).facts["orders"]] == ["backwards"]


@pytest.mark.slow
def test_a_model_with_learned_positions_shows_its_own_table_and_orders(
    tmp_path: Path, tiny_folder: Path, tiny_tokenizer
) -> None:
    model = tiny_model(vocabulary_size=tiny_tokenizer.size, positions="learned", max_length=40)
    save_model(tmp_path, model, tiny_tokenizer, torch.ones(tiny_tokenizer.size), {})
    walked = passage(tmp_path, "The dog eats bread.")
    sent = make_payload(walked)
    own, other = (orders(each).tensors for each in (walked, passage(tiny_folder, "The dog eats bread.")))
    assert own.keys() == other.keys()  # the same ids, which another model encodes otherwise
    assert not any(torch.equal(own[name], other[name]) for name in own)
    facts, tensors = sent.facts, sent.tensors
    assert facts["ownBase"] is None
    assert facts["reuse"]["parameters"] == facts["reuse"]["numbers"] == 40 * 16
    added = walked.trace["encoder.positions"]
    assert torch.equal(tensors["learned"][: len(added)], added)
    for snippet in snippets(walked.translator):
        for kind in snippet.code:
            focus = Focus(kind, 0, 0, 2)
            value = snippet.run("The dog eats bread.", focus, str(tmp_path))
            expected = snippet.expected(walked.translator.trace("The dog eats bread."), focus)
            torch.testing.assert_close(value.float(), expected.float(), rtol=1e-4, atol=1e-5)


def test_how_alike_positions_are_is_sent_for_every_table(sent: Payload) -> None:
    facts, tensors = sent.facts, sent.tensors
    length = len(tensors["table.0"])
    distance = np.arange(length)[:, None] - np.arange(length)
    for number, base in enumerate(facts["bases"]):
        by_hand = sum(np.cos(distance / base ** (2 * pair / 16)) for pair in range(8))
        np.testing.assert_allclose(tensors[f"similarity.{number}"], by_hand, atol=1e-3)
    with safe_open(SHIPPED_TABLE, "pt") as file:
        (name,) = file.keys()
        assert facts["learned"] == file.metadata()
        torch.testing.assert_close(tensors["learned"], file.get_tensor(name).float())
    shown = {"sinusoids": tensors[f"table.{facts['usualBase']}"], "learned": tensors["learned.shown"]}
    for name, table in shown.items():
        torch.testing.assert_close(tensors[f"alike.{name}"], order.cosine(table))


def test_order_is_lost_without_positions_and_only_then(sent: Payload, walked: Passage) -> None:
    model, ids = walked.translator.model, torch.tensor(walked.translation.source.ids)
    off = transformer.intervene({"encoder.positions": torch.zeros_like})
    exchanged, backwards = sent.facts["passage"]["orders"]
    classic = sent.facts["classic"]
    word, last = exchanged["swapped"]
    assert last == "water"
    swapped = {word: last, last: word}
    before = ["The", "dog", "eats", "bread", "and", "the", "dog", "drinks", "water"]
    at = before.index(word)
    after = [swapped[each] if place in (at, 8) else each for place, each in enumerate(before)]
    texts = [chip["text"] for chip in sent.facts["passage"]["tokens"]["source"]]
    assert read_chips(texts[place] for place in exchanged["order"]) == "".join(after) + ".</s>"
    texts = [chip["text"] for chip in classic["tokens"]]
    for shown, sentence in zip((texts, (texts[place] for place in classic["order"])), ORDERED, strict=True):
        assert read_chips(shown) == sentence.replace(" ", "") + "</s>"
    assert classic["translations"]["on"] == walked.translator.translate_all(ORDERED)
    assert len(set(classic["translations"]["off"])) == 1  # a bag of words has one translation
    for pair in (exchanged, backwards, classic):
        outputs = [sent.tensors[f"encoder.output.{pair['name']}.{name}"] for name in ("off", "on")]
        without, with_positions = (float((first - second).abs().max()) for first, second in outputs)
        assert without < 1e-5
        assert with_positions > 0.01
    for pair in (exchanged, backwards):
        places = torch.tensor(pair["order"])
        with torch.inference_mode():
            for name, probe in (("on", None), ("off", off)):
                expected = torch.empty(2, len(ids), 16)
                expected[0] = model.encode(ids[None], probe)[0]
                expected[1, places] = model.encode(ids[places][None], probe)[0]
                torch.testing.assert_close(
                    sent.tensors[f"encoder.output.{pair['name']}.{name}"], expected, rtol=1e-4, atol=1e-5
                )
