"""What all chapters show around their picture: the map with its shapes, the focus, the tokens, the code."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transformer.text.words import text_words
from viewer.walk.chapters import CHAPTERS
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.passage import Passage
from viewer.walk.frame.snippet import Snippet, for_browser
from viewer.widgets.language import read_by, written_by
from viewer.widgets.live.offer import offer
from viewer.widgets.payload import Payload, unpacked
from viewer.widgets.sizes import sizes
from viewer.widgets.tokens import as_facts, chips


@dataclass(frozen=True)
class Stage:
    """What a chapter puts into the frame.

    Attributes:
        numbers: what its own JavaScript draws.
        snippets: the lines of PyTorch for it.
        constants: what belongs to the model and not to the sentence.
        maker: the module with which the browser's own model makes all this of what is typed; empty if none does.
        shallow: whether what only the other depths show is missing, because the page is at Look.
    """

    numbers: Payload
    snippets: tuple[Snippet, ...] = ()
    constants: Constants | None = None
    maker: str = ""
    shallow: bool = False


def payload(slug: str, passage: Passage, stage: Stage, address: str | None = None) -> Payload:
    """All that a chapter's component needs, in one payload: the frame's facts under `frame`, the chapter's next to it.

    Args:
        address: where the browser finds the stage's constants; without one they are sent along.
    """
    facts = {**stage.numbers.facts, "frame": {**_facts(slug, passage, stage), "constants": address}}
    if stage.maker:
        facts["engine"] = offer(passage.model, passage.translator, stage.maker)
    if stage.constants is None or address:
        return Payload(facts, stage.numbers.tensors)
    along = unpacked(stage.constants.packed)
    return Payload({**along.facts, **facts}, {**along.tensors, **stage.numbers.tensors})


def _facts(slug: str, passage: Passage, stage: Stage) -> dict[str, Any]:
    trace, config = passage.trace, passage.translator.model.config
    return {
        "slug": slug,
        "chapters": [{"slug": each.slug, "title": each.title, "short": each.short} for each in CHAPTERS],
        "model": passage.model,
        "sentence": passage.typed or passage.translation.source.text,
        "translation": passage.translation.text,
        "language": written_by(passage.translator).name,
        "source": read_by(passage.translator).name,
        "sizes": sizes(config, len(trace.source_tokens), len(trace.target_tokens)),
        "tokens": {
            "source": as_facts(chips(trace.source_tokens)),
            "target": as_facts(chips(trace.target_tokens)),
            "output": as_facts(chips(trace.output_tokens)),
        },
        "focus": {"kind": "encoder", "layer": 0, "head": 0, "token": first_word(trace.source_tokens)},
        "alignedLayer": passage.translator.alignment_layer,
        "norm": config.norm,
        "snippets": for_browser(stage.snippets),
        **({"shallow": True} if stage.shallow else {}),
    }


def first_word(tokens: Sequence[str]) -> int:
    """The token that is looked at first: the second word, which has a past and a future, else the first token."""
    found = text_words(tokens)
    return found[min(1, len(found) - 1)][0] if found else 0
