"""One vocabulary with two piece models: one cuts the source's texts, the other the target's, as in Marian's models.

A piece model (Unigram, Kudo 2018, arXiv 1804.10959) knows pieces with their log-probabilities, and cuts a text into the
most probable sequence of them. No pieces were merged: there is nothing like byte-pair encoding's merges.

A vocabulary for several target languages has a token for each, such as `>>fra<<`, which begins the source.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from transformer.errors import TokenizerError
from transformer.files import from_json
from transformer.text.cleaning import one_line
from transformer.text.special_tokens import SPECIAL_TOKENS, UNKNOWN, WORD_START
from transformer.text.tokenizer import SubwordTokenizer

_LANGUAGE = re.compile(r">>([^<>\s]+)<<")


class PairedTokenizer(SubwordTokenizer):
    """The source's side of such a vocabulary; `target` is the other side.

    Args:
        vocabulary: how every id is written, the special tokens first.
        pieces: the Unigram model of this side, of the `tokenizers` library, with ids of its own.
        target: that of the other side; None if this is the target's side.

    Raises:
        TokenizerError: if the special tokens are not where the model expects them.
    """

    def __init__(self, vocabulary: Sequence[str], pieces: Tokenizer, target: Tokenizer | None) -> None:
        if tuple(vocabulary[: len(SPECIAL_TOKENS)]) != tuple(SPECIAL_TOKENS.values()):
            raise TokenizerError(f"The vocabulary must begin with {', '.join(SPECIAL_TOKENS.values())}.")
        self._tokenizer, self._target_pieces, self._tokens = pieces, target, tuple(vocabulary)
        self._known = {token: token_id for token_id, token in enumerate(vocabulary) if token_id not in SPECIAL_TOKENS}

    def __reduce__(self) -> tuple[Any, ...]:
        return PairedTokenizer, (self._tokens, self._tokenizer, self._target_pieces)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "PairedTokenizer":
        """The vocabulary written by `to_json`."""
        source, target = (Tokenizer.from_str(json.dumps(values[side])) for side in ("source", "target"))
        return cls(values["vocabulary"], source, target)

    def to_json(self) -> str:
        """The form that `load_tokenizer` reads."""
        sides = {"source": self._tokenizer, "target": self._target_pieces or self._tokenizer}
        pieces = {side: json.loads(each.to_str(pretty=False)) for side, each in sides.items()}
        return json.dumps({"vocabulary": self._tokens, **pieces}, ensure_ascii=False)

    @cached_property
    def target(self) -> SubwordTokenizer:
        """What cuts the texts of the target language."""
        return self if self._target_pieces is None else PairedTokenizer(self._tokens, self._target_pieces, None)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that the source can ask for, in the order of their ids; none for a single target language."""
        asking = [token for token in self._tokens if token.startswith(">>")]
        return tuple(found[1] for token in asking if (found := _LANGUAGE.fullmatch(token)))

    def unknown_languages(self, text: str) -> list[str]:
        """What a source asks for at its beginning that the vocabulary can't be asked for, such as `>>xxx<<`."""
        asked = re.match(rf"(?:{_LANGUAGE.pattern}\s*)*", self.cleaned(text))
        return [each[0] for each in _LANGUAGE.finditer(asked[0] if asked else "") if each[0] not in self._known]

    @cached_property
    def logs(self) -> dict[str, float]:
        """Every piece of this side with the natural logarithm of its probability."""
        (_, *pieces) = json.loads(self._tokenizer.to_str())["model"]["vocab"]  # the first is for what has no piece
        return dict(pieces)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """How every id is written."""
        return self._tokens

    @property
    def size(self) -> int:
        """As for `SubwordTokenizer`."""
        return len(self._tokens)

    @property
    def merge_ranks(self) -> dict[tuple[str, str], int]:
        """None: no pieces were merged."""
        return {}

    def cleaned(self, text: str) -> str:
        """The text in one line, its quotes and dashes as they are: the piece models normalise it themselves."""
        return one_line(text)

    def pre_tokens(self, text: str) -> list[str]:
        """The words of a text, each with the mark at its beginning."""
        return [WORD_START + word for word in self.normalised(text).split()]

    def encode(self, text: str) -> list[int]:
        """As `SubwordTokenizer.encode`; a language's token at the beginning of a source is one token."""
        return self._cut(text)[0]

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts."""
        return [self.encode(text) for text in texts]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """As `SubwordTokenizer.spans`."""
        return self._cut(text)[1]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids; special tokens are left out."""
        spelled = "".join(self._tokens[each] for each in ids if each not in SPECIAL_TOKENS)
        return spelled.replace(WORD_START, " ").strip()

    def token(self, token_id: int) -> str:
        """As `SubwordTokenizer.token`."""
        if not 0 <= token_id < self.size:
            raise TokenizerError(f"There is no token {token_id} in this vocabulary of {self.size}.")
        return self._tokens[token_id]

    def _cut(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The ids of a cleaned text, and the characters that each covers."""
        text = self.cleaned(text)
        ids, spans, begin = [], [], 0
        language = _LANGUAGE.match(text)
        if language and language[0] in self._known:
            begin = language.end()
            ids, spans = [self._known[language[0]]], [(0, begin)]
        rest = text[begin:].lstrip()
        begin = len(text) - len(rest)
        found = self._tokenizer.encode(rest, add_special_tokens=False)
        # A piece of one side is not always in the vocabulary of both; and what a side cannot spell, the other may have.
        ids += [self._known.get(piece, UNKNOWN) for piece in found.tokens]
        spans += [(begin + first, begin + last) for first, last in found.offsets]
        return ids, spans


def load_tokenizer(path: Path) -> SubwordTokenizer:
    """The vocabulary of either kind saved at `path`.

    Raises:
        TokenizerError: if the file is missing, damaged, or not a vocabulary of ours.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = ""
    if not text.startswith('{"vocabulary"'):
        return SubwordTokenizer.load(path)
    try:
        return PairedTokenizer.from_json(from_json(text))
    except TokenizerError as error:
        raise TokenizerError(f"{path}: {error}") from error
    except Exception as error:  # the library raises bare Exceptions
        raise TokenizerError(f"{path} is not a readable vocabulary ({error}).") from error
