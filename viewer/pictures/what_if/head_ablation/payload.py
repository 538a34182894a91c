"""What this page sends: the sentence's map, the held-out maps, and the prunings."""

from collections.abc import Iterable
from typing import Any

import streamlit as st

from transformer import Translator
from transformer.analysis.evaluation.ablations import Ablations
from transformer.corpora.catalogue import short_title
from transformer.edits.places import depth
from transformer.model.measurements import load_measurement
from viewer.app import resources
from viewer.app.on_request import must_wait
from viewer.app.page import Visit
from viewer.pictures.what_if.head_ablation.pruning import pruning_facts
from viewer.pictures.what_if.head_ablation.sentence import CHANGES, ablation_facts, heads_of_sentence, place_of
from viewer.transport.payload import Payload
from viewer.widgets.language import ENGLISH, FRENCH, GERMAN, source_language, target_language

CHANGE = "change"  # in the address
_ASKED = "heads_changed"  # in the session's state: how the browser asked to change the heads
MOST_TOKENS = 40  # of a sentence, which is retranslated for each head and change


def payload(name: str, sentence: str, asked: Iterable[str] = CHANGES, wait: bool = False) -> Payload:
    """Everything for one sentence.

    Args:
        asked: the changes to translate the sentence with; the first change is always included.
        wait: whether nothing is to be translated yet, because a large model takes long.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator = resources.load_model(name)
    config = translator.model.config
    tokens = len(translator.read(sentence).ids)
    measured, short = load_measurement(name, Ablations), tokens <= MOST_TOKENS and not wait
    too_long = (
        f"This sentence has {tokens} tokens. It has to be retranslated for each head, so this works only up to "
        f"{MOST_TOKENS} tokens."
    )
    wanted = {CHANGES[0], *asked} if short else ()
    found = {change: heads_of_sentence(name, sentence, change) for change in CHANGES if change in wanted}
    names = [short_title(corpus) for corpus, _, _ in measured.corpora] if measured else []
    layers = {
        "encoder": depth(config, "encoder"),
        "decoder": depth(config, "decoder"),
        "cross": depth(config, "decoder"),
    }
    return Payload(
        {
            "heads": config.heads,
            "layers": layers,
            "sentence": ablation_facts(found) if short else None,
            "tooLong": "" if short else _LARGE if wait else too_long,
            "heldOut": held_out_facts(measured, names) if measured else None,
            "notMeasured": "" if measured else not_measured(name, translator),
        }
    )


_LARGE = "This model is large: it can take a minute to translate the sentence without each of its heads."


def held_out_facts(measured: Ablations, names: list[str]) -> dict[str, Any]:
    """BLEU of the original model and under each edit of heads, and the prunings.

    Args:
        names: of the corpora, as shown on the pages.
    """
    return {
        "corpora": [
            {"name": name, "pairs": pairs} for name, (_, _, pairs) in zip(names, measured.corpora, strict=True)
        ],
        "untouched": list(measured.untouched.bleu),
        "costs": {
            change: {place_of(edit): list(cost.bleu) for edit, cost in measured.edits.get(change, {}).items()}
            for change in CHANGES
        },
        "pruning": pruning_facts(measured, names),
    }


def not_measured(name: str, translator: Translator) -> str:
    """Why there are no held-out maps, and the command that makes them, if there is one."""
    languages = {source_language(translator), target_language(translator)}
    if ENGLISH not in languages or not languages & {FRENCH, GERMAN}:
        return (
            "What each head contributes on held-out sentences can’t be measured here: there are no test sentences in "
            "this model’s languages."
        )
    corpus = "" if target_language(translator) == FRENCH else " --corpus multi30k --data data"
    return (
        "What each head contributes on held-out sentences hasn’t been measured for this model. To measure it, run: "
        f"python -m transformer measure ablations {name}{corpus}"
    )


def heads_of(visit: Visit) -> Payload:
    """The sentence without each head, for the changes that the visitor is looking at."""
    if visit.alone:
        return payload(visit.model, visit.sentence)
    asked = st.query_params.get(CHANGE, ""), st.session_state.get(_ASKED, "")  # the payload ignores unknown ones
    wait = must_wait(visit.model, "Translate without each head", visit.sentence)
    return payload(visit.model, visit.sentence, asked, wait)


def take_change(change: object) -> None:
    """Keep how the browser asked to change the heads."""
    st.session_state[_ASKED] = str(change)
