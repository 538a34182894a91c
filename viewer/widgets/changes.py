"""What the laboratory offers to change, and every change in plain words."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from transformer.edits.change import Change
from transformer.edits.places import depth, layer_places, sublayer_places
from transformer.model.attentions import ATTENTION_KINDS, STACKS
from transformer.model.config import ModelConfig
from transformer.text.special_tokens import END, SPECIAL_TOKENS

KINDS = {"encoder": "encoder self-attention", "decoder": "decoder self-attention", "cross": "cross-attention"}
SUBLAYERS = {"self_attention": "self-attention", "cross_attention": "cross-attention", "feed_forward": "feed-forward"}
EVERYWHERE = "*"


def offers(config: ModelConfig, source: Sequence[str]) -> list[dict[str, Any]]:
    """All that the laboratory offers, in groups, in the browser's form.

    Args:
        config: of the model. source: the tokens of the sentence, as shown, END last.
    """
    words = [(word, place) for place, word in enumerate(source)]
    # By the titles of the groups and of what can be changed: the ways to change it, each in words and as an edit.
    groups: dict[str, dict[str, Sequence[tuple[str, str]]]] = {
        "Who can look at whom": {
            "Causal mask": [("off", "causal_off")],
            "Padding": [("4 visible tokens", "padding_off:4")],
            "The decoder sees only its last": [(_tokens(count), f"last:{count}") for count in (1, 2, 3)],
            "Hide a word": [(word, f"close:{place}") for word, place in words[:-1]],
            "All look at one word": [(word, f"force:{place}:cross") for word, place in words],
        },
        "From scores to weights": {
            "The mask’s −∞": [("replaced by × 0", "multiply_mask:*")],
            "Softmax down the columns": _at("column_softmax"),
            "÷ √d_k": _at("unscaled", "off"),
            "Temperature": [(f"{heat:g}", f"temperature:{heat:g}:*") for heat in (0.25, 0.5, 2, 4)],
        },
        "Positions": {
            "Positions off": [(where, f"positions_off:{where}") for where in (*STACKS, "both")],
        },
        "Layers and sublayers": {
            "Skip a layer": [(_layer(place), f"skip:{place}") for place in layer_places(config)],
            "Swap two layers": _exchanges(config),
            "Residual off": _sublayers("residual_off", config),
            "LayerNorm off": _sublayers("norm_off", config),
            "Zero a sublayer’s output": _sublayers("zero_sublayer", config, everywhere=False),
        },
    }
    return [
        {
            "title": group,
            "offers": [
                {"title": title, "choices": [{"words": words, "edit": edit} for words, edit in choices]}
                for title, choices in offered.items()
                if choices
            ],
        }
        for group, offered in groups.items()
    ]


def in_words(change: Change, source: Sequence[str], target: Sequence[str]) -> str:
    """A change as its chip shows it.

    Args:
        source, target: the tokens of the sentence and of its translation as the decoder reads it, as shown.
    """
    arguments = list(change.arguments)
    match change.name:
        case "causal_off":
            return "causal mask off"
        case "padding_off":
            return f"{arguments[0]} padding tokens visible"
        case "last":
            return f"the decoder sees its last {_tokens(int(arguments[0]))}"
        case "close":
            return f"{', '.join(_word(source, each) for each in arguments)} hidden"
        case "force":
            return f"everyone looks at {_word(source, arguments[0])}{_where(arguments[1:])}"
        case "open_cell" | "close_cell":
            return _cell(change.name, arguments, source, target)
        case "multiply_mask":
            return f"× 0 instead of −∞{_where(arguments)}"
        case "column_softmax":
            return f"softmax down the columns{_where(arguments)}"
        case "unscaled":
            return f"÷ √d_k off{_where(arguments)}"
        case "temperature":
            return f"temperature {float(arguments[0]):g}{_where(arguments[1:])}"
        case "positions_off":
            return f"positions off: {arguments[0] if arguments else 'both'}"
        case "skip":
            return f"{_layer(arguments[0])} skipped"
        case "exchange":
            stack, _, layer = arguments[0].partition(".")
            return f"{stack} layers {int(layer) + 1} and {int(arguments[1]) + 1} swapped"
        case "residual_off":
            return f"residual off: {place_in_words(arguments[0])}"
        case "norm_off":
            return f"LayerNorm off: {place_in_words(arguments[0] if arguments else EVERYWHERE)}"
        case "zero_sublayer":
            return f"outputs zeros: {place_in_words(arguments[0])}"
        case "memory":
            return f"encoding of “{unquote(arguments[0])}”"
        case "zero_head" | "mean_head" | "keep_head":
            done = {
                "zero_head": "switched off",
                "mean_head": "at its mean",
                "keep_head": "the only one in its attention",
            }
            return f"{head_in_words(arguments[0])} {done[change.name]}"
        case "keep_kind":
            return f"only {KINDS.get(arguments[0], arguments[0])}"
        case _:
            return change.written


def place_in_words(place: str) -> str:
    """A sublayer, layer or stack as pages name it, counted from 1: `encoder.2` is layer 3."""
    if place == EVERYWHERE:
        return "everywhere"
    stack, *rest = place.split(".")
    if not rest:
        return f"{stack}, final norm"  # the only change of a whole stack
    layer = f"{stack} layer {int(rest[0]) + 1}"
    return f"{layer}, {SUBLAYERS.get(rest[1], rest[1])}" if len(rest) > 1 else layer


def head_in_words(head: str) -> str:
    """A head as pages name it: `cross.1.2` is head 3 of layer 2."""
    kind, layer, number = head.split(".")
    return f"{KINDS[kind]}, layer {int(layer) + 1}, head {int(number) + 1}"


def _at(name: str, alone: str = "everywhere") -> tuple[tuple[str, str], ...]:
    return ((alone, f"{name}:*"), *((KINDS[kind], f"{name}:{kind}") for kind in ATTENTION_KINDS))


def _sublayers(name: str, config: ModelConfig, everywhere: bool = True) -> tuple[tuple[str, str], ...]:
    each = tuple((place_in_words(place), f"{name}:{place}") for place in sublayer_places(config))
    return ((("everywhere", f"{name}:*"),) if everywhere else ()) + each


def _exchanges(config: ModelConfig) -> list[tuple[str, str]]:
    neighbours = {stack: list(pairwise(range(depth(config, stack)))) for stack in STACKS}
    ends = {stack: [(0, depth(config, stack) - 1)] if depth(config, stack) > 2 else [] for stack in STACKS}
    return [
        (f"{stack} layers {one + 1} and {other + 1}", f"exchange:{stack}.{one}:{other}")
        for stack in STACKS
        for one, other in neighbours[stack] + ends[stack]
    ]


def _layer(place: str) -> str:
    stack, _, layer = place.partition(".")
    return f"{stack} layer {int(layer) + 1}"


def _tokens(count: int) -> str:
    return "token" if count == 1 else f"{count} tokens"


def _word(tokens: Sequence[str], place: str) -> str:
    return f"“{tokens[int(place)]}”" if int(place) < len(tokens) else f"token {int(place) + 1}"


def _where(arguments: Sequence[str]) -> str:
    if not arguments or arguments[0] == EVERYWHERE:
        return ""
    kind, _, layer = arguments[0].partition(".")
    return f", {KINDS.get(kind, kind)}" + (f", layer {int(layer) + 1}" if layer.isdigit() else "")


def _cell(name: str, arguments: Sequence[str], source: Sequence[str], target: Sequence[str]) -> str:
    where, row, column = arguments
    if where.startswith("encoder"):
        rows = source
    else:  # a query of cross-attention is named by the token that it writes
        rows = target if where.startswith("decoder") else [*target[1:], SPECIAL_TOKENS[END]]
    columns = target if where.startswith("decoder") else source
    verb = "can look at" if name == "open_cell" else "can’t look at"
    return f"{_word(rows, row)} {verb} {_word(columns, column)}{_where([where])}"
