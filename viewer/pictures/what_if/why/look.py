"""The answer at a glance: what happens to the token when a word is hidden, and what attention and gradient say."""

from dataclasses import dataclass
from itertools import groupby

import pandas as pd
import torch

from transformer import Translation, Translator
from transformer.attribution.erasure import output_without
from transformer.attribution.methods import attribute
from transformer.attribution.question import Question
from transformer.text.special_tokens import END
from transformer.text.words import spell_word, text_words
from viewer.app.background import in_background
from viewer.app.budget import within_budget
from viewer.pictures.what_if.why.answer import make_question
from viewer.pictures.what_if.why.asked import MOST_STEPS
from viewer.pictures.what_if.why.story import quote_token
from viewer.transport.payload import Payload
from viewer.widgets.tokens import SPACE_ALONE, as_facts, chips

DECIDES = 0.5  # of the token's probability: a word without which less is left decides


@dataclass(frozen=True)
class Glance:
    """What each word counts for a token.

    Attributes:
        token: as written. probability: of it.
        words: a row per word read so far: `side`, `word`, `left` (the token's probability without it), `instead`
            (what is likeliest then), `attention` and `gradient` (the sums over its pieces).
    """

    token: str
    probability: float
    words: pd.DataFrame


@within_budget
@in_background
def glance(name: str, sentence: str, step: int) -> Glance:
    """What each word counts for the token written in a step, without a rival."""
    question = make_question(name, sentence, step, None)
    vocabulary = question.translator.tokenizer.vocabulary
    table = attribute(question, "attention").assign(gradient=attribute(question, "gradient")["gradient"])
    words = _words(question)
    removed = torch.zeros(len(words), len(table), dtype=torch.bool)
    for row, (_, members) in enumerate(words):
        removed[row, members] = True
    with torch.no_grad():
        project = question.translator.model.project
        hidden = project(output_without(question, removed)).softmax(dim=-1).cpu()
    probabilities = question.trace["logits"][question.predicted_at].float().softmax(dim=-1)
    rows = [
        {
            "side": table["side"].iloc[members[0]],
            "word": word,
            "left": float(hidden[row, question.token]),
            "instead": vocabulary[int(hidden[row].argmax())],
            **table.iloc[members][["attention", "gradient"]].sum().to_dict(),
        }
        for row, (word, members) in enumerate(words)
    ]
    return Glance(vocabulary[question.token], float(probabilities[question.token]), pd.DataFrame(rows))


def _words(question: Question) -> list[tuple[str, list[int]]]:
    """Each word and each run of punctuation read so far, with the rows of its pieces in the methods' tables."""
    source, target = question.trace.source_tokens, question.trace.target_tokens[: len(question.prefix)]
    found = []
    for side, first in ((source, 0), (target, len(source))):
        lettered = [any(map(str.isalnum, token)) for token in side]
        for word in text_words(side):
            for _, same in groupby(word, lettered.__getitem__):
                members = list(same)
                found.append((spell_word(side, members) or SPACE_ALONE, [first + each for each in members]))
    return found


def payload(translator: Translator, translation: Translation, step: int, seen: Glance) -> Payload:
    """The translation as chips, the conclusion in words and the bars, for the browser.

    Of what was written before, only a word that decides is shown.
    """
    cause, headline, words = conclusion(seen, translator.tokenizer.vocabulary[END])
    shown = [at for at, side in enumerate(seen.words["side"]) if side == "source" or at == cause]
    rows = seen.words.iloc[shown]
    facts = {
        "translation": as_facts(chips(translation.tokens[:MOST_STEPS])),
        "step": step,
        "token": quote_token(seen.token),
        "headline": headline,
        "words": words,
        "sentence": translation.source.text,
        "model": translator.name,
        "cause": None if cause is None else shown.index(cause),
        "rows": rows[["side", "word"]].to_dict("records"),
        "falls": (1 - rows["left"] / seen.probability).tolist(),
        "attention": rows["attention"].tolist(),
        "gradient": rows["gradient"].tolist(),
    }
    return Payload(facts)


def conclusion(seen: Glance, end: str) -> tuple[int | None, str, str]:
    """The row of the word that decides, if one does, and in words what hiding it does.

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
    already = "" if side == "source" else ", which it had just written"
    then = "it would stop" if instead == end else f"it would write {quote_token(instead)} instead"
    headline = f"The model wrote {token} because of “{word}”{already}."
    more = "" if instead == seen.token else f": {then}"
    return row, headline, f"Hide “{word}”, and {token} falls {falls}{more}."


def _percent(probability: float) -> str:
    return f"{100 * probability:.0f}%" if probability >= 0.01 else "under 1%"
