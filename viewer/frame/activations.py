"""The activations that a picture's record says it needs, by the library's names.

Either this module fills them in, from a `Trace`, or the browser's own model does, in `viewer/engine/live/decodings.js`.
"""

from collections.abc import Iterable, Mapping

from torch import Tensor

from transformer import ModelConfig
from transformer.analysis.measures.stream import SUBLAYERS, sublayers
from transformer.decoding.trace import whole_target
from transformer.model.attentions import USES
from viewer.frame.facts import SentenceFacts
from viewer.frame.passage import Passage
from viewer.widgets.sizes import sizes
from viewer.widgets.tokens import as_facts, chips

# Two names of a sublayer that no activation bears: `encoder.0.feed_forward.input` is what enters it, normalised or not,
# and `encoder.0.feed_forward.after` the stream after it.
INPUT, AFTER = ".input", ".after"


def of_attentions(*names: str) -> tuple[str, ...]:
    """Patterns of activations of all attentions, such as `decoder.*.cross_attention.weights`."""
    return tuple(f"{use.stack}.*.{use.module}.{name}" for use in USES.values() for name in names)


def of_sublayers(*names: str) -> tuple[str, ...]:
    """Patterns of activations of all sublayers, such as `encoder.*.feed_forward.output`."""
    return tuple(
        f"{stack}.*.{place}.{name}" for stack, places in SUBLAYERS.items() for place in places for name in names
    )


def attention_modules(name: str = "") -> tuple[str, ...]:
    """Patterns of the modules of all attentions, or of a part of each, such as `output_projection`."""
    end = f".{name}" if name else ""
    return tuple(f"{use.stack}_layers.*.{use.module}{end}" for use in USES.values())


def expand(patterns: Iterable[str], config: ModelConfig) -> list[str]:
    """Names from patterns: `*` stands for the number of every layer of the stack that the pattern begins with."""
    names: list[str] = []
    for pattern in patterns:
        stack = pattern.partition(".")[0].removesuffix("_layers")
        layers = getattr(config, f"{stack}_layers") if "*" in pattern else 1
        names += [pattern.replace("*", str(layer)) for layer in range(layers)]
    return names


def activations(trace: Mapping[str, Tensor], names: Iterable[str]) -> dict[str, Tensor]:
    """Activations by name, in 32 bits; a name may also end with `INPUT` or `AFTER`."""
    steps = sublayers(trace)

    def found(name: str) -> Tensor:
        if name in trace:
            return trace[name]
        if name.endswith(AFTER):
            return steps[name.removesuffix(AFTER)].after
        return steps[name.removesuffix(INPUT)].input

    return {name: found(name).float() for name in names}


def sentence_facts(passage: Passage) -> SentenceFacts:
    """What was read and written, which the frame draws around the activations."""
    trace, config = passage.trace, passage.translator.model.config
    target = whole_target(passage.translation.hypothesis.tokens, config.max_length)
    return {
        "sentence": passage.typed or passage.translation.source.text,
        "translation": passage.translation.text,
        "sizes": sizes(config, len(trace.source_tokens), len(trace.target_tokens)),
        "tokens": {
            "source": as_facts(chips(trace.source_tokens)),
            "target": as_facts(chips(trace.target_tokens)),
            "output": as_facts(chips(trace.output_tokens)),
        },
        "ids": {"source": list(passage.translation.source.ids), "target": target[:-1], "output": target[1:]},
        "written": len(passage.translation.hypothesis.tokens),
    }
