"""The table of bars for the browser: a row per token, a column per method, and how far the methods agree."""

from dataclasses import asdict

from transformer.attribution.methods import rank_correlations
from viewer.pictures.what_if.why.answer import Answer
from viewer.pictures.what_if.why.methods import EXPLAINED
from viewer.pictures.what_if.why.story import FIRST, JUDGE, agreement, headline, misleading, quote_token
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips


def payload(answer: Answer) -> Payload:
    """Raw values, from which the browser computes shares; null if a correlation is undefined."""
    correlations = rank_correlations(answer.table)
    return Payload(
        {
            "headline": headline(answer),
            "misleading": misleading(answer),
            "token": quote_token(answer.token),
            "rival": None if answer.rival is None else quote_token(answer.rival),
            "rows": [
                *({"side": "source", "chip": chip} for chip in as_facts(chips(answer.source))),
                *({"side": "target", "chip": chip} for chip in as_facts(chips(answer.prefix))),
            ],
            "methods": [{**asdict(each), "values": answer.table[each.name].tolist()} for each in EXPLAINED],
            "correlations": [
                [None if value != value else value for value in row] for row in correlations.to_numpy().tolist()
            ],
            "agreement": agreement(correlations),
            "habit": FIRST,
            "judge": JUDGE,
        }
    )
