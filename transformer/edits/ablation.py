"""A sentence under many edits, one at a time: what it can do without."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import torch
from torch import Tensor

from transformer.decoding.greedy import greedy
from transformer.decoding.search import Hypothesis, SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.decoding.translation import find_translation
from transformer.edits.change import EditableModel
from transformer.edits.comparison import first_difference, translate_under_edit
from transformer.edits.edit import Edit, RowByRow
from transformer.model.probe import Probe
from transformer.text.source import Source
from transformer.text.special_tokens import START

ROWS_AT_ONCE = 32


class Ablated(NamedTuple):
    """A sentence under one edit.

    Attributes:
        found: its greedy translation. log_probability: of the original translation.
    """

    found: Hypothesis
    log_probability: float


def ablate(translator: EditableModel, source: Source, edits: Sequence[Edit]) -> pd.DataFrame:
    """One sentence under each edit, decoded greedily, compared with the original model.

    Edits of heads run as rows of one batch, all others one by one.

    Returns:
        A row per edit: `edit` (as written), `translation`, `changed` (whether it differs from the original),
        `first_change` (the step, or None), `log_probability` (of the original translation), and `drop` (how far the
        edit lowers that, in nats); `attrs` has the original `translation`.

    Raises:
        EditError: if an edit names something that the model or the sentence does not have.
    """
    untouched = find_translation(translator, source, Greedy()).hypothesis
    (own,) = _log_probabilities(translator, [source.ids], untouched.tokens)
    of_heads = [edit for edit in edits if edit.acts_on_contexts_alone(translator)]
    found: dict[str, Ablated] = {}
    for begin in range(0, len(of_heads), ROWS_AT_ONCE):
        group = of_heads[begin : begin + ROWS_AT_ONCE]
        found |= dict(
            zip([edit.written for edit in group], _together(translator, source, group, untouched), strict=True)
        )
    rows = []
    for edit in edits:
        here = found.get(edit.written) or _alone(translator, source, edit, untouched)
        rows.append(
            {
                "edit": edit.written,
                "translation": source.carried.put_back(translator.tokenizer.decode(here.found.tokens)),
                "changed": here.found.tokens != untouched.tokens,
                "first_change": first_difference(untouched.tokens, here.found.tokens),
                "log_probability": here.log_probability,
                "drop": own - here.log_probability,
            }
        )
    frame = pd.DataFrame(rows, columns=["edit", "translation", "changed", "first_change", "log_probability", "drop"])
    frame.attrs = {"translation": source.carried.put_back(translator.tokenizer.decode(untouched.tokens))}
    return frame.astype({"first_change": "Int64"})


def _together(translator: EditableModel, source: Source, edits: Sequence[Edit], untouched: Hypothesis) -> list[Ablated]:
    """All edits at once, each in its own row of a batch of the same sentence."""
    sources = [source.ids] * len(edits)
    hypotheses = greedy(translator.model, sources, SearchOptions(probe=RowByRow(translator, edits)))
    values = _log_probabilities(translator, sources, untouched.tokens, RowByRow(translator, edits))
    return [Ablated(*each) for each in zip(hypotheses, values, strict=True)]


def _alone(translator: EditableModel, source: Source, edit: Edit, untouched: Hypothesis) -> Ablated:
    translation = translate_under_edit(translator, source, edit, Greedy())
    (value,) = _log_probabilities(translator, [translation.source.ids], untouched.tokens, edit.probe(translator))
    return Ablated(translation.hypothesis, value)


@torch.no_grad()
def _log_probabilities(
    translator: EditableModel, sources: Sequence[Sequence[int]], tokens: Sequence[int], probe: Probe | None = None
) -> list[float]:
    """The logarithm of a translation's probability in each row, teacher-forced."""
    device = translator.model.output_projection.weight.device
    source = torch.tensor([list(ids) for ids in sources], device=device)
    target = torch.tensor([[START, *tokens[:-1]]], device=device).expand(len(sources), -1)
    distribution = translator.model(source, target, probe).float().log_softmax(dim=-1)
    ids: Tensor = torch.tensor(tokens, device=device).expand(len(sources), -1)
    values: list[float] = distribution.gather(-1, ids[..., None]).sum(dim=(1, 2)).tolist()
    return values
