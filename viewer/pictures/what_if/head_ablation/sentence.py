"""One sentence with each head changed: set to zero, to its mean, or alone in its layer."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from transformer import Translation
from transformer.edits.comparison import word_changes
from transformer.edits.laboratory import KEEP, MEAN, ZERO, measured_edits
from viewer.app import resources
from viewer.app.background import in_background
from viewer.app.budget import within_budget
from viewer.widgets.word_diff import word_diff

CHANGES = (ZERO, MEAN, KEEP)
_HOLD = 5  # meaningful digits of a 32-bit model's log-probability


@dataclass(frozen=True)
class HeadsOfSentence:
    """A sentence with every head changed in one way, one at a time.

    Attributes:
        untouched: its greedy translation.
        table: a row for each edit, see `transformer.edits.ablation.ablate`, indexed by what it acts on: `cross.1.2`.
    """

    untouched: Translation
    table: pd.DataFrame

    @property
    def log_probability(self) -> float:
        """Of the original translation."""
        first = self.table.iloc[0]
        return float(first["log_probability"] + first["drop"])


def place_of(written: str) -> str:
    """What an edit acts on: `cross.1.2` of `zero_head:cross.1.2`."""
    return written.partition(":")[2]


@within_budget
def heads_of_sentence(name: str, sentence: str, change: str) -> HeadsOfSentence:
    """A sentence with one change made to each head in turn.

    Args:
        change: one of CHANGES.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    table = _ablate(name, sentence, change)
    return HeadsOfSentence(resources.greedy(name, sentence), table.set_index(table["edit"].map(place_of)))


@in_background
def _ablate(name: str, sentence: str, change: str) -> pd.DataFrame:
    translator = resources.load_model(name)
    return translator.ablate(sentence, measured_edits(translator.model.config)[change])


def ablation_facts(found: dict[str, HeadsOfSentence]) -> dict[str, Any]:
    """What the browser shows about the sentence: the original translation, and the one under each change.

    Args: found: by change.
    """
    any_change = next(iter(found.values()))
    untouched = any_change.untouched.text
    return {
        "untouched": untouched,
        "logProbability": round(any_change.log_probability, _HOLD),
        "changes": {
            change: {str(place): _entry(untouched, row) for place, row in heads.table.iterrows()}
            for change, heads in found.items()
        },
    }


def _entry(untouched: str, row: Any) -> dict[str, Any]:
    changes = word_changes(untouched, row["translation"])
    return {
        "translation": row["translation"],
        "before": word_diff(changes, "before"),
        "after": word_diff(changes, "after"),
        "changedWords": sum(max(len(each.before), len(each.after)) for each in changes if not each.same),
        "logProbability": round(float(row["log_probability"]), _HOLD),
        "drop": round(float(row["drop"]), _HOLD),
    }
