"""From a typed text to what an encoder reads: spelling, truncation, and what bypasses the model."""

from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from transformer.text.capitals import complete_headline, is_headline, without_capitals
from transformer.text.carried import NOTHING_CARRIED, Carried, Carrier
from transformer.text.cleaning import normalize_characters
from transformer.text.line_breaks import join_lines
from transformer.text.source import Source
from transformer.text.special_tokens import END
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.written_out import write_out, write_out_amounts

MAX_CHARACTERS = 1_000  # of a source text; the rest is cut, and `Source.cut` is set
MAX_RAW = 4 * MAX_CHARACTERS  # that are looked at before the text is cleaned
MAX_SOURCE_TOKENS = 120


@dataclass(frozen=True)
class SourceReader:
    """Reads texts for one model.

    Attributes:
        tokenizer: with the source language's vocabulary.
        token_counts: how often each token occurred in training, (V,).
        language: that the model reads, such as `en`.
        max_length: the model's, in tokens with END.
        as_typed: whether texts reach the model as they are: it may know any spelling and script.
        asked_for: the language that such a model shall write, if it writes several.
        target: the language that another model writes.
    """

    tokenizer: SubwordTokenizer
    token_counts: Tensor
    language: str
    max_length: int
    as_typed: bool = False
    asked_for: str = ""
    target: str = ""

    def source(self, text: str) -> Source:
        """The text as the encoder reads it, truncated to the limits, and the parts that bypass the model."""
        typed = self.tokenizer.cleaned(join_lines(text[:MAX_RAW]))
        typed = typed if self.as_typed else normalize_characters(typed)
        read = self._add_language_token if self.as_typed else self._without_what_bypasses
        found, carried, capitals, headline = read(typed[:MAX_CHARACTERS])
        shortened = carried.insert_names(found)
        ids = self.tokenizer.encode(shortened)
        limit = min(MAX_SOURCE_TOKENS, self.max_length) - 1
        cut = len(ids) > limit or len(typed) > MAX_CHARACTERS or len(text) > MAX_RAW
        if len(ids) > limit:
            shortened = shortened[: self.tokenizer.spans(shortened)[limit - 1][1]].strip()
            ids = ids[:limit]
            carried = carried.within(shortened)
        ids = [*ids, END]
        return Source(shortened, tuple(ids), tuple(self.tokenizer.tokens(ids)), cut, capitals, headline, carried)

    def _add_language_token(self, typed: str) -> tuple[str, Carried, bool, bool]:
        """The text with the token of the language to write before it, unless it begins with one."""
        text, languages = typed.strip(), self.tokenizer.languages
        if languages and text and not any(text.startswith(f">>{each}<<") for each in languages):
            text = f">>{self.asked_for or languages[0]}<< {text}"
        return text, NOTHING_CARRIED, False, False

    def _without_what_bypasses(self, typed: str) -> tuple[str, Carried, bool, bool]:
        """The text that the vocabulary can spell, what it can't, whether capitals became small, and a headline's."""
        english = self.language == "en"
        marked, carried = self._carrier.take_out(write_out_amounts(typed) if english else typed)
        marked = write_out(marked) if english else marked
        small = without_capitals(marked, self.language, self._strangeness)
        capitals = small != marked
        headline = capitals and english and is_headline(marked)
        return complete_headline(small) if headline else small, carried, capitals, headline

    @cached_property
    def _carrier(self) -> Carrier:
        return Carrier(self.tokenizer.ids, self.language, self.target)

    def _strangeness(self, word: str) -> tuple[int, int]:
        """How poorly the vocabulary knows a word: by its number of pieces, then by how rare they are."""
        ids = self.tokenizer.encode(word)
        return len(ids), -int(self.token_counts[ids].min())
