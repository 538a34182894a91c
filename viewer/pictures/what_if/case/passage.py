"""One sentence of a case: its translation up to where it must choose, and what becomes of the choice under edits.

The browser's own model makes the same in `viewer/engine/live/rivals.js`.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict

import torch
from torch import Tensor

from transformer import Greedy, Translation, Translator
from transformer.analysis.cases.ranking import find_halt
from transformer.edits import Edit, close, compose, zero_head
from transformer.errors import EditError
from transformer.text.special_tokens import END
from transformer.text.words import text_words
from viewer.transport.payload import Payload
from viewer.widgets.tokens import ChipFacts, as_facts, chips


class ChangeAsked(TypedDict):
    """A change: words of the source that are hidden, and heads set to zero."""

    hide: Sequence[Literal["clue", "decoy"]]
    heads: Sequence[str]


class OtherFacts(ChipFacts):
    """The likeliest token that is no rival."""

    probability: float


class ChangeFacts(ChangeAsked):
    """What a change makes of the rivals’ probabilities and the likeliest other token, and what is written."""

    probabilities: Sequence[float]
    other: OtherFacts
    written: Sequence[ChipFacts]


class CasePassage(TypedDict):
    """A sentence of a case: `clue` and `decoy` are places in the source; `halted` says whether there is a choice."""

    sentence: str
    translation: str
    source: Sequence[ChipFacts]
    clue: Sequence[int]
    decoy: Sequence[int]
    prefix: Sequence[ChipFacts]
    halted: bool
    changes: Sequence[ChangeFacts]


class CaseAsked(NamedTuple):
    """What is asked of a sentence, as in `rivals.js`.

    Attributes:
        rivals: words of the target. clue: the first of the source's words that decide, and how many. layer: whose heads
            look at them. changes: the first one is none.
    """

    rivals: Sequence[str]
    clue: tuple[int, int]
    layer: int
    changes: Sequence[ChangeAsked]


def case_passage(translator: Translator, sentence: str, asked: CaseAsked) -> Payload:
    """The facts, `CasePassage`, and the weights of cross-attention where it halts, (changes, layers, H, S)."""
    translation = translator.decode(sentence, Greedy())
    tokens = translation.source.tokens
    words = lettered_words(tokens)
    first, count = asked.clue
    clue = [place for word in words[first : first + count] for place in word]
    step, ids = _find_halt(translation, asked.rivals)
    halted = step is not None and bool(clue)
    prefix = translation.hypothesis.tokens[: step if halted else None]
    made: list[ChangeFacts] = []
    weights: list[Tensor] = []
    places: dict[str, list[int]] = {"clue": clue, "decoy": []}
    for change in asked.changes if halted else ():
        hidden = [place for name in change["hide"] for place in places[name]]
        edit = compose(*([close(*hidden)] if hidden else []), *map(zero_head, change["heads"]))
        facts, looks = _changed(translator, translation, prefix, ids, edit, change)
        made.append(facts)
        weights.append(looks)
        if len(made) == 1:
            mean = looks[asked.layer].mean(dim=0)
            outside = [word for word in words if not set(word) & set(clue)]
            places["decoy"] = max(outside, key=lambda word: float(mean[word].sum()), default=[])
    found: CasePassage = {
        "sentence": sentence,
        "translation": translation.text,
        "source": as_facts(chips(tokens)),
        "clue": places["clue"],
        "decoy": places["decoy"],
        "prefix": as_facts(chips(translator.tokenizer.tokens([each for each in prefix if each != END]))),
        "halted": halted,
        "changes": made,
    }
    return Payload(dict(found), {"weights": torch.stack(weights)} if weights else {})


def lettered_words(tokens: Sequence[str]) -> list[list[int]]:
    """The places of each word's pieces, without signs."""
    return [bare for word in text_words(tokens) if (bare := _without_signs(tokens, word))]


def _without_signs(tokens: Sequence[str], word: list[int]) -> list[int]:
    shown = chips(tokens)
    lettered = [place for place in word if any(map(str.isalnum, shown[place].text))]
    return list(range(lettered[0], lettered[-1] + 1)) if lettered else []


def _find_halt(translation: Translation, rivals: Sequence[str]) -> tuple[int | None, tuple[int, ...]]:
    """The step before one of the words is written, and their ids there; None without such a step."""
    try:
        halt = find_halt(translation, rivals)
    except EditError:
        return None, ()
    return halt.step, halt.ids


def _changed(
    translator: Translator,
    translation: Translation,
    prefix: Sequence[int],
    ids: Sequence[int],
    edit: Edit,
    change: ChangeAsked,
) -> tuple[ChangeFacts, Tensor]:
    made = translator.decode(translation.source, Greedy(), prefix=prefix, edit=edit or None)
    trace, step = made.trace, len(prefix)
    shares = trace["logits"][step].float().softmax(dim=-1)
    without = shares.clone()
    without[list(ids)] = -1
    other = int(without.argmax())
    (chip,) = as_facts(chips([translator.tokenizer.vocabulary[other]]))
    written = [each for each in made.hypothesis.tokens if each != END]
    facts: ChangeFacts = {
        "hide": change["hide"],
        "heads": change["heads"],
        "probabilities": shares[list(ids)].tolist(),
        "other": {**chip, "probability": float(shares[other])},
        "written": as_facts(chips(translator.tokenizer.tokens(written)))[step:],
    }
    layers = range(translator.model.config.decoder_layers)
    looks = [trace[f"decoder.{layer}.cross_attention.weights"][:, step] for layer in layers]
    return facts, torch.stack(looks).float()
