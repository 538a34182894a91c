"""Greedy decoding and beam search over whole test sets, for the browser."""

from typing import Any

from transformer.analysis.evaluation.search_comparison import SearchComparison

NAMES = {"everyday": "Everyday, held out", "multi30k": "Multi30k", "tatoeba": "Tatoeba"}
# What most is written about, and what the answer to "greedy is hopeless" looks at.
TOLD_OF = "multi30k"


def score_table(compared: SearchComparison) -> list[dict[str, Any]]:
    """A row for each test set, greedy beside beam; from what `measure searches` measured."""
    return [
        {
            "name": f"{NAMES.get(row.corpus, row.corpus)} ({row.split})",
            "sentences": row.sentences,
            "differ": row.differ,
            **{
                search: {
                    "bleu": getattr(row, f"{search}_bleu"),
                    "logProbability": getattr(row, f"{search}_log_probability"),
                    "milliseconds": getattr(row, f"{search}_milliseconds"),
                }
                for search in ("greedy", "beam")
            },
        }
        for row in compared.rows
    ]


def scores(compared: SearchComparison | None) -> dict[str, Any] | None:
    """The table with the beam it was measured with; None where nothing was."""
    if not compared or not compared.rows:
        return None
    corpora = [row.corpus for row in compared.rows]
    return {
        "beam": compared.beam,
        "alpha": compared.alpha,
        "rows": score_table(compared),
        "toldOf": corpora.index(TOLD_OF) if TOLD_OF in corpora else 0,
    }
