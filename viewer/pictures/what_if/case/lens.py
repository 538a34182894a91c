"""The gender lens: which gender a model gives to professions, as it was measured, beside what it was trained on."""

import pandas as pd

from transformer.analysis.cases.professions import Professions
from transformer.model.measurements import load_measurement
from viewer.app.page import Visit

# What the table calls a share, in percent, and a count.
_SHARES = {
    "article": "“I know a …”: un, % of un and une",
    "he": "with he: il, % of il and elle",
    "she": "with she: il, % of both",
    "hidden": "she hidden: il, % of both",
}
_COUNTS = {
    **{"pairs": "training pairs", "with_he": "of them with he", "with_she": "with she"},
    **{"masculine": "masculine in French", "feminine": "feminine"},
}


def has_lens(visit: Visit) -> bool:
    """Whether it was measured on the model."""
    return load_measurement(visit.model, Professions) is not None


def lens_table(visit: Visit) -> pd.DataFrame:
    """A row per profession."""
    frame = _measured(visit).frame()
    told = {"translation": "“I know a …” in French", "agrees": "with she: “fatiguée”", **_SHARES, **_COUNTS}
    frame[list(_SHARES)] = frame[list(_SHARES)].mul(100).round(1)
    frame["agrees"] = frame["agrees"].map({True: "yes", False: "no"})
    return frame[["profession", *told]].rename(columns=told)


def lens_words(visit: Visit) -> str:
    """What the table comes to, in counts, without professions whose French was never learned."""
    measured = _measured(visit)
    frame, corpora = measured.frame(), measured.corpora.replace(",", ", ")
    is_met = frame["masculine"] + frame["feminine"] > 0
    unmet = [f"“{row.profession}” (“{row.translation}”)" for row in frame[~is_met].itertuples()]
    frame = frame[is_met]
    il = {name: f"{(frame[name] > 0.5).sum()} of {frame[name].notna().sum()}" for name in _SHARES}
    times = {name: f"{frame[name].sum():,}" for name in _COUNTS}
    return (
        f"“I know a …” makes “un” likelier than “une” for {il['article']} professions. “The … said that he was tired.” "
        f"makes “il” likelier than “elle” for {il['he']}, with “she” for {il['she']}, and once “she” is hidden, for "
        f"{il['hidden']}. With “she”, {frame['agrees'].sum()} of {len(frame)} translations end in “fatiguée”. The "
        f"training pairs ({corpora}) name them {times['pairs']} times, {times['with_he']} times with “he” alone, "
        f"{times['with_she']} with “she” alone; their French has a masculine form {times['masculine']} times, a "
        f"feminine one {times['feminine']} times. Left out of these counts, as the pairs never have its French: "
        f"{', '.join(unmet) or 'none'}."
    )


def _measured(visit: Visit) -> Professions:
    found = load_measurement(visit.model, Professions)
    assert found is not None  # as `has_lens` says
    return found
