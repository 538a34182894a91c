"""Which architectures are read, each by a module of its own, and why others are not."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from transformer.corpora.direction import two_letters
from transformer.errors import ModelFolderError
from transformer.model.card import IMPORTED
from transformer.model.importing import marian
from transformer.model.importing.checkpoint import Checkpoint
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.text.paired import PairedTokenizer

# Reads a checkpoint as one of our models with its vocabulary.
Read: TypeAlias = Callable[[Checkpoint], tuple[Transformer, PairedTokenizer]]

# By the `model_type` in the configuration: what people call it, and what reads it. To read another architecture, add a
# module like `marian` and a row.
ARCHITECTURES: Mapping[str, tuple[str, Read]] = {"marian": ("Marian", marian.read)}

_LARGE = "M2M100 and NLLB models can't be read yet: they are much larger, and count and encode positions differently"
_NORMED = "BART and mBART models can't be read: they normalise their embeddings, which Glassformer's model doesn't"
_RELATIVE = "T5 models can't be read: they have relative positions and no biases, which is another model"
_REFUSED = {
    **dict.fromkeys(("m2m_100", "nllb-moe"), _LARGE),
    **dict.fromkeys(("bart", "mbart"), _NORMED),
    **dict.fromkeys(("t5", "mt5", "umt5"), _RELATIVE),
}


def read_checkpoint(checkpoint: Checkpoint) -> tuple[Transformer, PairedTokenizer, dict[str, Any]]:
    """A checkpoint as one of our models, with its vocabulary and its card.

    Raises:
        ModelFolderError: if it is of another architecture, incomplete or damaged.
    """
    checkpoint.check_downloaded()
    kind = str(checkpoint.facts.get("model_type", "unknown"))
    if kind not in ARCHITECTURES:
        raise ModelFolderError(_why_not(checkpoint, kind))
    title, read = ARCHITECTURES[kind]
    model, tokenizer = read(checkpoint)
    source, target = checkpoint.languages
    card = {
        "source_language": two_letters(source),
        "target_language": two_letters((*tokenizer.languages, target)[0]),
        IMPORTED: {"from": checkpoint.name, "architecture": title},
        "parameters": count_parameters(model),
        "licences": {checkpoint.name: checkpoint.licence},
        "scores": [],
    }
    return model, tokenizer, card


def _why_not(checkpoint: Checkpoint, kind: str) -> str:
    read = " and ".join(title for title, _ in ARCHITECTURES.values())
    if kind in _REFUSED:
        return f"{_REFUSED[kind]}; {read} models can."
    alone = not checkpoint.facts.get("is_encoder_decoder", False)
    if alone and re.search("ForCausalLM|LMHeadModel", str(checkpoint.facts.get("architectures"))):
        return f"{checkpoint.name!r} ({kind}) has only a decoder, so it has no source to read; {read} models have both."
    return f"{checkpoint.name!r} is a model of the type {kind!r}, which can't be read; {read} models can."
