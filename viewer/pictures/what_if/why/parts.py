"""The token's logit as a sum over the parts of the decoder: a row per sublayer, its heads side by side."""

from typing import Any

from transformer import Translator
from transformer.attribution.contributions import OUTPUT_BIAS, ROUNDING
from transformer.edits.places import layer_places, modules_of
from transformer.model.attentions import kind_and_layer
from viewer.pictures.what_if.why.answer import Answer
from viewer.pictures.what_if.why.story import quote_token
from viewer.transport.payload import Payload
from viewer.widgets.changes import SUBLAYERS


def payload(translator: Translator, answer: Answer) -> Payload:
    """Every part with its addend, in the order of the model."""
    config = translator.model.config
    rows: list[dict[str, Any]] = [
        _row(("embedding of", quote_token(answer.prefix[-1])), ["embedding"]),
        _row((f"position {len(answer.prefix)}",), ["positions"]),
    ]
    for place in layer_places(config, "decoder"):
        for module in modules_of(place):
            layer = int(place.partition(".")[2]) + 1
            rows.append(_row((f"layer {layer}:", SUBLAYERS[module]), *_of(place, module, config.heads)))
    rows.append(_row(("the norms’ shifts β",), ["norm"]))
    if config.output_bias:
        rows.append(_row(("the token’s own bias",), [OUTPUT_BIAS]))
    rows.append(_row(("rounding",), [ROUNDING]))
    values = dict(zip(answer.parts["part"], answer.parts["logit"], strict=True))
    facts = {
        "token": quote_token(answer.token),
        "rival": None if answer.rival is None else quote_token(answer.rival),
        "logit": answer.logit,
        "heads": config.heads,
        "rows": rows,
        "values": values,
        "largest": max(
            (each for each in values if each.count(".") == 2 and each[-1].isdigit()), key=lambda each: abs(values[each])
        ),
    }
    return Payload(facts)


def _of(place: str, module: str, heads: int) -> tuple[list[str], str | None]:
    """The parts of a sublayer: its heads and its bias, or the sublayer as a whole."""
    name = f"{place}.{module}"
    if module == "feed_forward":
        return [name], None
    kind, layer = kind_and_layer(name)
    return [f"{kind}.{layer}.{head}" for head in range(heads)], f"{name}.bias"


def _row(name: tuple[str, ...], parts: list[str], bias: str | None = None) -> dict[str, Any]:
    return {"name": name, "parts": parts, "bias": bias}
