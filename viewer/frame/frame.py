"""What all chapters show around their picture: the map with its shapes, the focus, the tokens, the code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer import Translator
from viewer.frame.activations import sentence_facts
from viewer.frame.facts import ChapterLink, FrameFacts
from viewer.frame.passage import Passage
from viewer.frame.snippet import Snippet, for_browser
from viewer.transport.constants import Constants, Made
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language


@dataclass(frozen=True)
class Stage:
    """What a chapter puts into the frame.

    Attributes:
        numbers: what its own JavaScript draws.
        snippets: the lines of PyTorch for it.
        constants: what belongs to the model and not to the sentence.
    """

    numbers: Payload
    snippets: tuple[Snippet, ...] = ()
    constants: Constants | None = None


def payload(slug: str, passage: Passage, stage: Stage, chapters: Sequence[ChapterLink] = ()) -> Made:
    """All that a chapter's component needs: the frame's facts under `frame`, the chapter's next to it.

    Args:
        slug: the chapter's address. chapters: for the map.
    """
    frame = frame_facts(slug, passage.model, passage.translator, stage.snippets, chapters)
    facts = {**stage.numbers.facts, "frame": {**frame, **sentence_facts(passage)}}
    return Made(Payload(facts, stage.numbers.tensors), stage.constants)


def frame_facts(
    slug: str,
    model: str,
    translator: Translator,
    snippets: Sequence[Snippet],
    chapters: Sequence[ChapterLink],
    parameters: Mapping[str, str] | None = None,
) -> FrameFacts:
    """What the frame says of a model; `parameters` are the addresses of its modules' own numbers."""
    read, written = source_language(translator), target_language(translator)
    return {
        "slug": slug,
        "chapters": chapters,
        "model": model,
        "language": written.name,
        "source": read.name,
        "codes": {"source": read.code, "target": written.code},
        "alignedLayer": translator.alignment_layer,
        "norm": translator.model.config.norm,
        "snippets": for_browser(snippets),
        "parameters": parameters,
        "constants": None,
    }
