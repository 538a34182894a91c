"""Text to token ids and back: byte-pair encoding, one vocabulary for both languages (section 5.1 of the paper).

The merges are learned and applied by the `tokenizers` library. A word after a space begins with `▁`, so that decoding
restores every space; French elisions stay with their apostrophe (`l'`·`ami`), English contractions are split before
theirs (`do`·`n't`, `I`·`'m`), so that each token is one unit of meaning on both sides.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from transformer.errors import TokenizerError
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, SPECIAL_TOKENS, START, UNKNOWN, WORD_START

_PIECE_PATTERN = (
    r"▁?\p{L}+?(?=n't(?!\p{L}))"  # do|n't
    r"|n't(?!\p{L})"
    r"|'(?:s|m|re|ll|ve|d)(?!\p{L})"  # I|'m
    r"|▁?\p{L}+'(?=\p{L})(?!(?:s|m|re|ll|ve|d)(?!\p{L}))"  # l'|ami
    r"|▁?\p{L}+"
    r"|▁?\p{N}"  # digits one by one, so that the vocabulary can spell every number
    r"|▁?[^▁\p{L}\p{N}]"
    r"|▁"
)


class SubwordTokenizer:
    """A joint byte-pair vocabulary.

    Args:
        tokenizer: of the `tokenizers` library, with the special tokens at ids 0 to 3.

    Raises:
        TokenizerError: if special tokens are not where the model expects them, or text is normalised in another way.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        for token_id, token in SPECIAL_TOKENS.items():
            if tokenizer.token_to_id(token) != token_id:
                raise TokenizerError(f"The vocabulary lacks the special token {token} at id {token_id}.")
        if not isinstance(tokenizer.normalizer, normalizers.NFC):
            raise TokenizerError(
                "It changes more of a text than its form (NFC), such as capitals: train the model again."
            )
        # A visitor who types "</s>" gets its pieces as text, not the special token.
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer

    def __repr__(self) -> str:
        return f"SubwordTokenizer({self.size} tokens)"

    def __reduce__(self) -> tuple[Any, ...]:
        return SubwordTokenizer, (self._tokenizer,)  # "</s>" must stay text, which its pickle forgets

    @classmethod
    def train(cls, texts: Iterable[str], vocabulary_size: int) -> "SubwordTokenizer":
        """Learn the merges from text of both languages (Sennrich et al. 2016, arXiv 1508.07909)."""
        tokenizer = Tokenizer(models.BPE(unk_token=SPECIAL_TOKENS[UNKNOWN]))
        tokenizer.normalizer = normalizers.NFC()
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Metaspace(replacement=WORD_START, prepend_scheme="always", split=False),
                pre_tokenizers.Split(Regex(_PIECE_PATTERN), behavior="isolated"),
            ]
        )
        tokenizer.decoder = decoders.Metaspace(replacement=WORD_START, prepend_scheme="always", split=False)
        trainer = trainers.BpeTrainer(
            vocab_size=vocabulary_size,
            special_tokens=list(SPECIAL_TOKENS.values()),
            min_frequency=2,
            show_progress=False,
        )
        tokenizer.train_from_iterator(texts, trainer)
        return cls(tokenizer)

    @classmethod
    def load(cls, path: Path) -> "SubwordTokenizer":
        """The vocabulary saved at `path`.

        Raises:
            TokenizerError: if the file is missing, damaged, or not a vocabulary of ours.
        """
        if not path.exists():
            raise TokenizerError(f"{path} is missing.")
        try:
            return cls(Tokenizer.from_file(str(path)))
        except TokenizerError as error:
            raise TokenizerError(f"{path}: {error}") from error
        except Exception as error:  # the library raises bare Exceptions
            raise TokenizerError(f"{path} is not a readable vocabulary ({error}).") from error

    def to_json(self) -> str:
        """The form that `load` reads."""
        return self._tokenizer.to_str(pretty=False)

    @property
    def target(self) -> "SubwordTokenizer":
        """What cuts the texts of the target language: the same vocabulary."""
        return self

    @property
    def languages(self) -> tuple[str, ...]:
        """The target languages that a source can ask for with a token such as `>>fra<<`: none."""
        return ()

    def unknown_languages(self, text: str) -> list[str]:
        """The tokens at a source's beginning that ask for another language: none, they are text like any other."""
        return []

    @property
    def size(self) -> int:
        """Number of tokens, the special ones included (V)."""
        return self._tokenizer.get_vocab_size()

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """How every id is written, in order."""
        return tuple(self.token(token_id) for token_id in range(self.size))

    @property
    def by_letters(self) -> bool:
        """Whether no piece is longer than a letter."""
        return all(len(piece.removeprefix(WORD_START)) <= 1 for piece in self.vocabulary[len(SPECIAL_TOKENS) :])

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of every token as it is written."""
        return {token: token_id for token_id, token in enumerate(self.vocabulary)}

    @cached_property
    def merge_ranks(self) -> dict[tuple[str, str], int]:
        """Every merge with its rank: the order of learning, most frequent pair first."""
        merges = json.loads(self.to_json())["model"]["merges"]
        return {(left, right): rank for rank, (left, right) in enumerate(merges)}

    def cleaned(self, text: str) -> str:
        """The text in the form that the vocabulary was learned from."""
        return clean(text)

    def normalised(self, text: str) -> str:
        """The text as it is split into tokens: cleaned and normalised."""
        return self._tokenizer.normalizer.normalize_str(self.cleaned(text))

    def pre_tokens(self, text: str) -> list[str]:
        """The pieces into which a cleaned text is split before any merge; no token crosses their boundaries."""
        cleaned = self.normalised(text)
        return [word for word, _ in self._tokenizer.pre_tokenizer.pre_tokenize_str(cleaned)] if cleaned else []

    def encode(self, text: str) -> list[int]:
        """The ids of a cleaned text, without special tokens."""
        return self._tokenizer.encode(self.cleaned(text), add_special_tokens=False).ids

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts, in parallel."""
        encodings = self._tokenizer.encode_batch([self.cleaned(text) for text in texts], add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """For each token of `encode(text)` the characters it covers, `cleaned(text)[begin:end]`."""
        return list(self._tokenizer.encode(self.cleaned(text), add_special_tokens=False).offsets)

    def encode_source(self, text: str) -> list[int]:
        """The encoder's input: the text's ids and END."""
        return [*self.encode(text), END]

    def encode_target(self, text: str) -> list[int]:
        """The decoder's target: START, the text's ids, END."""
        return [START, *self.target.encode(text), END]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids; special tokens are left out."""
        return self._tokenizer.decode([i for i in ids if i not in SPECIAL_TOKENS], skip_special_tokens=False).strip()

    def token(self, token_id: int) -> str:
        """How one id is written, `▁` at a word's beginning included.

        Raises:
            TokenizerError: if there is no such id.
        """
        token = self._tokenizer.id_to_token(token_id)
        if token is None:
            raise TokenizerError(f"There is no token {token_id} in this vocabulary of {self.size}.")
        return token

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """`token` for each id."""
        return [self.token(token_id) for token_id in ids]
