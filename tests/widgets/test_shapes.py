"""What Python sends has the shapes that the browser's code is checked with: its types in `viewer/**/*.d.ts`.

Payloads of a tiny model are written as TypeScript, declared to be of their types, and given to the compiler.
"""

import json
import subprocess
from pathlib import Path

import pytest
from derivations import NODE
from passages import SENTENCE
from places import ROOT
from standing_run import long_report

from pages import PAGES
from transformer import Translator
from transformer.analysis.evaluation.ablations import Ablations
from transformer.decoding.strategies import Sampling
from transformer.model.attentions import ATTENTION_KINDS
from transformer.model.measurements import load_measurement
from transformer.training.live.settings import TrainingSettings
from transformer.training.rate_runs import SHIPPED_RATES, load_rates
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from transformer.training.word_vectors.word2vec import KINDS
from viewer.app.page import Visit
from viewer.facts import FILE, file_text
from viewer.frame.passage import Passage
from viewer.pictures.after.one_stack import square, writing
from viewer.pictures.before import models
from viewer.pictures.before.bottleneck import hourglass
from viewer.pictures.before.history import history
from viewer.pictures.before.looking_back import matrices
from viewer.pictures.before.one_after_another import reading
from viewer.pictures.before.word_vectors import steps as learning
from viewer.pictures.learn.classroom import teacher
from viewer.pictures.learn.classroom.store import ClassWork, Store
from viewer.pictures.learn.glossary import words
from viewer.pictures.learn.start.tour import payload as tour_payload
from viewer.pictures.learn.teach import plan
from viewer.pictures.train.learning import rates, run
from viewer.pictures.train.model_card import look as card
from viewer.pictures.train.one_step import shown
from viewer.pictures.train.one_step.examples import PairToTeach
from viewer.pictures.train.training import live
from viewer.pictures.what_if.head_ablation import payload as heads
from viewer.pictures.what_if.laboratory import laboratory
from viewer.pictures.what_if.patching import maps
from viewer.pictures.what_if.why import asked, curves, glance, parts, shares, table
from viewer.pictures.what_if.why.answer import compute_answer, removals, shares_of, translate
from viewer.transport.modules import VIEWER
from viewer.transport.payload import Payload, unpack

COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
TYPES = sorted(VIEWER.rglob("*.d.ts"))

PAIR = ("The cat drinks water.", "The dog drinks water.")  # which the tiny model tells apart

pytestmark = pytest.mark.skipif(
    NODE is None or not COMPILER.exists(), reason="the tools of the browser's code are not installed"
)


def declare(shape: str, value: object) -> str:
    """A value as TypeScript, said to be of a shape; names that the shape does not have are refused too."""
    return f"{{ const value: {shape} = {json.dumps(value, allow_nan=False)}; }}\n"


def of_payload(payload: Payload, facts: str, tensors: str = "never") -> str:
    arrived = unpack(payload.pack())
    return declare(facts, arrived.facts) + declare(f"Record<{tensors}, 0>", dict.fromkeys(arrived.tensors, 0))


def complaints(folder: Path, written: str) -> list[str]:
    (folder / "sent.ts").write_text(written, encoding="utf-8")
    options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "ES2024", "--types", ""]
    options += ["--lib", "ES2024,DOM,DOM.Iterable"]
    command = [str(NODE), str(COMPILER), *options, str(folder / "sent.ts"), *map(str, TYPES)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.stdout.splitlines()


@pytest.fixture(scope="module")
def sent(tiny_folder: Path, translator: Translator, walked: Passage, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Every payload there is, declared to be of its type."""
    name = str(tiny_folder)
    written = []
    worlds = laboratory.payload(name, laboratory.worlds(name, SENTENCE, "causal_off,skip:encoder.0"))
    kinds = " | ".join(f'"{world}.{kind}"' for world in ("before", "after", "own") for kind in ATTENTION_KINDS)
    written.append(of_payload(worlds, "LaboratoryFacts", kinds))
    without = heads.payload(name, SENTENCE)
    measured = load_measurement("en-fr", Ablations)
    assert measured is not None
    held_out = heads.held_out_facts(measured, ["Everyday", "Multi30k"])
    for facts in (without.facts, {**without.facts, "heldOut": held_out}):
        written.append(of_payload(Payload(facts), "HeadAblationFacts"))

    question = asked.Asked(1, translator.tokenizer.vocabulary[9])
    translation, answer = translate(name, SENTENCE), compute_answer(name, SENTENCE, 1, 9)
    written.append(of_payload(asked.payload_of_tokens(translator, translation, question), "AskedFacts"))
    written.append(of_payload(asked.payload_of_rivals(translator, translation, question, 9), "AskedFacts"))
    seen = glance.glance(name, SENTENCE, 1)
    written.append(of_payload(glance.payload(seen), "WhyHiddenFacts"))
    written.append(of_payload(table.payload(translator, SENTENCE, answer, seen), "WhyTableFacts"))
    written.append(of_payload(parts.payload(translator, answer), "PartsFacts"))
    written.append(of_payload(curves.payload(answer, removals(name, SENTENCE, 1, 9)), "WhyChartsFacts"))
    sentence = shares.SentenceShares(SENTENCE, translation.text, shares_of(name, SENTENCE))
    written.append(of_payload(shares.payload(sentence, sentence), "WhyChartsFacts"))
    written.append(of_payload(card.payload(translator, 1_000_000), "CardFacts"))

    patches = maps.compute_map(name, *PAIR, "residual")
    cell = maps.read_cell(translator.model.config, None, patches)
    patched = maps.payload(translator, patches, "residual", cell, maps.translate_patched(name, *PAIR, cell))
    written.append(of_payload(patched, "PatchingFacts", '`${"moved" | "difference"}.${Stack}` | "copied"'))

    written.append(of_payload(tour_payload(name, SENTENCE, 0), "TourFacts", "string"))

    visit = Visit(PAGES[0], PAGES, name)
    written.append(of_payload(words.payload(visit), "GlossaryFacts"))
    written.append(of_payload(plan.lessons(visit), "TeachFacts"))
    lesson = ClassWork((SENTENCE,), ("pieces",), (), "look", "en-fr")
    with pytest.MonkeyPatch.context() as patch:
        classes = Store(tmp_path_factory.mktemp("classes") / "classes.sqlite")
        code, token = classes.open(lesson)
        classes.answer(classes.join(code, ""), "0.pieces", "9", False)
        patch.setattr(teacher, "store", lambda: classes)
        patch.setattr(teacher, "_token", lambda: token)
        written.append(of_payload(teacher.invitation(code), "InvitationFacts"))
        written.append(of_payload(teacher.results(lesson, {}), "BarsFacts"))
        written.append(of_payload(teacher.build_answers_file(lesson, {}, "class.csv", 1), "AnswersFacts"))
    written.append(of_payload(run.payload(load_run(SHIPPED_RUN)), "RunFacts", "RunTensor"))
    written.append(of_payload(rates.payload(load_rates(SHIPPED_RATES)), "RatesFacts"))
    found = shown.untaught(name, "The dog drinks water.", "Le chien.")
    written.append(
        of_payload(shown.page_of(name, [(PairToTeach("", "", ""), [found])], 50, False), "OneStepFacts", "string")
    )
    written.append(of_payload(live.payload(TrainingSettings(), long_report(), ""), "LiveRunFacts"))
    return "".join(written)


@pytest.mark.slow
def test_every_payload_has_the_shape_that_the_browser_expects(tmp_path: Path, sent: str) -> None:
    assert complaints(tmp_path, sent) == []


@pytest.mark.slow
def test_so_have_those_of_the_models_for_comparison(tmp_path: Path, comparison_models: Path) -> None:
    squeezed = hourglass.payload(models.FIXED, SENTENCE)
    looking = matrices.payload(SENTENCE)
    written = [
        of_payload(squeezed, "BottleneckFacts", "BottleneckTensor"),
        of_payload(looking, "LookingBackFacts", "LookingBackTensor"),
        of_payload(reading.payload(SENTENCE), "WaitingFacts", "WaitingTensor"),
        of_payload(square.payload(SENTENCE), "OneStackFacts", "OneStackTensor"),
        of_payload(writing.payload("The cat", Sampling()), "WritingFacts"),
        of_payload(history.payload((SENTENCE,)), "HistoryFacts"),
    ]
    assert complaints(tmp_path, "".join(written)) == []


def test_so_have_the_steps_of_word_vectors(tmp_path: Path, tiny_vectors: Path) -> None:
    payloads = [learning.payload(kind, "The dog sees a zebra.") for kind in KINDS]
    written = [of_payload(each, "LearningFacts") for each in payloads if each is not None]
    assert len(written) == len(KINDS)
    assert complaints(tmp_path, "".join(written)) == []


def test_the_facts_are_declared_as_python_fills_them() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "make facts"
