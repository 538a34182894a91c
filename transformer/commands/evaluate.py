"""Measure a model: BLEU and chrF with sacreBLEU's signatures, greedy and beam."""

import argparse
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from transformer.analysis.evaluation.scores import score_translations
from transformer.analysis.evaluation.tokenised_bleu import tokenised_bleu
from transformer.commands import arguments
from transformer.corpora import Direction, load_pairs, parse_mixture
from transformer.corpora.pairs import Pair, Split, is_own_files, read_aligned, read_tsv
from transformer.decoding.strategies import beam_or_greedy
from transformer.errors import CorpusError
from transformer.model.folder import find_model, write_card
from transformer.translator import Translator, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `evaluate`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--corpus", default="everyday", help="names, with a split unless it's test: multi30k,tatoeba:dev,everyday:test"
    )
    parser.add_argument("--data", type=Path, help=arguments.DATA_HELP)
    arguments.add_search(parser)
    arguments.add_machine(parser)
    parser.add_argument("--write-card", action="store_true", help="put the scores into the model's card")


def run(options: argparse.Namespace) -> None:
    """Print a row for each corpus and way of decoding."""
    translator = load(options.model, device=arguments.chosen_device(options))
    sets = held_out_sets(options.corpus, "test", Direction.of_card(translator.card), options.data)
    rows: list[dict[str, Any]] = []
    titles = f"{'BLEU':>7}{'chrF':>7}{'BLEU tok. lc':>14}{'sentences':>11}{'seconds':>9}"
    print(f"{'corpus':<22}{'split':<7}{'decoding':<22}{titles}")
    for name, split, _ in sets:
        for size in dict.fromkeys((1, options.beam)):
            row = evaluate_corpus(translator, name, split, size, options.alpha, options.data)
            rows.append(row)
            print(
                f"{row['corpus']:<22}{row['split']:<7}{row['decoding']:<22}{row['bleu']:>7.2f}{row['chrf']:>7.2f}"
                f"{row['tokenised_bleu']:>14.2f}{row['sentences']:>11}{row['seconds']:>9.1f}",
                flush=True,
            )
    for signature in sorted({row[key] for row in rows for key in ("bleu_signature", "chrf_signature")}):
        print(signature)
    print("BLEU tok. lc: as in papers, lower-cased and split by the Moses tokeniser. Don't compare the two BLEUs.")
    if options.write_card:
        _put_into_card(find_model(options.model), translator.card, rows)


def evaluate_corpus(
    translator: Translator[Any], name: str, split: str, size: int, alpha: float, data: Path | None
) -> dict[str, Any]:
    """Translate one split of one corpus and score it: the row that the table and the card show.

    Args:
        size: of the beam, 1 for greedy decoding.
    """
    direction = Direction.of_card(translator.card)
    pairs = pairs_of(name, split, direction, data)
    begun = time.perf_counter()
    translations = translator.translate_all([pair.source for pair in pairs], beam=size, alpha=alpha)
    seconds = time.perf_counter() - begun
    references = [pair.target for pair in pairs]
    return {
        "corpus": name,
        "split": split,
        "decoding": beam_or_greedy(size, alpha).label,
        **asdict(score_translations(translations, references)),
        "tokenised_bleu": tokenised_bleu(translations, references, direction.target),
        "seconds": round(seconds, 1),
    }


def held_out_sets(
    corpora: str, otherwise: Split, direction: Direction, data: Path | None
) -> list[tuple[str, str, list[Pair]]]:
    """The sets that `multi30k,tatoeba:dev` names, all read before any is measured: name, split and pairs.

    Args:
        otherwise: the split to use if none is named.
    """
    return [(name, split, pairs_of(name, split, direction, data)) for name, split in named_sets(corpora, otherwise)]


def named_sets(corpora: str, otherwise: Split) -> list[tuple[str, str]]:
    """Name and split of the sets that `multi30k,tatoeba:dev` names; nothing is read yet."""
    found = []
    for part in parse_mixture(corpora):
        name, _, split = (part.name, "", "") if is_own_files(part.name) else part.name.partition(":")
        split = split or otherwise
        if split not in get_args(Split):
            raise CorpusError(f"There is no split {split!r}; choose from {', '.join(get_args(Split))}.")
        if (name, split) == ("tatoeba", "test"):
            raise CorpusError("The corpus tatoeba has no test pairs; measure on tatoeba:dev.")
        found.append((name, split))
    return found


def pairs_of(name: str, split: str, direction: Direction, data: Path | None) -> list[Pair]:
    """The pairs of one split of a corpus, or of the user's own files, in a model's direction."""
    if "::" in name:  # the user's own files are used whole
        source, _, target = name.partition("::")
        return direction.turned(read_aligned(Path(source), Path(target)))
    if Path(name).is_file():
        return direction.turned(read_tsv(Path(name)))
    pairs = load_pairs(name, split, direction.foreign, data)  # type: ignore[arg-type]
    if not pairs:
        raise CorpusError(f"The corpus {name} has no {split} pairs.")
    return direction.turned(pairs)


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
