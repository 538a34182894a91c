"""Greedy decoding and beam search over whole test sets, as a table."""

from typing import Any

import pandas as pd

NAMES = {"everyday": "Everyday, held out", "multi30k": "Multi30k", "tatoeba": "Tatoeba"}


def score_table(compared: dict[str, Any]) -> pd.DataFrame:
    """A row for each test set, greedy beside beam; from what the `searches` command measured."""
    return pd.DataFrame(
        [
            {
                "test set": f"{NAMES.get(row['corpus'], row['corpus'])} ({row['split']})",
                "sentences": row["sentences"],
                "BLEU greedy": f"{row['greedy_bleu']:.2f}",
                "BLEU beam": f"{row['beam_bleu']:.2f}",
                "they differ on": f"{row['differ']:.1%}",
                "log-probability greedy": f"{row['greedy_log_probability']:.3f}",
                "log-probability beam": f"{row['beam_log_probability']:.3f}",
                "ms greedy": f"{row['greedy_milliseconds']:.0f}",
                "ms beam": f"{row['beam_milliseconds']:.0f}",
            }
            for row in compared["rows"]
        ]
    )
