"""A trained Transformer, ready to translate, to be changed and to be asked why."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import pandas as pd
from torch import Tensor

from transformer.attribution.methods import ALL, attribute
from transformer.attribution.question import Question, ask
from transformer.checks import of_kind, several
from transformer.corpora import Direction
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.compiled.model import CompiledModel, compiled_model
from transformer.decoding.encoded import EncodedSource, encode_source
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, Hypothesis
from transformer.decoding.strategies import beam_or_greedy
from transformer.decoding.trace import teacher_force, whole_target
from transformer.decoding.translation import Translation, find_translation
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate, every_head
from transformer.edits.change import Reader
from transformer.edits.comparison import Comparison, compare
from transformer.edits.head_means import head_means
from transformer.edits.patching import patch_map
from transformer.model.probe import Probe, chain
from transformer.text.source import Source
from transformer.text.special_tokens import END
from transformer.translator.text_translator import TextTranslator

MEAN_OVER = 60  # sentences over which a head's mean context is taken


class Translator(TextTranslator, Reader):
    """A trained Transformer with its vocabulary."""

    @cached_property
    def head_means(self) -> Mapping[str, Tensor]:
        """As `Reader.head_means`: over sentences of the everyday corpus, held out where it is English."""
        direction = Direction.of_card(self.card)
        if direction.into_english:
            texts = [pair.target for pair in natural_pairs(direction.foreign)]
        else:
            texts = list(held_out_sentences())
        return head_means(self.model, [self.read(text).ids for text in texts[:MEAN_OVER]])

    @cached_property
    def compiled(self) -> CompiledModel | None:
        """The model as compiled code reads it; None where that cannot be. A loaded model is frozen, so both agree."""
        return compiled_model(self.model)

    def encode(self, text: str) -> EncodedSource:
        """Encode a sentence, for several translations of it by `translate_encoded`."""
        return encode_source(self.model, self.read(text), self.compiled)

    def translate_encoded(
        self, encoded: EncodedSource, beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA
    ) -> Translation:
        """Translate an encoded source: what `translate` finds, without encoding again.

        Raises:
            GlassformerError: as `translate`.
        """
        of_kind(encoded, EncodedSource, "What `encode` returned")
        return find_translation(self, encoded.source, beam_or_greedy(beam, alpha), encoded=encoded)

    def teacher_force(
        self, encoded: EncodedSource, translations: Sequence[Sequence[int]]
    ) -> tuple[dict[str, Tensor], ...]:
        """Cross-attention and predictions of the decoder, teacher-forced with translations of an encoded source.

        Args:
            translations: the tokens of each (T); END is the last of them if it was reached.

        Returns:
            For each the weights of cross-attention and the logits, see `transformer.decoding.trace.teacher_force`.
        """
        targets = [whole_target(tokens, self.model.config.max_length) for tokens in translations]
        return teacher_force(self, encoded, targets)

    def compare(self, text: str, edit: Edit | str, beam: int = DEFAULT_BEAM) -> Comparison:
        """A sentence in both worlds: translated by the untouched model, and with an edit in force.

        Raises:
            GlassformerError: if there is nothing to translate, or the edit cannot be read or carried out.
        """
        return compare(self, self._filled(text), parse(edit), beam_or_greedy(beam))

    def ablate(self, text: str, edits: Sequence[Edit | str] | Edit | str | None = None) -> pd.DataFrame:
        """A sentence under an edit, or under several one after the other: by default without each of its heads.

        Returns:
            See `transformer.edits.ablation.ablate`.

        Raises:
            GlassformerError: if there is nothing to translate, or an edit cannot be read or carried out.
        """
        given = [edits] if isinstance(edits, str | Edit) else edits
        chosen = every_head(self) if given is None else [parse(edit) for edit in several(given, "A list of edits")]
        return ablate(self, self._filled(text), chosen)

    def ask(
        self, text: str, token: int, against: str | int | None = None, target: str | Hypothesis | None = None
    ) -> Question:
        """Why this token, and not that one? See `transformer.attribution` for what can be asked of it.

        Args:
            text: in the source language.
            token: the step of the translation that says it, counted from 0.
            against: a rival, as it is written or as an id.
            target: a text or a hypothesis; what `translate` says when left out.

        Raises:
            GlassformerError: if there is nothing to translate, no such step, or the rival is not in the vocabulary.
        """
        source = self._filled(text)
        if target is None:
            target = self.translate(text).hypothesis
        of_kind(target, str | Hypothesis, "A text or a hypothesis")
        said = (*self.spell(target).ids, END) if isinstance(target, str) else target.tokens
        return ask(self, source.ids, said, token, against)

    def attribute(self, text: str, token: int, against: str | int | None = None, method: str = ALL) -> pd.DataFrame:
        """How much every source token and every earlier target token counts for one token of the translation.

        Args:
            token, against: as for `ask`.
            method: see `transformer.attribution.methods`; all of them when left out.

        Returns:
            A row a token: `side`, `position`, `token`, and a column a method.

        Raises:
            GlassformerError: as `ask`, and for a method that does not exist.
        """
        return attribute(self.ask(text, token, against), method)

    def patch(self, a: str, b: str, place: str = "residual") -> pd.DataFrame:
        """Which activations of `b`, put into a run on `a`, move what it says towards what is said of `b`.

        Args:
            a, b: two sentences of as many tokens.
            place: `residual`, `sublayers` or `heads`, at all positions.

        Returns:
            See `transformer.edits.patching.PatchMap`, whose table this is.

        Raises:
            GlassformerError: if one is empty, they have not as many tokens, or they are translated alike.
        """
        return patch_map(self, self._filled(a), self._filled(b), place).frame

    def _edited(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """What the encoder reads under an edit, and the edit's probe with another behind it."""
        found = parse(edit)
        if source.empty or not found:
            return source, probe
        own = found.probe(self)
        both = [each for each in (own, probe) if each is not None]
        return found.source(self, source), chain(*both) if both else None
