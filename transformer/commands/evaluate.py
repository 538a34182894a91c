"""Measure a model: BLEU and chrF with sacreBLEU's signatures, and exact matches, greedy and beam."""

import argparse
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.scores import right_characters, score_translations
from transformer.analysis.evaluation.scripts import tokenizer_for
from transformer.analysis.evaluation.tokenised_bleu import tokenised_bleu
from transformer.commands import arguments
from transformer.corpora import Direction, parse_mixture
from transformer.corpora.loading import load_held_out, parse_name_and_split
from transformer.corpora.pairs import Pair, Split
from transformer.decoding.strategies import beam_or_greedy
from transformer.errors import CorpusError
from transformer.model.folder import find_model, write_card
from transformer.translator import Translator, load

# The titles of a row's figures, and where it has them; the last BLEU is for languages that Moses knows.
_COLUMNS = {
    "  BLEU": "bleu",
    "  chrF": "chrf",
    " exact": "exact",
    "characters": "characters",
    "BLEU tok. lc": "tokenised_bleu",
    "sentences": "sentences",
    "seconds": "seconds",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `evaluate`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--corpus", default="everyday", help="names, with a split unless it's test: multi30k,tatoeba:dev,everyday:test"
    )
    parser.add_argument("--data", type=Path, help=arguments.DATA_HELP)
    arguments.add_search_options(parser)
    arguments.add_machine(parser)
    parser.add_argument("--write-card", action="store_true", help="put the scores into the model's card")


def run(options: argparse.Namespace) -> None:
    """Print a row for each corpus and way of decoding."""
    translator = load(options.model, device=arguments.set_up_device(options))
    sets = load_sets(options.corpus, "test", Direction.of_card(translator.card), options.data)
    rows: list[dict[str, Any]] = []
    width = max(20, *(len(name) for name, _, _ in sets))
    titles = "".join(f"{title:>{len(title) + 2}}" for title in _COLUMNS)
    print(f"{'corpus':<{width}}  {'split':<7}{'decoding':<20}{titles}")
    for name, split, _ in sets:
        for size in dict.fromkeys((1, options.beam)):
            row = evaluate_corpus(translator, name, split, size, options.alpha, options.data)
            rows.append(row)
            figures = "".join(f"{_format_value(row.get(key)):>{len(title) + 2}}" for title, key in _COLUMNS.items())
            print(f"{name:<{width}}  {split:<7}{row['decoding']:<20}{figures}", flush=True)
    for signature in sorted({row[key] for row in rows for key in ("bleu_signature", "chrf_signature")}):
        print(signature)
    print("exact: translations that equal their reference, in %. characters: 100 % less edits per character.")
    if any("tokenised_bleu" in row for row in rows):
        print("BLEU tok. lc: as in papers, lower-cased and split by the Moses tokeniser. Don't compare the two BLEUs.")
    for note in sorted({tokenizer_for(pair.target for pair in pairs).note for *_, pairs in sets} - {""}):
        print(note, file=sys.stderr)
    if options.write_card:
        _put_into_card(find_model(options.model), translator.card, rows)


def evaluate_corpus(
    translator: Translator[Any], name: str, split: Split, size: int, alpha: float, data: Path | None
) -> dict[str, Any]:
    """Translate one split of one corpus and score it: the row that the table and the card show.

    Args:
        size: of the beam, 1 for greedy decoding.
    """
    direction = Direction.of_card(translator.card)
    pairs = load_held_out(name, split, direction, data)
    begun = time.perf_counter()
    translations = translator.translate_all([pair.source for pair in pairs], beam=size, alpha=alpha)
    seconds = time.perf_counter() - begun
    references = [pair.target for pair in pairs]
    score = score_translations(translations, references)
    by_moses = len(direction.target) == 2 and "tok:13a" in score.bleu_signature  # a language that it may know
    return {
        "corpus": name,
        "split": split,
        "decoding": beam_or_greedy(size, alpha).label,
        **asdict(score),
        "characters": right_characters(translations, references),
        **({"tokenised_bleu": tokenised_bleu(translations, references, direction.target)} if by_moses else {}),
        "seconds": round(seconds, 1),
    }


def _format_value(value: float | int | None) -> str:
    return "-" if value is None else str(value) if isinstance(value, int) else f"{value:.2f}"


def load_sets(
    corpora: str, otherwise: Split, direction: Direction, data: Path | None
) -> list[tuple[str, Split, list[Pair]]]:
    """The sets that `multi30k,tatoeba:dev` names, all read before any is measured: name, split and pairs.

    Args:
        otherwise: the split to use if none is named.
    """
    sets = parse_sets(corpora, otherwise)
    return [(name, split, load_held_out(name, split, direction, data)) for name, split in sets]


def parse_sets(corpora: str, otherwise: Split) -> list[tuple[str, Split]]:
    """Name and split of the sets that `multi30k,tatoeba:dev` names; nothing is read yet."""
    found: list[tuple[str, Split]] = []
    for part in parse_mixture(corpora):
        name, split = parse_name_and_split(part.name, otherwise)
        if (name, split) == ("tatoeba", "test"):
            raise CorpusError("The corpus tatoeba has no test pairs; measure on tatoeba:dev.")
        found.append((name, split))
    return found


def _put_into_card(folder: Path, card: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """Replace the card's rows of the same corpus, split and decoding, and keep the others."""
    new = {
        (row["corpus"], row["split"], row["decoding"]): {k: v for k, v in row.items() if k != "seconds"} for row in rows
    }
    kept = [
        row
        for row in card.get("scores", [])
        if tuple(row.get(name) for name in ("corpus", "split", "decoding")) not in new
    ]
    write_card(folder, {**card, "scores": [*kept, *new.values()]})
