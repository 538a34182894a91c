"""Activation patching: which place carries the difference between two sentences (Vig et al. 2020; Meng et al. 2022).

Two sentences with the same number of tokens, `a` and `b`, are translated. At the first step where the predictions
differ, the model runs on `a` with one activation taken from its run on `b`, once for every place and position:

    moved = (Δ_a − Δ_patched) / (Δ_a − Δ_b),   Δ = logit(the token of a) − logit(the token of b)

0: nothing moved; 1: the model now prefers b's token as much as it does for `b` itself. All cells run as a batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, get_args

import pandas as pd
import torch
from torch import Tensor

from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import Trace, trace_tokens
from transformer.decoding.translation import Translation, find_translation
from transformer.edits.change import EditableModel
from transformer.edits.comparison import first_difference
from transformer.edits.edit import Edit
from transformer.edits.patches import LONGEST, Target, patch, target_of
from transformer.edits.places import head_names, layer_places, sublayer_places
from transformer.errors import EditError
from transformer.model.attentions import STACKS
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer
from transformer.text.source import Source
from transformer.text.special_tokens import START
from transformer.values import ByValue

What = Literal["residual", "sublayers", "heads"]
Patches: TypeAlias = Sequence[tuple[Target, int | slice]]  # activations, and at which positions: one, or several
ROWS_AT_ONCE = 128


class Cell(NamedTuple):
    """One place at one position, see `transformer.edits.patches`."""

    place: str
    position: int


@dataclass(frozen=True, eq=False)
class PatchMap(ByValue):
    """How far each place of b's run moves a's prediction.

    Attributes:
        a, b: the two sentences' greedy translations.
        step: at which their tokens first differ. tokens: of a and b at that step.
        differences: Δ of a and of b, in logits.
        frame: a row per cell: `place`, `position`, `token_a`, `token_b` (each sentence's token there),
            `difference` (Δ patched), `moved`; `attrs` says what was compared: `step`, `token` (of a), `rival` (of
            b), `translations`.
    """

    a: Translation
    b: Translation
    step: int
    tokens: tuple[str, str]
    differences: tuple[float, float]
    frame: pd.DataFrame = field(repr=False)

    def edit(self, cell: Cell) -> Edit:
        """The edit that gives a cell's patched translation."""
        return patch(cell.place, cell.position, self.b.source.text)


def patched_places(config: ModelConfig, what: str) -> list[str]:
    """The places in a map: streams including their inputs, sublayers' outputs, or heads' contexts.

    Raises:
        EditError: if there is no such map.
    """
    if what == "residual":
        return [place for stack in STACKS for place in (f"{stack}.input", *layer_places(config, stack))]
    if what == "sublayers":
        return sublayer_places(config)
    if what == "heads":
        return head_names(config)
    raise EditError(f"There's no map of {what!r}; choose from {', '.join(get_args(What))}.")


def patch_map(translator: EditableModel, a: Source, b: Source, what: str = "residual") -> PatchMap:
    """Take each activation from `b` into a run on `a`, one at a time.

    Args:
        what: `residual`, `sublayers` or `heads`.

    Raises:
        EditError: if the sentences differ in length, have more than LONGEST tokens, or get the same translation.
    """
    places = patched_places(translator.model.config, what)
    if len(a.ids) != len(b.ids):
        raise EditError(
            f"Patching needs two sentences with the same number of tokens: these have {len(a.ids)} and {len(b.ids)}."
        )
    if len(a.ids) > LONGEST:
        raise EditError(f"Sentences of at most {LONGEST} tokens can be patched; these have {len(a.ids)}.")
    first, second = (find_translation(translator, source, Greedy()) for source in (a, b))
    step = first_difference(first.hypothesis.tokens, second.hypothesis.tokens)
    if step is None:
        raise EditError("Both sentences get the same translation, so there is no difference to trace.")
    prefix = [START, *first.hypothesis.tokens[:step]]
    rivals = [first.hypothesis.tokens[step], second.hypothesis.tokens[step]]
    of_a, of_b = (trace_tokens(translator, source.ids, [*prefix, rivals[0]]) for source in (a, b))
    columns = {"encoder": (a.tokens, b.tokens), "decoder": (of_a.target_tokens, of_a.target_tokens)}
    targets = {place: target_of(translator.model.config, place) for place in places}
    cells = [Cell(place, at) for place in places for at in range(len(columns[targets[place].stack][0]))]
    patches = [[(targets[place], at)] for place, at in cells]
    found = patched_differences(translator.model, (a.ids, prefix), patches, of_b, rivals)
    untouched = [float(trace["logits"][-1, rivals[0]] - trace["logits"][-1, rivals[1]]) for trace in (of_a, of_b)]
    frame = pd.DataFrame(cells, columns=["place", "position"])
    for name, side in (("token_a", 0), ("token_b", 1)):
        frame[name] = [columns[targets[place].stack][side][at] for place, at in cells]
    frame["difference"] = found.tolist()
    frame["moved"] = (untouched[0] - frame["difference"]) / (untouched[0] - untouched[1])
    vocabulary = translator.tokenizer.vocabulary
    tokens = (vocabulary[rivals[0]], vocabulary[rivals[1]])
    frame.attrs = {"step": step, "token": tokens[0], "rival": tokens[1], "translations": (first.text, second.text)}
    return PatchMap(first, second, step, tokens, (untouched[0], untouched[1]), frame)


@torch.no_grad()
def patched_differences(
    model: Transformer,
    read: tuple[Sequence[int], Sequence[int]],
    cells: Sequence[Patches],
    other: Trace,
    rivals: Sequence[int],
) -> Tensor:
    """Δ of a run on a source and a target, for each cell with those activations taken from another trace.

    Args:
        read: ids of the source, and of the target that the decoder reads. cells: a row of a batch for each.
        rivals: two ids.
    """
    device = next(model.parameters()).device
    source, target = (torch.tensor([list(ids)], device=device) for ids in read)
    memory = model.encode(source)
    output = model.output_projection
    found: list[Tensor] = []
    for begin in range(0, len(cells), ROWS_AT_ONCE):
        group = cells[begin : begin + ROWS_AT_ONCE]
        probe = _RowByRow(group, other)
        rows = len(group)
        sources, targets = source.expand(rows, -1), target.expand(rows, -1)
        of_encoder = any(each.stack == "encoder" for patches in group for each, _ in patches)
        memories = model.encode(sources, probe) if of_encoder else memory.expand(rows, -1, -1)
        hidden = model.decode(targets, memories, sources, probe=probe)[:, -1]
        chosen = list(rivals)
        logits = hidden @ output.weight[chosen].T + (0 if output.bias is None else output.bias[chosen])
        found.append(logits[:, 0] - logits[:, 1])
    return torch.cat(found).cpu()


class _RowByRow:
    """A probe that applies different patches to each row of a batch."""

    def __init__(self, cells: Sequence[Patches], other: Trace) -> None:
        self.rows: dict[str, list[tuple[int, Target, int | slice]]] = {}
        for row, patches in enumerate(cells):
            for target, position in patches:
                self.rows.setdefault(target.name, []).append((row, target, position))
        self.other = other
        self.watched = tuple(self.rows)

    def __call__(self, name: str, value: Tensor) -> Tensor:
        for row, target, position in self.rows.get(name, ()):
            here = value[row] if target.head is None else value[row, target.head]
            here[position] = target.row(self.other[name], position).to(value)
        return value
