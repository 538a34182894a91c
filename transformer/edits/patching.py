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

from transformer.decoding.trace import Trace, trace_tokens
from transformer.decoding.translation import Translation
from transformer.edits.change import EditableModel
from transformer.edits.comparison import first_difference
from transformer.edits.patches import LONGEST, Target, target_of
from transformer.edits.places import depth, head_names, layer_places, start_of, sublayer_places
from transformer.errors import EditError
from transformer.model.attentions import STACKS
from transformer.model.config import ModelConfig
from transformer.model.layers import EncoderLayer
from transformer.model.masks import causal_mask
from transformer.model.probe import Recorder, prefix_names, probe_point
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START
from transformer.values import ByValue

What = Literal["residual", "sublayers", "heads"]
Patches: TypeAlias = Sequence[tuple[Target, int | slice]]  # activations, and at which positions: one, or several
ROWS_AT_ONCE = 32


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


def patched_places(config: ModelConfig, what: str) -> list[str]:
    """The places in a map: streams including their inputs, sublayers' outputs, heads' contexts, or one place alone.

    Raises:
        EditError: if there is no such map or place.
    """
    if what == "residual":
        return [place for stack in STACKS for place in (f"{stack}.input", *layer_places(config, stack))]
    if what == "sublayers":
        return sublayer_places(config)
    if what == "heads":
        return head_names(config)
    if "." in str(what) and target_of(config, str(what)):
        return [what]
    raise EditError(f"There's no map of {what!r}; choose from {', '.join(get_args(What))}.")


def patch_map(translator: EditableModel, first: Translation, second: Translation, what: str = "residual") -> PatchMap:
    """Take each activation from the second sentence's run into the first one's, one at a time.

    Args:
        first, second: their greedy translations. what: `residual`, `sublayers`, `heads`, or a place, as `encoder.2`.

    Raises:
        EditError: if the sentences differ in length, have more than LONGEST tokens, or get the same translation.
    """
    places = patched_places(translator.model.config, what)
    a, b = first.source, second.source
    if len(a.ids) != len(b.ids):
        raise EditError(
            f"Patching needs two sentences with the same number of tokens: these have {len(a.ids)} and {len(b.ids)}."
        )
    if len(a.ids) > LONGEST:
        raise EditError(f"Sentences of at most {LONGEST} tokens can be patched; these have {len(a.ids)}.")
    step = first_difference(first.hypothesis.tokens, second.hypothesis.tokens)
    if step is None:
        raise EditError("Both sentences get the same translation, so there is no difference to trace.")
    prefix = [START, *first.hypothesis.tokens[:step]]
    rivals = [first.hypothesis.tokens[step], second.hypothesis.tokens[step]]
    target_tokens = translator.tokenizer.tokens(prefix)
    columns = {"encoder": (a.tokens, b.tokens), "decoder": (target_tokens, target_tokens)}
    targets = {place: target_of(translator.model.config, place) for place in places}
    cells = [Cell(place, at) for place in places for at in range(len(columns[targets[place].stack][0]))]
    only = {"logits", *(target.name for target in targets.values())}
    of_b = trace_tokens(translator, b.ids, [*prefix, rivals[0]], only=only)
    patches = [[], *([(targets[place], at)] for place, at in cells)]
    of_a, *found = patched_differences(translator.model, (a.ids, prefix), patches, of_b, rivals).tolist()
    untouched = of_a, float(of_b["logits"][-1, rivals[0]] - of_b["logits"][-1, rivals[1]])
    frame = pd.DataFrame(cells, columns=["place", "position"])
    for name, side in (("token_a", 0), ("token_b", 1)):
        frame[name] = [columns[targets[place].stack][side][at] for place, at in cells]
    frame["difference"] = found
    frame["moved"] = (untouched[0] - frame["difference"]) / (untouched[0] - untouched[1])
    vocabulary = translator.tokenizer.vocabulary
    tokens = (vocabulary[rivals[0]], vocabulary[rivals[1]])
    frame.attrs = {"step": step, "token": tokens[0], "rival": tokens[1], "translations": (first.text, second.text)}
    return PatchMap(first, second, step, tokens, untouched, frame)


@torch.no_grad()
def patched_differences(
    model: Transformer,
    read: tuple[Sequence[int], Sequence[int]],
    cells: Sequence[Patches],
    other: Trace,
    rivals: Sequence[int],
) -> Tensor:
    """Δ of a run on a source and a target, for each cell with those activations taken from another trace.

    A row begins where it first differs from the run without patches.

    Args:
        read: ids of the source, and of the target that the decoder reads. cells: a row of a batch for each.
        rivals: two ids.
    """
    config, output = model.config, model.output_projection
    source, target = (torch.tensor([list(ids)], device=output.weight.device) for ids in read)
    stages = [f"{stack}.{layer}" for stack in STACKS for layer in range(depth(config, stack) + 1)]
    layers = [*model.encoder_layers, None, *model.decoder_layers, None]
    streams = [start_of(config, stage) for stage in stages]  # before each layer, and after the last one
    own = Recorder(streams)
    memory = model.encode(source, own)
    model.decode(target, memory, source, probe=own)
    mask = causal_mask(target.size(1), target.device)
    one, two = rivals
    direction = output.weight[one] - output.weight[two]
    bias = 0 if output.bias is None else output.bias[one] - output.bias[two]

    def begin(patches: Patches) -> int:
        names = (target.name for target, _ in patches)
        found = (streams.index(n) if n in streams else stages.index(".".join(n.split(".")[:2])) for n in names)
        return min(found, default=len(stages) - 1)

    begins = torch.tensor([begin(patches) for patches in cells])
    found = torch.empty(len(cells), dtype=memory.dtype)
    for rows in begins.argsort(stable=True).split(ROWS_AT_ONCE):
        probe = _RowByRow([cells[row] for row in rows.tolist()], other)
        x = memories = memory[:0]
        for number, (stage, name, layer) in enumerate(zip(stages, streams, layers, strict=True)):
            if name == "decoder.input":
                memories = torch.cat([model.encoder_norm(x), memory.expand(len(rows) - len(x), -1, -1)])
                x = own.activations[name].expand(len(x), -1, -1)
            new = int((begins[rows] <= number).sum()) - len(x)
            x = probe_point(probe, name, torch.cat([x, own.activations[name].expand(new, -1, -1)]))
            if len(x) and isinstance(layer, EncoderLayer):
                x = layer(x, None, prefix_names(probe, stage))
            elif len(x) and layer is not None:
                x = layer(x, memories[: len(x)], mask, None, probe=prefix_names(probe, stage))
        found[rows] = (model.decoder_norm(x)[:, -1] @ direction + bias).cpu()
    return found


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
            if row < len(value):  # the others begin later
                here = value[row] if target.head is None else value[row, target.head]
                here[position] = target.row(self.other[name], position).to(value)
        return value
