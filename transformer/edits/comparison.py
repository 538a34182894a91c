"""A sentence translated twice: by the original model, and under an edit."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

import pandas as pd
import torch
from torch import Tensor

from transformer.decoding.strategies import Strategy
from transformer.decoding.trace import Trace, trace_tokens, whole_target
from transformer.decoding.translation import Translation, find_translation
from transformer.edits.change import EditableModel
from transformer.edits.edit import Edit
from transformer.text.source import Source
from transformer.text.words import cut_into_words, words


@dataclass(frozen=True)
class WordChange:
    """A stretch of a translation: the same words in both, or different ones.

    Attributes:
        before, after: the words of the original and the edited translation; either can be empty.
        text_before, text_after: the same as text, including the space after them.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    text_before: str
    text_after: str

    @property
    def same(self) -> bool:
        """Whether nothing changed here."""
        return self.before == self.after


@dataclass(frozen=True)
class Comparison:
    """Both translations of one sentence.

    Attributes:
        edit: what was changed. before: without it. after: under the edit; its `trace` shows the edited model.
        forced: the edited model teacher-forced with the original translation.
    """

    edit: Edit
    before: Translation
    after: Translation
    forced: Trace

    @property
    def first_difference(self) -> int | None:
        """The first step at which a different token is predicted; None if the translations are the same."""
        return first_difference(self.before.hypothesis.tokens, self.after.hypothesis.tokens)

    @cached_property
    def words(self) -> tuple[WordChange, ...]:
        """The two translations side by side, word by word: stretches that agree and stretches that differ."""
        return word_changes(self.before.text, self.after.text)

    @cached_property
    def probabilities(self) -> pd.DataFrame:
        """How probable each token of the original translation is, with and without the edit.

        Returns:
            A row per token: `step`, `token`, `before`, `after` (probabilities), `likeliest` (what the edited model
            would write there).
        """
        before, after = (values.exp().tolist() for values in self._log_probabilities)
        vocabulary = self.before.translator.tokenizer.vocabulary
        likeliest = self.forced["logits"].argmax(dim=-1).tolist()[: len(before)]
        return pd.DataFrame(
            {
                "step": range(len(before)),
                "token": self.before.tokens,
                "before": before,
                "after": after,
                "likeliest": [vocabulary[token] for token in likeliest],
            }
        )

    @property
    def log_probabilities(self) -> tuple[float, float]:
        """The log-probability of the original translation: before, and under the edit."""
        before, after = (float(values.sum()) for values in self._log_probabilities)
        return before, after

    @cached_property
    def _log_probabilities(self) -> tuple[Tensor, Tensor]:
        """For each token of the original translation, before and after, (T) each."""
        ids = torch.tensor(self.before.hypothesis.tokens, dtype=torch.long)[:, None]
        edited = self.forced["logits"].float().log_softmax(dim=-1)[: len(ids)]
        return self.before.log_probabilities.gather(-1, ids)[:, 0], edited.gather(-1, ids)[:, 0]


def compare(
    translator: EditableModel, source: Source, edit: Edit, strategy: Strategy, before: Translation | None = None
) -> Comparison:
    """Translate a sentence with and without an edit.

    Args:
        before: the original translation, if it is already known.

    Raises:
        EditError: if the edit names something that the model or the sentence does not have.
    """
    before = before or find_translation(translator, source, strategy)
    after = translate_under_edit(translator, source, edit, strategy)
    target = whole_target(before.hypothesis.tokens, translator.model.config.max_length)
    return Comparison(edit, before, after, trace_tokens(translator, after.source.ids, target, edit.probe(translator)))


def translate_under_edit(translator: EditableModel, source: Source, edit: Edit, strategy: Strategy) -> Translation:
    """A sentence translated under an edit.

    Raises:
        EditError: if the edit names something that the model or the sentence does not have.
    """
    return find_translation(translator, edit.source(translator, source), strategy, probe=edit.probe(translator))


def first_difference(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The first step at which two translations differ; None if they are the same."""
    if one == other:
        return None
    pairs = enumerate(zip(one, other, strict=False))
    return next((step for step, (a, b) in pairs if a != b), min(len(one), len(other)))


def word_changes(before: str, after: str) -> tuple[WordChange, ...]:
    """Two texts as stretches of words that agree and stretches that differ."""
    one, other = words(before), words(after)
    pieces, others = cut_into_words(before), cut_into_words(after)
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return tuple(
        WordChange(tuple(one[i:j]), tuple(other[k:m]), "".join(pieces[i:j]), "".join(others[k:m]))
        for _, i, j, k, m in blocks
    )
