"""SentencePiece's model files (`.spm`), read without SentencePiece: pieces, their scores, and how text is normalised.

Such a file is a protocol buffer; `sentencepiece_model.proto` numbers its fields.
"""

import base64
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from transformer.errors import ModelFolderError
from transformer.text.special_tokens import WORD_START

_PIECE, _TRAINER, _NORMALIZER = 1, 2, 3  # fields of the whole file
_NORMAL, _UNKNOWN, _CONTROL, _UNUSED = 1, 2, 3, 5  # types of a piece
_UNIGRAM = 1  # type of the model
_NO_PIECE = "\ue000"  # the name of the unknown piece: no cleaned text contains it


def read_pieces(path: Path) -> Tokenizer:
    """A Unigram model of the `tokenizers` library that cuts like the file, with ids of its own.

    Raises:
        ModelFolderError: if the file is missing, damaged, or not a Unigram model.
    """
    pieces: list[tuple[str, float]] = []
    trainer: dict[int, Any] = {}
    normalizer: dict[int, Any] = {}
    try:
        for field, value in _fields(path.read_bytes()):
            if field == _PIECE:
                piece = dict(_fields(value))
                kind = piece.get(3, _NORMAL)
                if kind == _NORMAL:
                    pieces.append((piece[1].decode(), struct.unpack("<f", piece[2])[0]))
                elif kind not in (_UNKNOWN, _CONTROL, _UNUSED):
                    raise ModelFolderError(f"{path} has pieces for bytes or of its user, which can't be read yet.")
            elif field == _TRAINER:
                trainer = dict(_fields(value))
            elif field == _NORMALIZER:
                normalizer = dict(_fields(value))
        if trainer.get(3, _UNIGRAM) != _UNIGRAM:
            raise ModelFolderError(f"{path} is not a Unigram model: only those can be read.")
        return Tokenizer.from_str(_as_json(pieces, normalizer))
    except ModelFolderError:
        raise
    except FileNotFoundError:
        raise ModelFolderError(f"{path} is missing: download the model again.") from None
    except Exception as error:  # whatever foreign bytes lead to; the library raises bare Exceptions
        raise ModelFolderError(f"{path} is damaged or isn't a SentencePiece model: download it again.") from error


def _as_json(pieces: list[tuple[str, float]], normalizer: dict[int, Any]) -> str:
    """What the `tokenizers` library reads."""
    charsmap, prefix = normalizer.get(2, b""), "always" if normalizer.get(3, 1) else "never"
    steps: list[dict[str, Any]] = [
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        {"type": "Strip", "strip_left": True, "strip_right": True},
    ]
    if charsmap:
        _check_charsmap(charsmap)
        steps.insert(0, {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()})
    space = {"type": "Metaspace", "replacement": WORD_START, "prepend_scheme": prefix, "split": False}
    lowest = min(score for _, score in pieces)
    return json.dumps(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [],
            "normalizer": {"type": "Sequence", "normalizers": steps},
            "pre_tokenizer": space,
            "post_processor": None,
            "decoder": space,
            "model": {"type": "Unigram", "unk_id": 0, "vocab": [(_NO_PIECE, lowest), *pieces], "byte_fallback": False},
        }
    )


def _check_charsmap(charsmap: bytes) -> None:
    """Raise a ValueError for what the library would panic at: it must be a trie's size, the trie, and a text."""
    (size,) = struct.unpack_from("<I", charsmap)
    if size % 4 or size > len(charsmap) - 4:
        raise ValueError("the normaliser's table ends too early")
    charsmap[4 + size :].decode()


def _fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message: number, and a whole number or bytes."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        if tag & 7 == 0:
            value, at = _varint(data, at)
            yield tag >> 3, value
            continue
        if tag & 7 == 2:
            length, at = _varint(data, at)
        else:
            length = {5: 4, 1: 8}[tag & 7]
        if at + length > len(data):
            raise ValueError("the file ends too early")
        yield tag >> 3, data[at : at + length]
        at += length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A whole number, seven bits to a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value, at, shift = value | (byte & 127) << shift, at + 1, shift + 7
        if byte < 128:
            return value, at
