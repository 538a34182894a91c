"""Names of attentions, heads, layers and sublayers as text: `cross.*`, `encoder.2.1`, `decoder.0.feed_forward`.

    attentions   kind, or kind.layer                    cross   cross.*   decoder.2   *
    heads        kind.layer.head                        encoder.2.1
    layers       stack.layer                            encoder.3
    sublayers    stack.layer.module                     decoder.1.cross_attention   *

Layers and heads are counted from 0, as in the names of activations.
"""

from collections.abc import Iterable

from transformer.errors import EditError
from transformer.model.attentions import ATTENTION_KINDS, STACKS, USES, AttentionKind, layers_of, place
from transformer.model.config import ModelConfig
from transformer.model.probe import nearest_in_words

EVERY = "*"


def attention_places(config: ModelConfig, where: str) -> tuple[str, ...]:
    """The places of the attentions that a text names.

    Args:
        where: `*` for all, a kind, `kind.*`, or `kind.layer`.

    Raises:
        EditError: if the model has nothing of that name.
    """
    names = {f"{kind}.{layer}": place(kind, layer) for kind, layer in _attentions(config)}
    kind, _, layer = where.partition(".")
    if where == EVERY:
        return tuple(names.values())
    if kind in ATTENTION_KINDS and layer in ("", EVERY):
        return tuple(value for name, value in names.items() if name.startswith(f"{kind}."))
    return (names[_check_known(where, names, "attention")],)


def head_places(config: ModelConfig, where: str) -> tuple[str, int]:
    """The place of a head's attention, and its index there; `where` is `kind.layer.head`.

    Raises:
        EditError: if the model has no such head.
    """
    kind, layer, head = _check_known(where, head_names(config), "head").split(".")
    return attention_places(config, f"{kind}.{layer}")[0], int(head)


def all_heads(config: ModelConfig) -> list[tuple[AttentionKind, int, int]]:
    """Every head as kind, layer and number: of the encoder, of the decoder, of cross-attention."""
    return [(kind, layer, head) for kind, layer in _attentions(config) for head in range(config.heads)]


def head_names(config: ModelConfig) -> list[str]:
    """Every head as text, such as `encoder.2.1`."""
    return [f"{kind}.{layer}.{head}" for kind, layer, head in all_heads(config)]


def layer_place(config: ModelConfig, where: str) -> str:
    """A layer's place, such as `encoder.3`, if the model has it.

    Raises:
        EditError: if it does not.
    """
    return _check_known(where, layer_places(config), "layer")


def layer_places(config: ModelConfig, *stacks: str) -> list[str]:
    """Every layer of these stacks: by default the encoder's, then the decoder's."""
    return [f"{stack}.{layer}" for stack in stacks or STACKS for layer in range(depth(config, stack))]


def depth(config: ModelConfig, stack: str) -> int:
    """How many layers a stack has."""
    return config.encoder_layers if stack == "encoder" else config.decoder_layers


def sublayer_places(config: ModelConfig) -> list[str]:
    """Every sublayer, in the order in which they run, such as `encoder.0.self_attention`."""
    return [f"{layer}.{module}" for layer in layer_places(config) for module in modules_of(layer)]


def modules_of(layer: str) -> tuple[str, ...]:
    """The sublayers of a layer, or of any layer of a stack, in order."""
    own = tuple(use.module for use in USES.values() if layer.startswith(use.stack))
    return (*own, "feed_forward")


def parse_sublayers(config: ModelConfig, where: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """The sublayers that a text names: `*` for all.

    Args:
        others: other names to allow here.

    Raises:
        EditError: if the model has nothing of that name.
    """
    known = [*sublayer_places(config), *others]
    return tuple(known) if where == EVERY else (_check_known(where, known, "sublayer"),)


def end_of(config: ModelConfig, layer: str) -> str:
    """The name of the residual stream after a layer: its last sum, or in a post-norm model that sum's norm."""
    return stream_after(config, f"{layer}.feed_forward")


def start_of(config: ModelConfig, layer: str) -> str:
    """The name of the residual stream before a layer."""
    stack, _, number = layer.partition(".")
    return f"{stack}.input" if number == "0" else end_of(config, f"{stack}.{int(number) - 1}")


def stream_after(config: ModelConfig, sublayer: str) -> str:
    """The name of the residual stream after a sublayer."""
    return f"{sublayer}.{'residual' if config.norm == 'pre' else 'norm'}"


def _attentions(config: ModelConfig) -> list[tuple[AttentionKind, int]]:
    return [(kind, layer) for kind in ATTENTION_KINDS for layer in range(layers_of(config, kind))]


def _check_known(where: str, names: Iterable[str], what: str) -> str:
    names = list(names)
    if where not in names:
        raise EditError(f"The model has no {what} {where!r}; the nearest are {nearest_in_words(where, names)}.")
    return where
