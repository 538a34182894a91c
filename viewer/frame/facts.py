"""What every chapter is told beside its activations."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from transformer.model.attentions import Side
from viewer.widgets.sizes import Sizes
from viewer.widgets.tokens import ChipFacts


class Tokens(TypedDict):
    """The tokens that the encoder read, and those that the decoder read and wrote."""

    source: Sequence[ChipFacts]
    target: Sequence[ChipFacts]
    output: Sequence[ChipFacts]


class Ids(TypedDict):
    """The same tokens' rows in the vocabulary."""

    source: Sequence[int]
    target: Sequence[int]
    output: Sequence[int]


class SentenceFacts(TypedDict):
    """What goes with a sentence's activations; `sentence` is as it was typed.

    `written` counts the output tokens that were written: the last is missing if the translation was cut off.
    """

    sentence: str
    translation: str
    sizes: Sizes
    tokens: Tokens
    ids: Ids
    written: int


def activation_facts(
    engine: Mapping[str, Any] | None, sentence: str, passage: Mapping[str, Any] | None = None, measured: Any = None
) -> dict[str, Any]:
    """What a payload of activations says beside facts of the model: `ActivationFacts` in `shapes.d.ts`.

    Args:
        engine: the offer to the browser's own model. sentence: as typed.
        passage: None if that model makes it. measured: what only the server knows.
    """
    return {"engine": engine, "sentence": sentence, "passage": passage, "measured": measured}


class SnippetFacts(TypedDict):
    """Lines of PyTorch for some kinds of attention, and values for the names that are a chapter's own."""

    title: str
    code: Mapping[str, str]
    extra: Mapping[str, str | int | float]


class ChapterLink(TypedDict):
    """A chapter on the map."""

    slug: str
    title: str
    short: str


class FrameFacts(TypedDict):
    """What the frame around a chapter's picture says of the model.

    `source` and `language` are the names of the languages that it reads and writes, `codes` their codes. `parameters`
    are the addresses of its modules' own numbers, and `constants` that of what else belongs to the model.
    """

    slug: str
    chapters: Sequence[ChapterLink]
    model: str
    language: str
    source: str
    codes: Mapping[Side, str]
    alignedLayer: int
    norm: Literal["pre", "post"]
    snippets: Sequence[SnippetFacts]
    parameters: Mapping[str, str] | None
    constants: str | None
