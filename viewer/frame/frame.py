"""What all chapters show around their picture: the map with its shapes, the focus, the tokens, the code."""

from collections.abc import Mapping, Sequence

from transformer import Translator
from viewer.frame.facts import ChapterLink, FrameFacts
from viewer.frame.snippet import Snippet, for_browser
from viewer.widgets.language import source_language, target_language


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
