"""The table of bars for the browser: a row per token, a column per method; and what hiding a word finds."""

from dataclasses import asdict

from transformer import Translator
from viewer.pictures.what_if.why.answer import Answer
from viewer.pictures.what_if.why.glance import Glance, conclusion
from viewer.pictures.what_if.why.methods import EXPLAINED
from viewer.pictures.what_if.why.story import headline, misleading, quote_token
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips


def payload(translator: Translator, sentence: str, answer: Answer, seen: Glance) -> Payload:
    """Raw values, from which the browser computes shares, and the finding."""
    cause, *found = conclusion(seen)
    return Payload(
        {
            "model": translator.name,
            "sentence": sentence,
            "cause": cause,
            "found": found,
            "headline": headline(answer),
            "misleading": misleading(answer),
            "token": quote_token(answer.token),
            "rival": None if answer.rival is None else quote_token(answer.rival),
            "rows": [
                *({"side": "source", "chip": chip} for chip in as_facts(chips(answer.source))),
                *({"side": "target", "chip": chip} for chip in as_facts(chips(answer.prefix))),
            ],
            "methods": [{**asdict(each), "values": answer.table[each.name].tolist()} for each in EXPLAINED],
        }
    )
