"""Every change that an edit can make, and a model run with it."""

import copy
from collections.abc import Callable

import torch
from tiny_reader import OTHER, SENTENCE, TinyReader
from torch import Tensor

from transformer.edits import Edit, parse
from transformer.edits.edit import escape_argument
from transformer.model.probe import Recorder, chain
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START

EXACT = {"rtol": 0, "atol": 1e-10}
EVERY_CHANGE = [
    "causal_off", "padding_off:3", "last:2", "close:1:2", "open_cell:decoder.*:1:3", "open_cell:encoder:1:3",
    "close_cell:cross.1:3:2", "close_cell:decoder.0:4:2", "force:2:cross", "force:2:decoder.1", "multiply_mask:*",
    "multiply_mask:cross", "column_softmax:*", "column_softmax:encoder", "column_softmax:cross.1", "unscaled:*",
    "temperature:2.5:cross.*", "positions_off:both", "positions_off:decoder",
    "residual_off:decoder.1.cross_attention", "norm_off:decoder.0.self_attention", "norm_off:encoder.2.feed_forward",
    "skip:encoder.1", "skip:decoder.0", "exchange:encoder.0:2", "exchange:decoder.0:1",
    "zero_sublayer:decoder.1.feed_forward", f"memory:{escape_argument(OTHER)}", "zero_head:encoder.2.1",
    "mean_head:decoder.1.3", "keep_head:cross.0.2", "keep_kind:cross", f"patch:encoder.1:2:{escape_argument(OTHER)}",
    f"patch:decoder.0:1:{escape_argument(OTHER)}", f"patch:cross.1.2:2:{escape_argument(OTHER)}",
]  # fmt: skip


def tokens_of(reader: TinyReader, edit: str | Edit = "") -> tuple[Tensor, Tensor]:
    source = parse(edit).source(reader, reader.read(SENTENCE))
    target = [START, *reader.tokenizer.encode("Le chat boit de l'eau.")]
    return torch.tensor([source.ids]), torch.tensor([target])


@torch.inference_mode()
def run(reader: TinyReader, edit: str, model: Transformer | None = None) -> dict[str, Tensor]:
    """Every activation of one pass, the sentence led through a translation."""
    recorder = Recorder()
    probe = parse(edit).probe(reader)
    source, target = tokens_of(reader, edit)
    (model or reader.model)(source, target, recorder if probe is None else chain(probe, recorder))
    return recorder.activations


def twin_of(reader: TinyReader, change: Callable[[Transformer], None]) -> Transformer:
    twin = copy.deepcopy(reader.model)
    with torch.no_grad():
        change(twin)
    return twin


def assert_same(reader: TinyReader, edit: str, change: Callable[[Transformer], None]) -> None:
    """The edited model gives what a model gives that was built so; and not what the untouched one gives."""
    edited, built = run(reader, edit)["logits"], run(reader, "", twin_of(reader, change))["logits"]
    torch.testing.assert_close(edited, built, **EXACT)
    assert (edited - run(reader, "")["logits"]).abs().max() > 1e-3
