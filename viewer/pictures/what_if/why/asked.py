"""Which token of the translation the question is about, and with which rival it is compared."""

import math
from dataclasses import dataclass
from typing import Any

from transformer import GlassformerError, Translation, Translator
from transformer.attribution.question import token_id
from transformer.text.special_tokens import START, WORD_START
from viewer.app import state
from viewer.transport.payload import Payload
from viewer.widgets.language import target_language
from viewer.widgets.tokens import as_facts, chips, chips_within

STEP, RIVAL = "asked", "rival"  # in the address
MOST_SOURCE, MOST_STEPS = 40, 30  # tokens: a question about more would take too long
CANDIDATES = 6
# The page opens with the default sentence's last article: it hangs on the noun, and attention says otherwise.
OPENING = {"fr": (5, "▁la"), "de": (5, "▁der")}


@dataclass(frozen=True)
class Asked:
    """A question in an address.

    Attributes:
        step: of the token, counted from 0. rival: as a token; "" for none.
    """

    step: int
    rival: str = ""


def opening(translator: Translator, translation: Translation) -> Asked:
    """What the page asks before a visitor does: about the default sentence’s article, else the least certain word."""
    step, token = OPENING.get(target_language(translator).code, (0, ""))
    tokens = translation.tokens
    if translation.source.text == state.DEFAULT_SENTENCE and step < len(tokens) and tokens[step] == token:
        return Asked(step)
    likely = translation.hypothesis.log_probabilities[:MOST_STEPS]
    begun = [at for at, token in enumerate(tokens[:MOST_STEPS]) if token.startswith(WORD_START)] or [0]
    return Asked(min(begun, key=lambda at: likely[at]))


def parse_asked(step: str | None, rival: str | None, steps: int) -> Asked | None:
    """The question in an address; None if it names no step of the translation.

    Args: steps: how many steps to ask about.
    """
    if step is None or not (step.isascii() and step.isdigit() and len(step) < 5) or int(step) >= steps:
        return None
    return Asked(int(step), (rival or "")[:40].strip())


def rival_id(translator: Translator, translation: Translation, asked: Asked) -> int | None:
    """The rival's id; None for no rival.

    Raises:
        GlassformerError: if it is not one token of the vocabulary, or the token itself.
    """
    if not asked.rival:
        return None
    try:
        found = token_id(translator, asked.rival)
    except GlassformerError as error:
        raise GlassformerError(
            f"“{asked.rival}” isn’t one token of this vocabulary, as a rival has to be: choose one from the list."
        ) from error
    if found == translation.hypothesis.tokens[asked.step]:
        raise GlassformerError("A token can’t be its own rival: choose another.")
    if found == START:
        raise GlassformerError("The START token is only read, never written: choose another rival.")
    return found


def payload_of_tokens(translator: Translator, translation: Translation, asked: Asked) -> Payload:
    """The translation, each of whose tokens can be asked about, for the browser."""
    shown = as_facts(chips(translation.tokens[:MOST_STEPS]))
    likely = map(math.exp, translation.hypothesis.log_probabilities)
    choices = [
        {"chip": chip, "probability": probability, "chosen": step == asked.step, "step": step, "rival": ""}
        for step, (chip, probability) in enumerate(zip(shown, likely, strict=False))
    ]
    hint = f"You can ask about the first {MOST_STEPS} tokens." if len(translation.tokens) > MOST_STEPS else ""
    question = f"Choose a {target_language(translator).name} token: why did the model write it?"
    return Payload({"question": question, "choices": choices, "hint": hint})


def payload_of_rivals(translator: Translator, translation: Translation, asked: Asked, rival: int | None) -> Payload:
    """The most probable rivals at that step, for the browser."""
    token = translation.hypothesis.tokens[asked.step]
    log_probabilities = translation.log_probabilities[asked.step]
    ranked = [each for each in log_probabilities.argsort(descending=True, stable=True).tolist() if each != START]
    shown = [each for each in ranked[: CANDIDATES + 1] if each != token][:CANDIDATES]
    if rival is not None and rival not in shown:
        shown.append(rival)
    vocabulary = translator.tokenizer.vocabulary
    any_other = {"text": "any other word", "joined": False, "special": False}
    choices: list[dict[str, Any]] = [{"chip": any_other, "probability": None, "chosen": rival is None, "rival": ""}]
    for each in shown:
        likely, (chip,) = float(log_probabilities[each].exp()), as_facts(chips_within([vocabulary[each]]))
        choices.append({"chip": chip, "probability": likely, "chosen": each == rival, "rival": vocabulary[each]})
    choices = [{**each, "step": asked.step} for each in choices]
    return Payload({"question": "Rather than …", "choices": choices, "hint": ""})
