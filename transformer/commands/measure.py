"""Measure a model and store the result next to its weights, for the pages."""

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd
from tqdm import tqdm

from transformer.analysis.cases.measuring import measure_case, read_story
from transformer.analysis.cases.professions import Professions, measure_professions
from transformer.analysis.cases.record import save_case
from transformer.analysis.evaluation.ablations import Ablations, HeldOutCorpus, count_steps, measure_ablations
from transformer.analysis.evaluation.captions import CaptionScores, measure_captions
from transformer.analysis.evaluation.confidence import (
    NAMES,
    Calibration,
    fit,
    last_quarter_joined,
    measure_calibration,
    measure_features,
)
from transformer.analysis.evaluation.learned import Learned, look_up_sentences
from transformer.analysis.evaluation.search_comparison import SearchComparison, compare_searches, differing_sentences
from transformer.analysis.measures.bits import FEWER, BitsScores, bits_of, measure_bits, with_bits
from transformer.analysis.measures.cache_times import CacheTimes, measure_cache
from transformer.analysis.measures.head_roles import HeadRoles, measure_head_roles
from transformer.analysis.measures.predecessors import ONE_STACK, PREDECESSORS, Predecessor, measure_predecessor
from transformer.attribution.alignment_rates import AlignmentRates, MeasuredAlignment
from transformer.attribution.word_alignment import AlignedExample, gold_example, grammar_example, measure_error_rates
from transformer.commands import arguments
from transformer.commands.evaluate import load_sets
from transformer.corpora import Direction, Pair, load_pairs, parse_mixture, without_held_out
from transformer.corpora.direction import ENGLISH
from transformer.corpora.everyday import grammar_pairs, held_out_sentences
from transformer.corpora.gold import read_gold
from transformer.corpora.loading import load_in_direction
from transformer.decoding.strategies import Beam
from transformer.errors import GlassformerError
from transformer.files import text_lines
from transformer.model.folder import find_model
from transformer.model.measurements import Measurement, load_measurement, save_measurement
from transformer.model.one_stack import OneStack
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.loop import LOG_FILE
from transformer.translator import Translator, load

EXAMPLES = 24  # sentences that greedy decoding and beam search translate differently
GOLD = "test.en-fr"  # in a folder: of the shared task of 2003


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The measurements, each with its own options."""
    measurements = parser.add_subparsers(dest="what", required=True, metavar="what")
    for name, measure in MEASURES.items():
        own = measurements.add_parser(name, help=measure.help, description=measure.help)
        own.add_argument("model", nargs="?", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
        for flag, settings in measure.options.items():
            own.add_argument(flag, **settings)
        if "--corpus" in measure.options:
            own.add_argument("--data", type=Path, help=arguments.DATA_HELP)
        if measure.searches:
            arguments.add_search_options(own)
        arguments.add_machine(own)


def run(options: argparse.Namespace) -> None:
    """Measure, print the result, and write it into the model's folder."""
    translator = load(options.model, device=arguments.set_up_device(options))
    measure = MEASURES[options.what]
    measured = measure.measure(translator if measure.any_kind else translator.of_transformer(), options)
    if measured is not None:
        print(f"Written to {save_measurement(find_model(options.model), measured)}.")


def _heads(translator: Translator, options: argparse.Namespace) -> HeadRoles:
    roles = measure_head_roles(translator, grammar_pairs("dev")[: options.pairs], "everyday, dev")
    table = pd.DataFrame(
        [(each.kind, each.layer + 1, each.head + 1, each.label, *each.shares[each.strongest]) for each in roles.heads],
        columns=["attention", "layer", "head", "role", "weight", "even head"],
    )
    _print(table.assign(entropy=[each.entropy for each in roles.heads]))
    return roles


def _searches(translator: Translator, options: argparse.Namespace) -> SearchComparison:
    """Examples come from the everyday corpus and from our own sentences, never from a downloaded corpus."""
    if options.beam < 2:
        raise GlassformerError("--beam must be at least 2, or there is nothing to compare.")
    searching, direction = Beam(options.beam, options.alpha), Direction.of_card(translator.card)
    if direction.source != ENGLISH:
        raise GlassformerError("The examples are English sentences: this model does not read English.")
    sets = load_sets(options.corpus, "test", direction, options.data)
    rows = tuple(compare_searches(translator, *each, searching) for each in sets)
    _print_rows(rows)
    grammar = [pair.source for split in ("dev", "test") for pair in grammar_pairs(split)]
    sentences = [*held_out_sentences(), *grammar]
    examples = differing_sentences(translator, sentences, searching, EXAMPLES)
    print(f"{len(examples)} sentences that the searches translate differently.")
    return SearchComparison(searching.size, searching.alpha, rows, tuple(examples))


def _confidence(translator: Translator, options: argparse.Namespace) -> Calibration:
    """Fit on every second held-out text, and report on the others."""
    direction = Direction.of_card(translator.card)
    known = _training_pairs(options.learned, direction, options.data) if options.learned else []
    pairs: list[Pair] = []
    for _, _, own in load_sets(options.corpus, "dev", direction, options.data):
        held_out = without_held_out(own, known)
        random.Random(1).shuffle(held_out)
        pairs += held_out[: options.pairs]
    random.Random(1).shuffle(pairs)
    texts = last_quarter_joined(pairs)
    if len(texts) <= 4 * len(NAMES):
        raise GlassformerError(f"{len(texts)} held-out texts are too few to calibrate with; give more with --corpus.")
    bar = tqdm(texts, desc="Translating", unit="text")
    signs, qualities = measure_features(translator, bar, Beam(options.beam, options.alpha))
    source = ", ".join(Path(part.name).name for part in parse_mixture(options.corpus))
    found = measure_calibration(fit(signs[::2], qualities[::2]), signs[1::2], qualities[1::2], len(signs[::2]), source)
    print(f"rank correlation {found.rank_correlation:.3f} on {found.reported} texts, fitted on {found.fitted}")
    _print(pd.DataFrame({"sign": NAMES, "chrF for one standard deviation": found.confidence.weights}))
    _print(pd.DataFrame([{"grade": level, **asdict(part)} for level, part in found.grades.items()]))
    return found


def _ablations(translator: Translator, options: argparse.Namespace) -> Ablations:
    sets = load_sets(options.corpus, "dev", Direction.of_card(translator.card), options.data)
    sample = [HeldOutCorpus.of(translator, name, split, pairs[: options.pairs]) for name, split, pairs in sets]
    with tqdm(total=count_steps(translator), unit="edit", dynamic_ncols=True) as bar:
        measured = measure_ablations(translator, sample, lambda _: bar.update())
    print(f"untouched: loss {measured.untouched.loss}, BLEU {measured.untouched.bleu}")
    _print(measured.frame().sort_values("bleu_change").head(20))
    for pruning in measured.prunings:
        seed = "" if pruning.seed is None else f" {pruning.seed}"
        spare = ", ".join(map(str, measured.spare_heads(pruning)))
        print(f"Heads that can go before 1 BLEU is lost, by {pruning.order}{seed}: {spare}.")
    return measured


def _alignment(translator: Translator, options: argparse.Namespace) -> MeasuredAlignment | None:
    pairs = read_linked_pairs(options.gold, translator.tokenizer, options.pairs)
    table = measure_error_rates(translator, tqdm(pairs, unit="pair", dynamic_ncols=True), options.explained)
    _print(table.head(20))
    measured = int(table["pairs"].iloc[0]) if len(table) else 0
    print(f"Alignment error rate on {measured} pairs, teacher-forced with the given translations.")
    if not (options.save and measured):
        return None
    before = load_measurement(options.model, MeasuredAlignment)
    return MeasuredAlignment({**(before.sets if before else {}), options.save: AlignmentRates.of(table)})


def read_linked_pairs(gold: Path | None, tokenizer: SubwordTokenizer, count: int) -> list[AlignedExample]:
    """Pairs linked by people, or those of the everyday grammar's dev part."""
    if gold is None:
        return [grammar_example(pair, tokenizer) for pair in grammar_pairs("dev")[:count]]
    return [gold_example(pair, tokenizer) for pair in read_gold(gold / GOLD if gold.is_dir() else gold)[:count]]


def _measure_learned(translator: Translator, options: argparse.Namespace) -> Learned:
    lines = options.sentences or text_lines(sys.stdin.buffer, "standard input")
    sentences = [line.strip() for line in lines if line.strip()]
    if not sentences:
        raise GlassformerError("There is no sentence to look for: give some, or lines on standard input.")
    pairs = _training_pairs(options.corpus, Direction.of_card(translator.card), options.data)
    found = look_up_sentences(sentences, (pair.source for pair in pairs))
    for sentence, longest in found.runs.items():
        print(f"{'whole ' if found.whole(sentence) else 'part  '} {sentence}  |  {longest}")
    print(f"{found.sentences:,} different sentences.")
    return found


def _predecessor(translator: Any, options: argparse.Namespace) -> Predecessor:
    if translator.name not in (known := (*PREDECESSORS, ONE_STACK)):
        raise GlassformerError(f"{translator.name!r} can't be measured this way; choose from {', '.join(known)}.")
    log = options.runs / translator.name / LOG_FILE
    captions, held_out = (load_pairs("multi30k", split, "fr", options.data) for split in ("test", "dev"))
    measured = measure_predecessor(translator, log, options.seconds_a_step, captions, held_out, options.pairs)
    _print_rows(measured.by_length)
    return measured


def _first_captions(translator: Any, options: argparse.Namespace) -> list[Pair]:
    return load_pairs("multi30k", "test", Direction.of_card(translator.card).target, options.data)[: options.pairs]


def _captions(translator: Any, options: argparse.Namespace) -> CaptionScores:
    pairs = _first_captions(translator, options)
    both = [translator, *([load(options.french_only)] if options.french_only else [])]
    measured, *beside = (measure_captions(each, pairs, options.beam, options.alpha) for each in both)
    for each in (measured, *beside):
        _print_rows(each.scores)
    return replace(measured, french_only=beside[0].scores) if beside else measured


def _bits(translator: Any, options: argparse.Namespace) -> BitsScores:
    stored, trained = bits_of(translator), {16: load(options.trained)} if options.trained else {}
    models = {**trained, stored: translator, **{bits: with_bits(translator, bits) for bits in FEWER}}
    measured = measure_bits(models, stored, _first_captions(translator, options))
    _print_rows(measured.rows)
    return measured


def _measure_case(translator: Translator, options: argparse.Namespace) -> None:
    """Written to `assets/cases/`, because a page can show a case with another model too."""
    command = f"glassformer measure case {translator.name} --case {options.case}"
    case = measure_case(translator, options.case, read_story(translator.name, options.case), command)
    rows = [(head.name, head.moved.value, head.moved.low, head.moved.high) for head in case.heads[:5]]
    _print(pd.DataFrame(rows, columns=["head", "moved", "low", "high"]))
    holding, of = case.holding, len(case.held_out) + len(case.unreached)
    print(f"Leader {case.leader}, team {', '.join(case.team)}, understudy {case.understudy}.")
    print(f"Holds for {holding.value:.1%} of {of} sentences held out ({holding.low:.1%} to {holding.high:.1%}).")
    print(f"Written to {save_case(case)}.")


def _measure_professions(translator: Translator, options: argparse.Namespace) -> Professions:
    direction = Direction.of_card(translator.card)
    if (direction.source, direction.target) != (ENGLISH, "fr"):
        raise GlassformerError("Professions are measured from English into French: this model does something else.")
    measured = measure_professions(translator, _training_pairs(options.corpus, direction, options.data), options.corpus)
    _print(measured.frame().drop(columns=["translation", "he_translation"]))
    return measured


def _cache(translator: Any, options: argparse.Namespace) -> CacheTimes:
    if not isinstance(translator.model, OneStack):
        raise GlassformerError(f"{translator.name!r} can't be measured this way: it is no model of one stack.")
    measured = measure_cache(translator.model)
    _print_rows(measured.rows)
    return measured


def _training_pairs(corpora: str, direction: Direction, data: Path | None) -> list[Pair]:
    return [pair for part in parse_mixture(corpora) for pair in load_in_direction(direction, part.name, "train", data)]


def _print_rows(rows: Iterable[Any]) -> None:
    _print(pd.DataFrame(map(asdict, rows)).drop(columns="signature", errors="ignore"))


def _print(table: pd.DataFrame) -> None:
    print(table.round(3).to_string(index=False, na_rep="all"))


@dataclass(frozen=True)
class Measure:
    """A measurement that the command offers.

    Attributes:
        measure: prints the result and returns what to store, or None.
        options: its own options and their settings. searches: whether it also takes `--beam` and `--alpha`.
        any_kind: whether it measures every kind of model.
    """

    help: str
    measure: Callable[[Any, argparse.Namespace], Measurement | None]
    options: Mapping[str, dict[str, Any]]
    searches: bool = False
    any_kind: bool = False


_COUNT = arguments.whole(1)


def _corpus(default: str) -> dict[str, Any]:
    return {"default": default, "help": "held-out sets, as for `evaluate` (default: %(default)s)"}


def _pairs(default: int, help: str) -> dict[str, Any]:
    return {"type": _COUNT, "default": default, "help": f"{help} (default: %(default)s)"}


_CAPTIONS = {
    "--data": {"type": Path, "help": arguments.DATA_HELP},
    "--pairs": _pairs(300, "how many captions"),
}
MEASURES = {
    "heads": Measure("what each attention head looks at", _heads, {"--pairs": _pairs(200, "pairs to measure on")}),
    "searches": Measure(
        "greedy decoding compared with beam search", _searches, {"--corpus": _corpus("everyday")}, searches=True
    ),
    "confidence": Measure(
        "how good translations are likely to be",
        _confidence,
        {
            "--corpus": _corpus("everyday:dev"),
            "--learned": {"default": "", "help": "training corpora: English sentences they contain are left out"},
            "--pairs": _pairs(800, "pairs per corpus, at most"),
        },
        searches=True,
    ),
    "ablations": Measure(
        "what each edit of the model costs, and each head",
        _ablations,
        {
            "--corpus": _corpus("everyday:dev"),
            "--pairs": _pairs(200, "how many pairs of each corpus, from its start"),
        },
    ),
    "alignment": Measure(
        "how well each method, layer and head links words",
        _alignment,
        {
            "--gold": {
                "type": Path,
                "help": f"a folder with {GOLD}.txt and {GOLD}.gold, or a path without the endings (default: everyday)",
            },
            "--pairs": _pairs(1_000, "how many pairs, at most, from the start"),
            "--explained": {"action": "store_true", "help": "gradients and erasure too, which take seconds a sentence"},
            "--save": {"metavar": "NAME", "help": "save the rates under this name"},
        },
    ),
    "learned": Measure(
        "which parts of some sentences were in the training data",
        _measure_learned,
        {
            "--corpus": {"required": True, "help": "the training data, as for `train`"},
            "sentences": {"nargs": "*", "type": arguments.text, "help": "to look for (default: standard input)"},
        },
    ),
    "case": Measure(
        "which heads decide between two words, and on how many sentences that holds",
        _measure_case,
        {"--case": {"required": True, "help": "a story from the model's `stories.toml` in assets/cases"}},
    ),
    "professions": Measure(
        "which gender the model gives to professions, and what it was trained on",
        _measure_professions,
        {"--corpus": {"required": True, "help": "the training data, as for `train`"}},
    ),
    "predecessor": Measure(
        "a recurrent model, or the Transformer or one stack trained for the same time",
        _predecessor,
        {
            "--runs": {"required": True, "type": Path, "help": "folder of the trainings, one folder for each model"},
            "--seconds-a-step": {
                "required": True,
                "type": arguments.number(0),
                "help": "seconds per training step on one idle core",
            },
            "--data": {"type": Path, "help": arguments.DATA_HELP},
            "--pairs": _pairs(100, "pairs per length for BLEU, and pairs for gradients"),
        },
        any_kind=True,
    ),
    "cache": Measure("how long one more token takes with a cache and without; of one stack", _cache, {}, any_kind=True),
    "captions": Measure(
        "BLEU on the first captions, with intervals",
        _captions,
        {**_CAPTIONS, "--french-only": {"type": Path, "help": "a stack of --source-loss 0, to compare with"}},
        searches=True,
        any_kind=True,
    ),
    "bits": Measure(
        "BLEU on the first captions with fewer bits for each weight",
        _bits,
        {**_CAPTIONS, "--trained": {"type": Path, "help": "the model's folder before it was stored in 8 bits"}},
        any_kind=True,
    ),
}
