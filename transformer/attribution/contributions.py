"""Direct contributions: a token's logit as an exact sum over heads, feed-forward layers and embeddings.

The residual stream is a sum of what every part has written into it, and so is the logit, as long as LayerNorm is
treated as linear at its actual scale (Elhage et al. 2021; "direct logit attribution"):

    logit(w) = Σ_parts LN'(part) · E_w + β · E_w + b_w

LN' is the final norm without its shift β, see `transformer.attribution.alti.linear_norm`; the part `norm` is β's share.
b_w is the token's own number in a model with an output bias, the part `output_bias`.
In a post-norm model every LayerNorm is treated this way. It leaves out what a part does to later layers.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd
import torch
from torch import Tensor, nn

from transformer.attribution.alti import linear_norm
from transformer.attribution.question import Question
from transformer.edits.places import layer_places, modules_of
from transformer.errors import GlassformerError
from transformer.model.attentions import attention_at, head_shares, kind_and_layer
from transformer.model.probe import nearest_in_words
from transformer.text.special_tokens import PAD, START

NORM, OUTPUT_BIAS, ROUNDING = "norm", "output_bias", "rounding"


class DecoderPart(NamedTuple):
    """The output of one part of the decoder where the token is predicted.

    Attributes:
        name: `embedding`, `positions`, a head (`cross.1.2`), `decoder.1.feed_forward`, an attention's bias
            (`decoder.1.cross_attention.bias`), or `norm`, the shifts of the norms.
        vector: (D), after the final norm.
    """

    name: str
    vector: Tensor


@torch.no_grad()
def parts(question: Question) -> list[DecoderPart]:
    """What each part adds to the decoder's output where the token is predicted."""
    model, trace, row = question.translator.model, question.trace, question.predicted_at
    pre = model.config.norm == "pre"
    shift = torch.zeros_like(trace["decoder.embedding"][row])
    found = [
        DecoderPart("embedding", trace["decoder.embedding"][row]),
        DecoderPart("positions", trace["decoder.positions"][row]),
    ]
    for place in layer_places(model.config, "decoder"):
        for module in modules_of(place):
            found += _outputs(question, f"{place}.{module}")
            if not pre:
                norm = model.get_submodule(f"decoder_layers.{place.partition('.')[2]}.{module}_add.norm")
                found, shift = _after_norm(norm, trace[f"{place}.{module}.residual"][row], found, shift)
    if pre:
        whole = trace[f"decoder.{model.config.decoder_layers - 1}.feed_forward.residual"][row]
        found, shift = _after_norm(model.decoder_norm, whole, found, shift)
    return [*found, DecoderPart(NORM, shift)]


@torch.no_grad()
def contributions(question: Question) -> pd.DataFrame:
    """The token's logit, minus the rival's if there is one, as a sum over the parts of the decoder.

    Returns:
        A row per part: `part`, `kind` (embedding, positions, head, bias, feed_forward, norm, output_bias,
        rounding), `logit`; the column sums to the model's own value, because `rounding` is the remainder.
        `attrs` says what was asked (`Question.asked`).
    """
    found = parts(question)
    output = question.translator.model.output_projection
    rows = [(each.name, _kind(each.name), float(question.score(each.vector.to(output.weight)))) for each in found]
    if output.bias is not None:
        rows.append((OUTPUT_BIAS, OUTPUT_BIAS, _asked_logit(question, output.bias)))
    own = _asked_logit(question, question.trace["logits"][question.predicted_at])
    rows.append((ROUNDING, ROUNDING, own - sum(value for _, _, value in rows)))
    table = pd.DataFrame(rows, columns=["part", "kind", "logit"])
    table.attrs = question.asked
    return table


def promoted_words(question: Question, part: str, count: int = 10) -> pd.DataFrame:
    """The tokens that a part promotes and demotes most, regardless of the question.

    Args:
        part: a name of `contributions`.
        count: how many of the most promoted, and of the most demoted.

    Returns:
        `token`, `id`, `logit`, the most promoted first, the most demoted last; logits are relative to the mean of all
        tokens, since softmax depends only on differences.

    Raises:
        GlassformerError: if there is no such part.
    """
    tables = promoted_by_part(question, count)
    if part not in tables:
        raise GlassformerError(f"There is no part {part!r}; the nearest are {nearest_in_words(part, tables)}.")
    return tables[part]


@torch.no_grad()
def promoted_by_part(question: Question, count: int = 10) -> dict[str, pd.DataFrame]:
    """`promoted_words` of every part."""
    output, vocabulary = question.translator.model.output_projection, question.translator.tokenizer.vocabulary
    found = parts(question)
    vectors = torch.stack([part.vector for part in found]).to(output.weight)
    added = dict(zip([part.name for part in found], vectors @ output.weight.T, strict=True))
    if output.bias is not None:
        # Padding and START are never written: what forbids them would hide all else.
        added[OUTPUT_BIAS] = output.bias.index_fill(0, torch.tensor([PAD, START]), output.bias.median())
    tables = {}
    for name, logits in added.items():
        logits = logits - logits.mean()
        most, least = (
            logits.topk(min(count, len(logits)), largest=largest).indices.tolist() for largest in (True, False)
        )
        chosen = dict.fromkeys(most + least[::-1])
        rows = [(vocabulary[token], token, float(logits[token])) for token in chosen]
        tables[name] = pd.DataFrame(rows, columns=["token", "id", "logit"])
    return tables


def _asked_logit(question: Question, logits: Tensor) -> float:
    """The token's of some logits (V), minus the rival's if there is one."""
    return float(logits[question.token]) - (0.0 if question.rival is None else float(logits[question.rival]))


def _outputs(question: Question, place: str) -> Iterator[DecoderPart]:
    """The output of a sublayer into the stream: each head and the bias, or the feed-forward layer as a whole."""
    trace, row = question.trace, question.predicted_at
    if place.endswith("feed_forward"):
        yield DecoderPart(place, trace[f"{place}.output"][row])
        return
    kind, layer = kind_and_layer(place)
    projection = attention_at(question.encoder_decoder, place).output_projection
    for head, vector in enumerate(head_shares(trace[f"{place}.context"][:, row : row + 1], projection)[:, 0]):
        yield DecoderPart(f"{kind}.{layer}.{head}", vector)
    yield DecoderPart(f"{place}.bias", projection.bias.detach().cpu())


def _after_norm(
    norm: nn.Module, whole: Tensor, found: list[DecoderPart], shift: Tensor
) -> tuple[list[DecoderPart], Tensor]:
    """The parts of a norm's input after that norm, and its shift."""
    assert isinstance(norm, nn.LayerNorm)
    after = [DecoderPart(each.name, linear_norm(each.vector, whole, norm)) for each in found]
    return after, linear_norm(shift, whole, norm) + norm.bias.cpu()


def _kind(name: str) -> str:
    if name.endswith((".bias", ".feed_forward")):
        return name.rpartition(".")[2]
    return "head" if "." in name else name
