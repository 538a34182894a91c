"""Forty questions: short answers, links that lead where they say, and numbers that the shipped models give again."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from app_tests import open_page, problems
from shipped_models import shipped_model

from pages import PAGES
from transformer import Translator
from transformer.analysis.cases.professions import Professions
from transformer.analysis.measures.predecessors import Predecessor
from transformer.model.attentions import attention_at, head_shares
from transformer.model.measurements import load_measurement
from transformer.training.changes import SEEDS, SHIPPED_CHANGES, load_changes
from viewer.app import state
from viewer.pictures.learn.classroom.store import DEPTHS
from viewer.pictures.learn.questions.asked import ASKED_OF, Question, questions
from viewer.transport.modules import VIEWER

ASKED = questions()
HEADINGS = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in (VIEWER / "pictures", VIEWER.parent / "pages")
    for path in folder.rglob("*.*")
    if path.suffix in (".js", ".py")
)
READ = {page.address for page in PAGES if page.about_sentence}


def named(slug: str) -> Question:
    return next(each for each in ASKED if each.slug == slug)


def test_forty_questions_are_answered_in_two_sentences_at_most() -> None:
    assert len({each.slug for each in ASKED}) == len({each.question for each in ASKED}) == len(ASKED) == 40
    for each in ASKED:
        told = re.sub(r"“[^”]*”", "“”", each.answer)  # a quoted sentence is none of ours
        assert 1 <= len(re.findall(r"[.:?](?= [A-Z]|$)", told)) <= 2, each.slug
        assert each.question.endswith("?"), each.slug
        assert all((each.source, each.see, each.group)), each.slug


@pytest.mark.parametrize("asked", ASKED, ids=lambda each: each.slug)
def test_a_link_names_a_page_a_sentence_and_a_place_that_there_are(asked: Question) -> None:
    link = urlsplit(asked.address)
    assert link.path in {page.address for page in PAGES}
    where = {name: values[0] for name, values in parse_qs(link.query).items()}
    assert where.pop(state.MODEL) == ASKED_OF
    assert where.pop(state.DEPTH, "look") in DEPTHS
    assert where.pop("at", "") in HEADINGS
    sentence, focus = where.pop(state.SENTENCE, ""), where.pop(state.FOCUS, "")
    assert bool(sentence) <= (link.path in READ)
    if sentence:
        read = shipped_model(ASKED_OF).read(sentence)
        assert "<unk>" not in read.tokens
        assert not read.cut
    if focus:
        config = shipped_model(ASKED_OF).model.config
        layers = config.encoder_layers if focus.startswith("encoder") else config.decoder_layers
        found = state.read_focus(focus, focus.split(".")[0], layers, config.heads, {"beam": 99})  # type: ignore[arg-type]
        assert found
        assert found.as_address() == focus
        assert found.token < len(shipped_model(ASKED_OF).translate(sentence).trace.source_tokens)
    assert where.keys() <= {"part", "case", "beat", "edit", "tau"}


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED, ids=lambda each: each.slug)
def test_a_link_opens_its_page(asked: Question) -> None:
    link = urlsplit(asked.address)
    app = open_page(link.path, **dict(parse_qsl(link.query)))
    assert problems(app) == []
    if state.SENTENCE in asked.where:
        assert app.text_input(key=state.SENTENCE).value == asked.where[state.SENTENCE]


def text(model: Translator, sentence: str) -> str:
    return f"“{model.translate(sentence).text}”"


def stops_of_a_head(model: Translator) -> tuple[str, str]:
    """How much of its attention a head gives the stops as it writes a token; how long their values are, as a share."""
    layer, head, token = (int(each) for each in named("sinks").where["focus"].split(".")[1:])
    place, ratios = f"decoder.{layer}.cross_attention", []
    for sentence in state.EXAMPLES:
        trace = model.translate(sentence).trace
        lengths = head_shares(trace[f"{place}.value"], attention_at(model.model, place).output_projection).norm(dim=-1)
        stops = [token in (".", "?", "▁?", "</s>") for token in trace.source_tokens]
        others = [not each for each in stops]
        ratios.append(float(lengths[head, stops].mean() / lengths[head, others].mean()))
        if sentence == named("sinks").where["sentence"]:
            weight = float(trace[f"{place}.weights"][head, token, stops].sum())
            written = trace[f"{place}.context"], attention_at(model.model, place).output_projection
            assert int(head_shares(*written)[:, token].norm(dim=-1).argmin()) == head
    return f"{weight:.0%}", f"{sum(ratios) / len(ratios):.2f} times"


def professions(_: Translator) -> tuple[str, ...]:
    measured = load_measurement(ASKED_OF, Professions)
    assert measured
    found = {each.profession: each for each in measured.professions}
    doctor, nurse = found["doctor"], found["nurse"]
    return (
        f"“un médecin” with {doctor.article:.0%}",
        f"{doctor.masculine} masculine and {doctor.feminine} feminine",
        f"“une infirmière” with {1 - nurse.article:.0%}",
    )


def losses(_: Translator) -> tuple[str, ...]:
    runs = (load_measurement(f"en-fr-{name}", Predecessor) for name in ("same-time", "bahdanau", "gru"))
    return tuple(f"{each.curve[-1].dev_loss:.2f}" for each in runs if each)


def positions(_: Translator) -> tuple[str, ...]:
    """Mean losses of the tiny models, in which only the positions differ."""
    runs = load_changes(SHIPPED_CHANGES).runs if SHIPPED_CHANGES.exists() else ()
    each = {name: [run.loss for run in runs if run.name == name] for name in ("base", "concatenated")}
    return tuple(f"{sum(found) / len(SEEDS):.2f} nats" for found in each.values() if runs)


def best_bleu(model: Translator) -> tuple[str, ...]:
    scores = {(each["corpus"], each["split"]): each["bleu"] for each in model.card["scores"]}  # beam search comes last
    return f"{scores['multi30k', 'test']:.1f} on captions", f"{scores['tatoeba', 'dev']:.1f} on everyday"


NUMBERS: dict[str, Callable[[Translator], tuple[str, ...]]] = {
    "strawberry": lambda model: (" · ".join(model.read("strawberry").tokens[:-1]).replace("▁", ""),),
    "hallucination": lambda model: (text(model, named("hallucination").where["sentence"]),),
    "adding": positions,
    "sinks": stops_of_a_head,
    "gender": professions,
    "rnn": losses,
    "bleu": best_bleu,
    "parameters": lambda model: (f"{sum(each.numel() for each in model.model.parameters()):,}",),
}


@pytest.mark.parametrize("slug", NUMBERS)
def test_what_an_answer_says_of_the_model_is_true(slug: str) -> None:
    for told in NUMBERS[slug](shipped_model(ASKED_OF)):
        assert told in named(slug).answer
