"""The gender lens: which gender a model gives to professions, as it was measured, beside what it was trained on."""

import pandas as pd

from transformer.analysis.cases.professions import Professions
from transformer.model.measurements import load_measurement
from viewer.app.page import Visit

# What the table calls a measured share, in percent, and a count.
_SHARES = {
    "article": "“I know a …”: un, %",
    "he": "with he: il, %",
    "she": "with she: il, %",
    "hidden": "she hidden: il, %",
}
_COUNTS = {
    "pairs": "training pairs",
    "with_he": "of them with he",
    "with_she": "with she",
    "masculine": "masculine in French",
    "feminine": "feminine",
}


def has_lens(visit: Visit) -> bool:
    """Whether it was measured on the model."""
    return load_measurement(visit.model, Professions) is not None


def _measured(visit: Visit) -> tuple[pd.DataFrame, str]:
    found = load_measurement(visit.model, Professions)
    assert found is not None  # as `has_lens` says
    return found.frame(), found.corpora.replace(",", ", ")


def lens_table(visit: Visit) -> pd.DataFrame:
    """A row per profession."""
    frame, _ = _measured(visit)
    shares = frame[list(_SHARES)].mul(100).round(1).rename(columns=_SHARES)
    written = frame[["profession", "translation"]].rename(columns={"translation": "“I know a …” in French"})
    agrees = frame["agrees"].map({True: "yes", False: "no"}).rename("with she: “fatiguée”")
    return pd.concat([written, shares, agrees, frame[list(_COUNTS)].rename(columns=_COUNTS)], axis=1)


def lens_words(visit: Visit) -> str:
    """What the table comes to, in counts."""
    frame, corpora = _measured(visit)
    il = {name: f"{int((frame[name] > 0.5).sum())} of {int(frame[name].notna().sum())}" for name in _SHARES}
    totals = {name: f"{int(frame[name].sum()):,}" for name in _COUNTS}
    return (
        f"Of “un” and “une”, “I know a …” makes “un” the likelier for {il['article']} professions. “The … said that he "
        f"was tired.” makes “il” the likelier for {il['he']}, with “she” for {il['she']}; once “she” is hidden, for "
        f"{il['hidden']}. With “she”, {int(frame['agrees'].sum())} of {len(frame)} translations end in “fatiguée”. The "
        f"training pairs ({corpora}) name them {totals['pairs']} times, {totals['with_he']} times with “he” alone, "
        f"{totals['with_she']} with “she” alone; their French has a masculine form {totals['masculine']} times, a "
        f"feminine one {totals['feminine']} times."
    )
