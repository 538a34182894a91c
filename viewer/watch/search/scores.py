"""Greedy decoding and beam search over whole test sets, for the browser."""

from typing import Any

NAMES = {"everyday": "Everyday, held out", "multi30k": "Multi30k", "tatoeba": "Tatoeba"}
# What most is written about, and what the answer to "greedy is hopeless" looks at.
TOLD_OF = "multi30k"


def score_table(compared: dict[str, Any]) -> list[dict[str, Any]]:
    """A row for each test set, greedy beside beam; from what the `searches` command measured."""
    return [
        {
            "name": f"{NAMES.get(row['corpus'], row['corpus'])} ({row['split']})",
            "sentences": row["sentences"],
            "differ": row["differ"],
            **{
                search: {
                    "bleu": row[f"{search}_bleu"],
                    "logProbability": row[f"{search}_log_probability"],
                    "milliseconds": row[f"{search}_milliseconds"],
                }
                for search in ("greedy", "beam")
            },
        }
        for row in compared["rows"]
    ]


def scores(compared: dict[str, Any] | None) -> dict[str, Any] | None:
    """The table with the beam it was measured with; None where nothing was."""
    if not compared or not compared["rows"]:
        return None
    corpora = [row["corpus"] for row in compared["rows"]]
    return {
        "beam": compared["beam"],
        "alpha": compared["alpha"],
        "rows": score_table(compared),
        "toldOf": corpora.index(TOLD_OF) if TOLD_OF in corpora else 0,
    }
