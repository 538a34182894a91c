"""Forty questions: short answers, links that lead where they say, and numbers that the shipped models give again."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from shipped_models import shipped_model

from pages import PAGES
from transformer import Translator
from transformer.analysis.cases.professions import Professions
from transformer.analysis.measures.predecessors import Predecessor
from transformer.assets import asset
from transformer.model.attentions import all_layers, attention_at, head_shares
from transformer.model.measurements import load_measurement
from transformer.training.changes import SEEDS, SHIPPED_CHANGES, load_changes
from viewer.app import state
from viewer.pictures.learn.classroom.store import DEPTHS
from viewer.pictures.learn.questions.asked import ASKED_OF, questions
from viewer.transport.modules import VIEWER

ASKED = {each["slug"]: each for each in questions()}
COMPARED = ("en-fr-gru", "en-fr-bahdanau", "en-fr-same-time")  # trained for the same time
RECORDS = {page.address: page for page in PAGES}
FILES = [path for ends in ("pictures/**/*.js", "pictures/**/*.py", "../pages/*.py") for path in VIEWER.glob(ends)]
WRITTEN = "\n".join(path.read_text(encoding="utf-8") for path in FILES)


def test_forty_questions_are_answered_in_two_sentences_at_most() -> None:
    assert len(ASKED) == 40
    for slug, each in ASKED.items():
        told = re.sub(r"“[^”]*”", "“”", each["answer"])  # a quoted sentence is none of ours
        assert 1 <= len(re.findall(r"[.?!](?= [A-Z]|$)", told)) <= 2, slug


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_a_link_names_a_page_a_sentence_and_a_place_that_there_are(asked: dict[str, Any]) -> None:
    record, where = RECORDS[asked["page"]], dict(asked["where"])
    assert where.pop(state.DEPTH, "look") in DEPTHS
    assert where.pop("at", "") in WRITTEN
    sentence, focus = where.pop(state.SENTENCE, ""), where.pop(state.FOCUS, "")
    assert bool(sentence) <= record.about_sentence
    assert where.keys() <= {"part", "case", "beat", "beam", "alpha"}
    if focus:
        kind, layer, head, token = focus.split(".")
        weights = all_layers(shipped_model(ASKED_OF).translate(sentence).trace, kind, "weights")  # of heads and queries
        assert weights[int(layer), 0 if head == "mean" else int(head), int(token)].sum() == pytest.approx(1, abs=1e-4)


def attended(model: Translator) -> tuple[str, str]:
    """How much of its attention a head gives </s> as it writes a token; how long the stops’ values are, as a share."""
    layer, head, token = (int(each) for each in ASKED["sinks"]["where"]["focus"].split(".")[1:])
    place, ratios, weight = f"decoder.{layer}.cross_attention", [], 0.0
    projection = attention_at(model.model, place).output_projection
    for sentence in state.EXAMPLES:
        trace = model.translate(sentence).trace
        lengths = head_shares(trace[f"{place}.value"], projection)[head].norm(dim=-1)
        stops = [token in (".", "?", "▁?", "</s>") for token in trace.source_tokens]
        ratios.append(float(lengths[stops].mean() / lengths[[not each for each in stops]].mean()))
        if sentence == ASKED["sinks"]["where"]["sentence"]:
            weight = float(trace[f"{place}.weights"][head, token, -1])
            writes = head_shares(trace[f"{place}.context"], projection)[:, token].norm(dim=-1)
            assert int(writes.argmin()) == head
    return f"{weight:.0%}", f"{sum(ratios) / len(ratios):.2f} times"


def professions(_: Translator) -> list[str]:
    every = load_measurement(ASKED_OF, Professions).professions
    uneven = [each for each in every if each.masculine != each.feminine]
    alike = sum((each.article > 0.5) == (each.masculine > each.feminine) for each in uneven)
    named = [each for each in every if each.profession in ("doctor", "dancer")]
    told = [f"{each.translation[13:-1]}” after {each.masculine} masculine and {each.feminine}" for each in named]
    return [f"{alike} of {len(uneven)} professions", *told]


def scaled(model: Translator) -> Iterator[str]:
    trace = model.translate(ASKED["root-d"]["where"]["sentence"]).trace
    vector, sines = trace["encoder.embedding"][1], trace["encoder.positions"][1]
    for numbers, digits in ((vector / len(vector) ** 0.5, 3), (vector, 2), (sines, 2)):
        yield f"{numbers.square().mean().sqrt():.{digits}f}"


def shares(model: Translator) -> list[str]:
    parts = (model.model, model.model.encoder_layers, model.model.decoder_layers, model.model.source_embedding)
    whole, *counts = (sum(each.numel() for each in part.parameters()) for part in parts)
    return [f"{whole:,}", *(f"{count / whole:.0%} in the" for count in counts)]


def positions(_: Translator) -> tuple[str, ...]:
    runs = load_changes(SHIPPED_CHANGES).runs
    each = {name: [run.loss for run in runs if run.name == name] for name in ("base", "concatenated")}
    return tuple(f"{sum(found) / len(SEEDS):.1f} nats" for found in each.values())


def rounded(_: Translator) -> list[str]:
    rows = json.loads(asset("after", "en-fr-one-stack", "bits.json").read_text(encoding="utf-8"))["rows"]
    return [f"{row['bleu']:.1f} with {row['bits']} bits" for row in rows if row["bits"] in (16, 4, 2)]


def best_bleu(model: Translator) -> tuple[str, ...]:
    scores = {(each["corpus"], each["split"]): each["bleu"] for each in model.card["scores"]}  # beam search comes last
    return f"{scores['multi30k', 'test']:.1f} on captions", f"{scores['tatoeba', 'dev']:.1f} on everyday"


NUMBERS: dict[str, Callable[[Translator], Iterable[str]]] = {
    "strawberry": lambda model: (" · ".join(model.read("strawberry").tokens[:-1]).replace("▁", ""),),
    "hallucination": lambda model: (f"“{model.translate(ASKED['hallucination']['where']['sentence']).text}”",),
    "beam": lambda model: (model.translate(ASKED["beam"]["where"]["sentence"], 10, 0).text or "no words",),
    **{"parameters": shares, "root-d": scaled},
    "rnn": lambda _: (f"{load_measurement(each, Predecessor).curve[-1].dev_loss:.2f}" for each in COMPARED),
    **{"adding": positions, "sinks": attended, "gender": professions, "bleu": best_bleu, "quantisation": rounded},
}


@pytest.mark.parametrize("slug", NUMBERS)
def test_what_an_answer_says_of_the_models_is_true(slug: str) -> None:
    for told in NUMBERS[slug](shipped_model(ASKED_OF)):
        assert told in ASKED[slug]["answer"]
