"""Greedy decoding and beam search over whole test sets, for the browser."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from transformer.analysis.evaluation.search_comparison import SearchComparison, SearchRow
from transformer.corpora.catalogue import short_title

# The most cited test set, and the one behind the answer to "greedy is hopeless".
TOLD_OF = "multi30k"


class SearchScore(TypedDict):
    """Both searches over one test set."""

    name: str
    sentences: int
    differ: float
    greedy: Mapping[str, float]
    beam: Mapping[str, float]


class SearchScores(TypedDict):
    """Both searches over test sets, with the place of the one that the text is about."""

    beam: int
    alpha: float
    rows: Sequence[SearchScore]
    toldOf: int


def scores(compared: SearchComparison | None) -> SearchScores | None:
    """A row for each test set, greedy next to beam, with the beam size; None if nothing was measured.

    Args:
        compared: what the `searches` command measured.
    """
    if not compared or not compared.rows:
        return None
    corpora = [row.corpus for row in compared.rows]
    return {
        "beam": compared.beam,
        "alpha": compared.alpha,
        "rows": [_row(row) for row in compared.rows],
        "toldOf": corpora.index(TOLD_OF) if TOLD_OF in corpora else 0,
    }


def _row(row: SearchRow) -> SearchScore:
    names = {"bleu": "bleu", "logProbability": "log_probability", "milliseconds": "milliseconds"}
    greedy, beam = (
        {name: getattr(row, f"{search}_{column}") for name, column in names.items()} for search in ("greedy", "beam")
    )
    title = f"{short_title(row.corpus)} ({row.split})"
    return {"name": title, "sentences": row.sentences, "differ": row.differ, "greedy": greedy, "beam": beam}
