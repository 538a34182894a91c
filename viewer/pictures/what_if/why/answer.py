"""What is computed for one question, once for all visitors, and for a whole translation."""

from dataclasses import dataclass

import pandas as pd

from transformer import GlassformerError, Translation
from transformer.attribution.contributions import contributions
from transformer.attribution.faithfulness import faithfulness
from transformer.attribution.methods import attribute, source_shares
from transformer.attribution.question import Question, ask
from viewer.app import resources
from viewer.app.background import in_background
from viewer.app.budget import within_budget
from viewer.pictures.what_if.why.asked import MOST_SOURCE, MOST_STEPS


@dataclass(frozen=True)
class Answer:
    """Why this token.

    Attributes:
        token, rival: as text; the rival is None if there is none.
        probability, rival_probability: at the token's step.
        logit: of the token, minus the rival's.
        source, prefix: tokens read, including END and START.
        table: a row per token, a column per method.
        parts: the logit as a sum.
    """

    token: str
    rival: str | None
    probability: float
    rival_probability: float | None
    logit: float
    source: tuple[str, ...]
    prefix: tuple[str, ...]
    table: pd.DataFrame
    parts: pd.DataFrame


def translate(name: str, sentence: str) -> Translation:
    """The translation to ask about: beam search's, as on the first page.

    Raises:
        GlassformerError: if the sentence is too long to ask about.
    """
    source = resources.read(name, sentence)
    if len(source.tokens) > MOST_SOURCE:
        raise GlassformerError(
            f"This sentence has {len(source.tokens)} tokens. You can ask about up to {MOST_SOURCE}, since every method "
            "runs the model many times. Please shorten it."
        )
    return resources.beam_search(name, sentence)


@within_budget
@in_background
def compute_answer(name: str, sentence: str, step: int, rival: int | None) -> Answer:
    """The answer to one question.

    Raises:
        GlassformerError: as for `transformer.attribution.question.ask`.
    """
    question = make_question(name, sentence, step, rival)
    row = question.trace["logits"][question.predicted_at].float()
    probabilities = row.softmax(dim=-1)
    vocabulary = question.translator.tokenizer.vocabulary
    parts = contributions(question)
    return Answer(
        vocabulary[question.token],
        None if rival is None else vocabulary[rival],
        float(probabilities[question.token]),
        None if rival is None else float(probabilities[rival]),
        float(parts["logit"].sum()),
        tuple(question.trace.source_tokens),
        tuple(question.trace.target_tokens[: len(question.prefix)]),
        attribute(question),
        parts,
    )


@within_budget
@in_background
def removals(name: str, sentence: str, step: int, rival: int | None) -> pd.DataFrame:
    """The token's probability as words are removed in each method's order, see `faithfulness`."""
    return faithfulness(make_question(name, sentence, step, rival), compute_answer(name, sentence, step, rival).table)


@within_budget
@in_background
def shares_of(name: str, sentence: str) -> pd.DataFrame:
    """How much of each step comes from the source, see `source_shares`."""
    translation = translate(name, sentence)
    return source_shares(resources.load_model(name), translation.source.ids, translation.hypothesis.tokens[:MOST_STEPS])


def make_question(name: str, sentence: str, step: int, rival: int | None) -> Question:
    """The question about one step of the translation."""
    translation = translate(name, sentence)
    return ask(resources.load_model(name), translation.source.ids, translation.hypothesis.tokens, step, rival)
