"""What all chapters show around their picture: the map with its shapes, the focus, the tokens, the code."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transformer.text.words import text_words
from viewer.walk.frame.passage import Passage
from viewer.walk.frame.snippet import Snippet, for_browser
from viewer.widgets.constants import Constants, Made
from viewer.widgets.language import read_by, written_by
from viewer.widgets.live.offer import offer
from viewer.widgets.payload import Payload
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
    """

    numbers: Payload
    snippets: tuple[Snippet, ...] = ()
    constants: Constants | None = None
    maker: str = ""


def payload(slug: str, passage: Passage, stage: Stage, chapters: Sequence[dict[str, str]] = ()) -> Made:
    """All that a chapter's component needs: the frame's facts under `frame`, the chapter's next to it.

    Args:
        slug: the chapter's address. chapters: for the map, each one's `slug`, `title` and `short` name.
    """
    facts = {**stage.numbers.facts, "frame": {**_facts(slug, passage, stage), "chapters": list(chapters)}}
    if stage.maker:
        facts["engine"] = offer(passage.model, passage.translator, stage.maker)
    return Made(Payload(facts, stage.numbers.tensors), stage.constants)


def _facts(slug: str, passage: Passage, stage: Stage) -> dict[str, Any]:
    trace, config = passage.trace, passage.translator.model.config
    return {
        "slug": slug,
        "model": passage.model,
        "sentence": passage.typed or passage.translation.source.text,
        "translation": passage.translation.text,
        "language": written_by(passage.translator).name,
        "source": read_by(passage.translator).name,
        "codes": {"source": read_by(passage.translator).code, "target": written_by(passage.translator).code},
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
        "constants": None,
    }


def first_word(tokens: Sequence[str]) -> int:
    """The token that is looked at first: the second word, which has a past and a future, else the first token."""
    found = text_words(tokens)
    return found[min(1, len(found) - 1)][0] if found else 0
