"""The answer at a glance: what happens to the token when a word is hidden."""

from dataclasses import dataclass
from itertools import groupby

import pandas as pd
import torch

from transformer.attribution.erasure import output_without
from transformer.attribution.question import Question
from transformer.text.special_tokens import END, SPECIAL_TOKENS
from transformer.text.words import spell_word, text_words
from viewer.app.budget import within_budget
from viewer.pictures.what_if.why.answer import make_question
from viewer.pictures.what_if.why.story import quote_token
from viewer.transport.payload import Payload
from viewer.widgets.tokens import SPACE_ALONE

DECIDES = 0.5  # of the token's probability: a word without which less is left decides


@dataclass(frozen=True)
class Glance:
    """What each word counts for a token.

    Attributes:
        token: as written. probability: of it.
        words: a row per word read so far: `side`, `word`, `left` (the token's probability without it), `instead`
            (what is likeliest then).
    """

    token: str
    probability: float
    words: pd.DataFrame


@within_budget
def glance(name: str, sentence: str, step: int) -> Glance:
    """What each word counts for the token written in a step, without a rival."""
    question = make_question(name, sentence, step, None)
    vocabulary = question.translator.tokenizer.vocabulary
    words = _words(question)
    removed = torch.zeros(len(words) + 1, len(question.source) + len(question.prefix), dtype=torch.bool)
    for row, (_, _, members) in enumerate(words):
        removed[row, members] = True  # and nothing in the last
    with torch.no_grad():
        project = question.translator.model.project
        hidden = project(output_without(question, removed)).softmax(dim=-1).cpu()
    rows = [
        {
            "side": side,
            "word": word,
            "left": float(hidden[row, question.token]),
            "instead": vocabulary[int(hidden[row].argmax())],
        }
        for row, (side, word, _) in enumerate(words)
    ]
    return Glance(vocabulary[question.token], float(hidden[-1, question.token]), pd.DataFrame(rows))


def _words(question: Question) -> list[tuple[str, str, list[int]]]:
    """The side, word and pieces of each word and each run of punctuation read so far."""
    source, target = (question.translator.tokenizer.tokens(ids) for ids in (question.source, question.prefix))
    found = []
    for side, tokens, first in (("source", source, 0), ("target", target, len(source))):
        lettered = [any(map(str.isalnum, token)) for token in tokens]
        for word in text_words(tokens):
            for _, same in groupby(word, lettered.__getitem__):
                members = list(same)
                found.append((side, spell_word(tokens, members) or SPACE_ALONE, [first + each for each in members]))
    return found


def conclusion(seen: Glance) -> tuple[str | None, str, str]:
    """The word of the source that decides, if one does, and in words what hiding it does, and others that do.

    A word of the source is looked for first: without the word just written, a model often writes that one again.
    """
    token, least = quote_token(seen.token), seen.probability * DECIDES
    source = seen.words["left"].where(seen.words["side"] == "source", 1.0)
    row = int((source if source.min() < least else seen.words["left"]).argmin())
    side, word, instead = (str(seen.words[column].iloc[row]) for column in ("side", "word", "instead"))
    left = float(seen.words["left"].iloc[row])
    falls = f"from {_percent(seen.probability)} to {_percent(left)}"
    if left >= least:
        return None, f"No single word decides {token}.", f"Even without “{word}”, it only goes {falls}."
    written = "it would stop" if instead == SPECIAL_TOKENS[END] else f"the model would write {quote_token(instead)}"
    more = "" if instead == seen.token else f": {written} instead"
    others = seen.words[(seen.words["left"] < least) & (seen.words.index != row)].sort_values("left")
    also = " ".join(
        f"Hiding “{name}” costs it as well: {_percent(share)} is left."
        for name, share in zip(others["word"], others["left"], strict=True)
    )
    return word if side == "source" else None, f"Hide “{word}”, and {token} falls {falls}{more}.", also


def payload(seen: Glance) -> Payload:
    """What is left without each word, for the browser."""
    return Payload(
        {
            "token": quote_token(seen.token),
            "probability": seen.probability,
            "found": conclusion(seen)[1:],
            "hidden": [
                {**row, "instead": None if row["instead"] == seen.token else quote_token(str(row["instead"]))}
                for row in seen.words.to_dict("records")
            ],
        }
    )


def _percent(probability: float) -> str:
    return f"{100 * probability:.0f}%" if probability >= 0.01 else "under 1%"
