"""A model with its vocabulary, ready to translate, to be edited and to explain its choices.

```python
import transformer
model = transformer.load("en-fr")
translation = model.translate("I love you very much.", beam=4)
translation.text
```
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self, cast

import pandas as pd
import torch

from transformer.attribution.methods import ALL, attribute
from transformer.attribution.question import Question, ask
from transformer.checks import check_iterable
from transformer.decoding.loaded import Model
from transformer.decoding.search import DEFAULT_BEAM, Hypothesis
from transformer.decoding.strategies import beam_or_greedy
from transformer.decoding.trace import Trace
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate
from transformer.edits.comparison import Comparison, compare
from transformer.edits.patching import patch_map
from transformer.edits.places import head_names
from transformer.errors import GlassformerError
from transformer.learning import MOST_TOKENS, RATE, GradientCheck, Lesson, backward, check_gradient
from transformer.model.folder import load_model
from transformer.model.one_stack import OneStack
from transformer.model.transformer import Transformer
from transformer.text.source import Source
from transformer.text.special_tokens import END, START
from transformer.translating import TranslatingModel


def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> "Translator[Any]":
    """Open a shipped model by name, or a model folder by path.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    return Translator(load_model(name, device))


class Translator(TranslatingModel[Model]):
    """A trained model with its vocabulary. It stores nothing about any sentence, so many threads can share it.

    A recurrent network translates, traces and scores like a Transformer; anything that needs layers and heads raises an
    EditError. So does one stack, which can also be asked why, and writes on; anything that needs an encoder raises one.
    """

    def of_transformer(self, subject: str = "heads") -> "Translator[Transformer]":
        """This translator, for what only a Transformer has, such as heads.

        Raises:
            EditError: if its model is a recurrent network or one stack.
        """
        self.check_transformer(subject)
        return cast("Translator[Transformer]", self)

    def gradients(self, text: str | Source, target: str) -> Trace:
        """The gradient of a wanted translation's loss at every activation, with the names and shapes of `trace`.

        See `transformer.learning.backward`; raises as `learn` does.
        """
        return backward(self, self._pair(text, target))[1]

    def learn(self, text: str | Source, target: str, steps: int = 1, rate: float = RATE) -> Lesson[Self]:
        """Teach a copy of the model that this text has that target, by steps of Adam.

        Returns:
            The new translator and what each step did; `learn` of the lesson goes on.

        Raises:
            GlassformerError: for a number of steps outside 1 … MOST_STEPS or a rate outside 0 … MOST_RATE, if a text is
                empty or too long, or has something that the model can't read or write.
        """
        return Lesson(self, self._pair(text, target), rate).learn(steps)

    def check_gradient(
        self, text: str | Source, target: str, weight: str, index: Sequence[int] | None = None
    ) -> GradientCheck:
        """Nudge one number among the weights, in 64 bits, and compare the slope of the loss with the gradient.

        Args:
            weight: a parameter's name. index: of one of its numbers; by default the one with the largest gradient.

        Raises:
            GlassformerError: if there is no such number, or as for `learn`.
        """
        return check_gradient(self.model, self._pair(text, target), weight, index)

    def compare(self, text: str | Source, edit: Edit | str, beam: int = DEFAULT_BEAM) -> Comparison:
        """A sentence translated by the original model, and under an edit.

        Raises:
            GlassformerError: if there is nothing to translate, or the edit cannot be parsed or applied.
        """
        return compare(self.of_transformer("edits"), self._read_nonempty(text), parse(edit), beam_or_greedy(beam))

    def ablate(self, text: str | Source, edits: Sequence[Edit | str] | Edit | str | None = None) -> pd.DataFrame:
        """A sentence under one or several edits, one at a time: by default without each of its heads.

        Returns:
            See `transformer.edits.ablation.ablate`.

        Raises:
            GlassformerError: if there is nothing to translate, or an edit cannot be parsed or applied.
        """
        own = self.of_transformer("heads to leave out")
        if edits is None:
            edits = [f"zero_head:{head}" for head in head_names(own.model.config)]
        given = [edits] if isinstance(edits, str | Edit) else check_iterable(edits, "A list of edits")
        return ablate(own, self._read_nonempty(text), [parse(edit) for edit in given])

    def ask(
        self, text: str | Source, token: int, against: str | int | None = None, target: str | Hypothesis | None = None
    ) -> Question:
        """Why this token rather than that one? See `transformer.attribution` for what you can ask.

        Args:
            text: in the source language.
            token: the step of the translation that predicts it, counted from 0.
            against: a rival, as text or as an id.
            target: a text or a hypothesis; by default the model's own translation.

        Raises:
            GlassformerError: if there is nothing to translate, no such step, or the rival is not in the vocabulary.
        """
        own = self if isinstance(self.model, OneStack) else self.of_transformer("attributions")
        source = self._read_nonempty(text)
        target = self._target(source, target)
        tokens = (*self.spell(target).ids, END) if isinstance(target, str) else target.tokens
        return ask(cast("Translator[OneStack]", own), source.ids, tokens, token, against)

    def attribute(
        self, text: str | Source, token: int, against: str | int | None = None, method: str = ALL
    ) -> pd.DataFrame:
        """How much every source token and every earlier target token counts for one token of the translation.

        Args:
            token, against: as for `ask`.
            method: see `transformer.attribution.methods`; by default all of them.

        Returns:
            See `transformer.attribution.methods.attribute`.
        """
        return attribute(self.ask(text, token, against), method)

    def patch(self, a: str | Source, b: str | Source, place: str = "residual") -> pd.DataFrame:
        """Put activations of `b` into a run on `a`, one at a time, and see how far the prediction moves towards `b`'s.

        Args:
            a, b: two sentences with the same number of tokens.
            place: `residual`, `sublayers`, `heads`, or one place such as `encoder.2`, at all positions.

        Returns:
            See `transformer.edits.patching.PatchMap`, whose table this is.

        Raises:
            GlassformerError: if one is empty, they differ in length, or they get the same translation.
        """
        own = self.of_transformer("patches")
        first, second = (own.translate(self._read_nonempty(text), beam=1) for text in (a, b))
        return patch_map(own, first, second, place).frame

    def _pair(self, text: str | Source, target: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ids of a pair that a model shall learn: (S), and START … END, (T + 1)."""
        source, spelling = self._read_nonempty(text), self.spell(target)
        if source.carried.units:
            raise GlassformerError(f"The model never reads {source.carried.units[0]!r}: leave it out.")
        if spelling.lost:
            raise GlassformerError(f"The vocabulary can't spell {spelling.lost!r}: leave it out of the translation.")
        if not spelling.ids:
            raise GlassformerError("There is no translation to learn: type at least one word.")
        if source.cut or spelling.cut or len(spelling.ids) >= MOST_TOKENS:
            raise GlassformerError(f"The pair is too long to learn: {MOST_TOKENS} tokens are the most; shorten it.")
        return source.ids, (START, *spelling.ids, END)
