"""All attributions of one token in one table, and how far they agree.

```text
method                  what it reads                                                    uses a rival
attention               weights at the step that writes the token                        no
attention_read_back     weights at the step that reads it back                           no
value_norms             lengths of the weighted values at the step that writes it        no
value_norms_read_back   the same at the step that reads it back                          no
gradient                gradient × input                                                 yes
integrated              integrated gradients                                             yes
leave_one_out           the fall of the logit when a token is removed                    yes
value_zeroing           how far layer outputs turn without a token's values              no
alti                    contributions traced through all layers                          no
```
"""

from collections.abc import Callable, Sequence

import pandas as pd
from torch import Tensor

from transformer.attribution.alti import alti, contributions_through
from transformer.attribution.attentions import attention, value_norms
from transformer.attribution.erasure import leave_one_out, value_zeroing
from transformer.attribution.gradients import gradient_times_input, integrated_gradients
from transformer.attribution.question import Question
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import trace_tokens, whole_target
from transformer.errors import GlassformerError
from transformer.model.probe import nearest_in_words
from transformer.model.transformer import Transformer

ALL = "all"
METHODS: dict[str, Callable[[Question], Tensor]] = {
    "attention": lambda question: attention(question, question.predicted_at),
    "attention_read_back": lambda question: attention(question, question.read_back_at),
    "value_norms": lambda question: value_norms(question, question.predicted_at),
    "value_norms_read_back": lambda question: value_norms(question, question.read_back_at),
    "gradient": gradient_times_input,
    "integrated": integrated_gradients,
    "leave_one_out": leave_one_out,
    "value_zeroing": value_zeroing,
    "alti": alti,
}

# The others follow the parts of an encoder-decoder.
OF_ONE_STACK = ("attention", "attention_read_back", "gradient", "integrated", "leave_one_out")


def attribute(question: Question, method: str = ALL) -> pd.DataFrame:
    """How much every source token and every earlier target token counts.

    Args:
        method: one of METHODS, or `all`; for one stack, one of OF_ONE_STACK, or all of these.

    Returns:
        A row per token: `side`, `position`, `token`, and one column per method; `attrs` says what was asked
        (`Question.asked`).

    Raises:
        GlassformerError: for a method that does not exist, or not for this kind of model.
    """
    if method not in (ALL, *METHODS):
        raise GlassformerError(f"There is no method {method!r}; the nearest are {nearest_in_words(method, METHODS)}.")
    known = OF_ONE_STACK if question.trace.one_stack else tuple(METHODS)
    if method not in (ALL, *known):
        raise GlassformerError(f"{method!r} needs an encoder; for one stack there are {', '.join(known)}.")
    chosen = {name: METHODS[name] for name in (known if method == ALL else (method,))}
    table = pd.DataFrame(question.tokens, columns=["side", "position", "token"])
    for name, measure in chosen.items():
        table[name] = measure(question).tolist()
    table.attrs = question.asked
    return table


def rank_correlations(table: pd.DataFrame) -> pd.DataFrame:
    """Spearman's correlation between the methods of a table: 1 if they rank all tokens the same.

    A method that ranks nothing, because all tokens count the same, correlates with no other.
    """
    return table[[name for name in METHODS if name in table]].corr(method="spearman")


def source_shares(translator: TextModel[Transformer], source: Sequence[int], tokens: Sequence[int]) -> pd.DataFrame:
    """How much of each step comes from the source, and how much from the prefix.

    Voita et al. 2021 (arXiv 2010.10907) ask this of relevance propagation; here ALTI's shares answer it, which sum
    to 1 over both, as in Ferrando et al. 2022. Where the share falls, the model relies less on the source.

    Args:
        source: ids, END included. tokens: the translation's ids.

    Returns:
        A row per step: `step`, `token`, `source`, `prefix`.
    """
    trace = trace_tokens(translator, source, whole_target(tokens, translator.model.config.max_length))
    share = contributions_through(translator.model, trace).source.sum(dim=-1)[: len(tokens)].tolist()
    return pd.DataFrame(
        {
            "step": range(len(tokens)),
            "token": translator.tokenizer.tokens(tokens),
            "source": share,
            "prefix": [1 - value for value in share],
        }
    )
