"""One recorded forward pass: tokens and every named activation, without a reference to the model."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import filter as matching
from types import MappingProxyType
from typing import Literal

import pandas as pd
import torch
from torch import Tensor

from transformer.checks import check_whole_number
from transformer.decoding.batches import group_by_length
from transformer.decoding.encoded import EncodedSource
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.model.attentions import USES, AttentionKind, Side, kind_and_layer, place, rows_from
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, Recorder, chain, nearest
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import END, START
from transformer.text.words import sentence
from transformer.values import ByValue

OVER_KEYS = ("raw_scores", "scores", "masked_scores", "weights")  # activations whose columns are keys
AT_ONCE = 32  # sentences that are traced together


@dataclass(frozen=True, eq=False)
class Attention(ByValue):
    """One attention's weights, and the tokens that they connect.

    Attributes:
        kind, layer: which attention, named as in `transformer.model.attentions`.
        queries: the tokens of the rows (T). keys: those of the columns (S).
        weights: (H, T, S); every row sums to one.
    """

    kind: AttentionKind
    layer: int
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    weights: Tensor

    def __repr__(self) -> str:
        return f"Attention({self.kind!r}, layer {self.layer}, weights {tuple(self.weights.shape)})"

    def frame(self, head: int | None = None) -> pd.DataFrame:
        """One head as a table, by default the mean of all; repeated tokens are labelled as in `labels`."""
        weights = (
            self.weights.mean(dim=0) if head is None else of_head(self.weights, head, place(self.kind, self.layer))
        )
        return pd.DataFrame(weights.float().numpy(), index=labels(self.queries), columns=labels(self.keys))


@dataclass(frozen=True, eq=False)
class Trace(ByValue, Mapping[str, Tensor]):
    """Everything that the model computed for one source sentence and one target.

    A mapping from an activation's name to its tensor without the batch dimension, such as
    `trace["decoder.2.cross_attention.weights"]`, (H, T, S): rows are queries, columns are keys. Two traces are equal if
    their tokens and all their numbers are. A trace can be pickled.

    Attributes:
        source_tokens: what the encoder read, END included (S).
        target_tokens: what the decoder read, shifted right: START first (T).
        output_tokens: what each decoder position should predict, END last (T).
        activations: by name, in the order of the forward pass.
        one_stack: whether the decoder read both as one sequence: then its activations, all but the logits, have the
            source's rows first and then the target's (`transformer.model.one_stack`).
    """

    source_tokens: tuple[str, ...]
    target_tokens: tuple[str, ...]
    output_tokens: tuple[str, ...]
    activations: Mapping[str, Tensor]
    one_stack: bool = False

    def __getitem__(self, name: str) -> Tensor:
        """The activation called `name`.

        Raises:
            KeyError: if there is none; it names the closest ones.
        """
        try:
            return self.activations[name]
        except KeyError:
            near = ", ".join(nearest(name, self.activations))
            raise KeyError(f"There is no activation {name!r}; the nearest are {near}.") from None

    def __contains__(self, name: object) -> bool:
        return name in self.activations

    def __iter__(self) -> Iterator[str]:
        return iter(self.activations)

    def __len__(self) -> int:
        return len(self.activations)

    def __repr__(self) -> str:
        texts = f"{sentence(self.source_tokens)!r} → {sentence(self.output_tokens)!r}"
        return f"Trace({texts}, {len(self)} activations, whose names are list(trace))"

    def attention(self, kind: AttentionKind, layer: int) -> Attention:
        """One attention with the tokens of its rows and columns.

        Args:
            kind: "encoder", "decoder" or "cross". layer: counted from 0.

        Raises:
            KeyError: if there is no such attention; it names the closest activations.
        """
        if kind not in USES:
            raise KeyError(f"There is no kind of attention called {kind!r}; choose from {', '.join(USES)}.")
        weights = self[f"{place(kind, layer)}.weights"]
        return Attention(kind, layer, self._read(USES[kind].queries), self._read(USES[kind].keys), weights)

    def source_attention(self, layer: int) -> Tensor:
        """How much the target attends to the source in a layer of the decoder, (H, T, S).

        The weights of cross-attention; in one stack, the part of self-attention's in which target rows see the source.

        Raises:
            KeyError: if there is no such attention; it names the closest activations.
        """
        if not self.one_stack:
            return self[f"{place('cross', layer)}.weights"]
        source = len(self.source_tokens)
        return self[f"{place('decoder', layer)}.weights"][:, source:, :source]

    def frame(self, name: str, head: int | None = None, rows: Literal["input", "output"] = "input") -> pd.DataFrame:
        """One matrix as a table labelled with tokens; repeated tokens are labelled as in `labels`.

        Args:
            name: an activation; for attention scores or weights, the columns are the keys' tokens; for anything else,
                the dimensions.
            head: which head; required if the activation has more than one.
            rows: whether to label decoder rows with the token read there (the query) or the token predicted there.

        Raises:
            KeyError: for an unknown name.
            ValueError: if a head is required but missing, or out of range.
        """
        matrix = self[name]
        if matrix.dim() == 3:
            if head is None and matrix.size(0) > 1:
                raise ValueError(f"{name} has {matrix.size(0)} heads: give head=0 … {matrix.size(0) - 1}.")
            matrix = of_head(matrix, 0 if head is None else head, name)
        if matrix.dim() == 1:  # the order of the layers, which has no positions
            return pd.DataFrame(matrix.numpy(), columns=["layer"])
        side = rows_from(name)
        row_tokens = self.target_tokens if name == "logits" else self._read(side)
        if side == "target" and rows == "output":
            row_tokens = (*row_tokens[1:], self.output_tokens[-1])
        over_keys = name.rpartition(".")[2] in OVER_KEYS
        columns = labels(self._read(USES[kind_and_layer(name)[0]].keys)) if over_keys else None
        return pd.DataFrame(matrix.float().numpy(), index=labels(row_tokens), columns=columns)

    def _read(self, side: Side) -> tuple[str, ...]:
        """The tokens that the encoder ("source") or the decoder ("target") read."""
        both = (*self.source_tokens, *self.target_tokens)
        return self.source_tokens if side == "source" else both if self.one_stack else self.target_tokens


def of_head(values: Tensor, head: int, name: str) -> Tensor:
    """One head's part of an activation, (H, …).

    Raises:
        ValueError: if there is no such head.
    """
    if not 0 <= check_whole_number(head, "A head") < values.size(0):
        raise ValueError(f"{name} has heads 0 … {values.size(0) - 1}, not {head}.")
    return values[head]


def labels(tokens: Sequence[str]) -> list[str]:
    """Tokens as unique labels for a table: `▁the`, then `▁the·2`, `▁the·3` if it recurs."""
    counts: Counter[str] = Counter()
    found = []
    for token in tokens:
        counts[token] += 1
        found.append(token if counts[token] == 1 else f"{token}·{counts[token]}")
    return found


def whole_target(tokens: Sequence[int], longest: int) -> list[int]:
    """The ids for teacher-forcing a model: START, a translation's tokens, END.

    Args:
        tokens: of the translation; END can be among them already, or missing if it was cut off.
        longest: the model's positions. The last id is only predicted, never read, so one more still fits.
    """
    ended = tuple(tokens[-1:]) == (END,)
    return [START, *tokens, *([] if ended else [END])][: longest + 1]


@torch.no_grad()
def teacher_force(
    translator: TextModel[Transformer], encoded: EncodedSource, translations: Sequence[Sequence[int]]
) -> tuple[dict[str, Tensor], ...]:
    """Run only the decoder over several translations of an encoded source, in one pass.

    The shorter ones are padded at the end, where no earlier position can look.

    Args:
        translations: the tokens of each; END is last if it was reached.

    Returns:
        For each, the cross-attention weights, (H, T, S) per layer, and the logits, (T, V), with their names in a
        `Trace`.
    """
    model, recorder = translator.model, Recorder()
    targets = [whole_target(tokens, model.config.max_length) for tokens in translations]
    device, count = encoded.memory.device, len(targets)
    source = torch.tensor([encoded.source.ids] * count, device=device)
    read = pad_rows([target[:-1] for target in targets]).to(device)
    model.project(model.decode(read, encoded.memory.expand(count, -1, -1), source, probe=recorder), recorder)
    kept = [f"{place('cross', layer)}.weights" for layer in range(model.config.decoder_layers)] + ["logits"]
    return tuple(
        {name: recorder.activations[name][row, ..., : len(target) - 1, :].cpu() for name in kept}
        for row, target in enumerate(targets)
    )


@torch.no_grad()
def trace_tokens(
    translator: TextModel[TranslationModel],
    source: Sequence[int],
    target: Sequence[int],
    probe: Probe | None = None,
    only: Iterable[str] | None = None,
) -> Trace:
    """Run the model once over a source and a whole target, recording everything.

    Args:
        source: (S) ids, END included.
        target: (T + 1) ids, START … END.
        probe: an intervention that acts before the recorder sees the value.
        only: names of activations to record, or patterns such as `decoder.*.weights`; everything by default.
    """
    return trace_batch(translator, [(source, target)], probe, only)[0]


def trace_batches(
    translator: TextModel[TranslationModel],
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    probe: Probe | None = None,
    only: Iterable[str] | None = None,
    apart: bool = False,
) -> list[Trace]:
    """`trace_tokens` for many sentences and targets, in batches of similar length, returned in the given order.

    Args:
        apart: whether only pairs of the same lengths run together, because padding would change the result.
    """
    one_stack_or_recurrent = not isinstance(translator.model, Transformer)  # which read on where the source ends
    found: dict[int, Trace] = {}
    lengths = [(len(source), len(target)) for source, target in pairs]
    for group in group_by_length(lengths, AT_ONCE, apart or one_stack_or_recurrent):
        traces = trace_batch(translator, [pairs[index] for index in group], probe, only)
        found |= dict(zip(group, traces, strict=True))
    return [found[index] for index in range(len(pairs))]


@torch.no_grad()
def trace_batch(
    translator: TextModel[TranslationModel],
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    probe: Probe | None = None,
    only: Iterable[str] | None = None,
) -> list[Trace]:
    """One forward pass for all pairs, and of each the part of every activation that is not padding."""
    model = translator.model
    device = next(model.parameters()).device
    recorder = Recorder(None if only is None else _named(only, model.activation_names()))
    sources, targets = (pad_rows(rows).to(device) for rows in ([s for s, _ in pairs], [t[:-1] for _, t in pairs]))
    model(sources, targets, recorder if probe is None else chain(probe, recorder))
    return make_traces(translator, pairs, recorder.activations)


def make_traces(
    translator: TextModel[TranslationModel],
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    recorded: Mapping[str, Tensor],
) -> list[Trace]:
    """The traces of what one pass over all pairs recorded, activations or their gradients."""
    one_stack = isinstance(translator.model, OneStack)
    # The order of the layers, and positions that all sentences share, have no batch dimension.
    shared = (".order",) if one_stack else (".order", ".positions")
    padded = len({(len(source), len(target)) for source, target in pairs}) > 1

    def part(name: str, value: Tensor, row: int, source: int, target: int) -> Tensor:
        value = value if name.endswith(shared) else value[row]
        if padded and value.dim() > 1:
            rows = source if rows_from(name) == "source" else target
            value = value[..., :rows, :]
            if name.rpartition(".")[2] in OVER_KEYS:
                keys = USES[kind_and_layer(name)[0]].keys
                value = value[..., : source if keys == "source" else target]
        return value.cpu() if len(pairs) == 1 else value.cpu().clone()  # which does not hold the whole batch

    traces = []
    for row, (source, target) in enumerate(pairs):
        sizes, tokens = (len(source), len(target) - 1), tuple(translator.tokenizer.tokens(target))
        activations = {name: part(name, value, row, *sizes) for name, value in recorded.items()}
        read = tuple(translator.tokenizer.tokens(source))
        traces.append(Trace(read, tokens[:-1], tokens[1:], MappingProxyType(activations), one_stack))
    return traces


def _named(only: Iterable[str], known: Sequence[str]) -> list[str]:
    """The activations that patterns match; a name that matches none is left for the model to complain about."""
    asked = [only] if isinstance(only, str) else only
    return [name for pattern in asked for name in matching(known, pattern) or [pattern]]
