"""Which heads decide between two words: ranked by what patching them moves, over many pairs of sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from transformer.checks import check_iterable
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import trace_tokens
from transformer.decoding.translation import Translation, find_translations
from transformer.edits.change import EditableModel
from transformer.edits.patches import target_of
from transformer.edits.patching import Patches, patched_differences
from transformer.edits.places import all_heads, head_names
from transformer.errors import EditError
from transformer.model.probe import Probe
from transformer.model.transformer import Transformer
from transformer.text.source import Source
from transformer.text.special_tokens import START, WORD_START

RESAMPLES = 2_000
SMALLEST = 1e-3  # logits: less is rounding


@dataclass(frozen=True)
class Halt:
    """Where a translation chooses between rivals.

    Attributes:
        step: tokens written before. tokens: of the rivals, in this place: at the start of a word, or after an
            apostrophe or a hyphen, as in `qu'elle`. ids: theirs.
    """

    translation: Translation
    step: int
    tokens: tuple[str, ...]
    ids: tuple[int, ...]

    @property
    def prefix(self) -> list[int]:
        """What the decoder reads there."""
        return [START, *self.translation.hypothesis.tokens[: self.step]]


def rank_heads(
    translator: EditableModel, pairs: Sequence[tuple[str, str]], rivals: tuple[str, str], seed: int = 0
) -> pd.DataFrame:
    """Rank heads by how far their context from another sentence moves the choice between two words.

    For each pair, the first sentence's greedy translation halts before the first rival that it writes. There the model
    runs on the first sentence with one head's context taken from the second: everywhere in the encoder, at the last
    position in the decoder. With Δ = logit(rivals[0]) − logit(rivals[1]),

        moved = Σ (Δ_first − Δ_patched) / Σ (Δ_first − Δ_second),   summed over the pairs.

    Args:
        pairs: of sentences with the same number of tokens, which ask for different rivals; in either order.
        rivals: two words of the target language, each one token. seed: for drawing the pairs again.

    Returns:
        A row per head, the largest `moved` first: `kind`, `layer`, `head`, `moved`, and `low` and `high`, between which
        95% of the means lie when the pairs are drawn again (the bootstrap).

    Raises:
        EditError: if there is no pair, a translation has neither rival, a rival is not one token, or two sentences
            differ in length or don't differ in the choice.
    """
    given = [(translator.read(one), translator.read(other)) for one, other in check_iterable(pairs, "A list of pairs")]
    if not given:
        raise EditError("There is no pair of sentences to rank heads by; give at least one.")
    for one, other in given:
        if len(one.ids) != len(other.ids):
            raise EditError(
                f"Both sentences of a pair need the same number of tokens: {one.text!r} has {len(one.ids)}, "
                f"{other.text!r} {len(other.ids)}."
            )
    heads = head_names(translator.model.config)
    lost, whole = np.empty((len(given), len(heads))), np.empty(len(given))
    translations = find_translations(translator, [one for one, _ in given], Greedy())
    for row, (translation, (one, other)) in enumerate(zip(translations, given, strict=True)):
        halt = find_halt(translation, rivals)
        lost[row], whole[row] = moved_by(
            translator, halt, other, (halt.ids[0], halt.ids[1]), [[head] for head in heads]
        )
        if abs(whole[row]) < SMALLEST:
            raise EditError(
                f"{one.text!r} and {other.text!r} make the same choice between the words: there is nothing to move."
            )
    lost *= np.sign(whole)[:, None]  # a pair may begin with either word
    whole = np.abs(whole)
    drawn = np.random.default_rng(seed).integers(len(given), size=(RESAMPLES, len(given)))
    means = lost[drawn].sum(axis=1) / whole[drawn].sum(axis=1, keepdims=True)
    low, high = np.percentile(means, (2.5, 97.5), axis=0)
    table = pd.DataFrame(all_heads(translator.model.config), columns=["kind", "layer", "head"])
    table = table.assign(moved=lost.sum(axis=0) / whole.sum(), low=low, high=high)
    return table.sort_values("moved", ascending=False, ignore_index=True)


def find_halt(translation: Translation, rivals: Sequence[str]) -> Halt:
    """The step before a translation writes one of the rivals as a word.

    Raises:
        EditError: if it writes none of them, or one of them is not one token of the vocabulary.
    """
    ids, tokens = translation.translator.tokenizer.ids, translation.tokens
    for step, (before, token, after) in enumerate(zip(("'", *tokens), tokens, (*tokens[1:], WORD_START), strict=False)):
        word = token.removeprefix(WORD_START)
        if word not in rivals or (word == token and before[-1] not in "'-") or (after[0].isalpha() and word[-1] != "'"):
            continue
        found = tuple(token.removesuffix(word) + rival for rival in rivals)
        if unknown := [rival for rival, own in zip(rivals, found, strict=True) if own not in ids]:
            raise EditError(f"{unknown[0]!r} is not one token of the vocabulary; choose another word.")
        return Halt(translation, step, found, tuple(ids[each] for each in found))
    raise EditError(
        f"The translation {translation.text!r} has none of the words {', '.join(rivals)}; choose words that it writes."
    )


@torch.no_grad()
def moved_by(
    translator: EditableModel, halt: Halt, other: Source, rivals: tuple[int, int], teams: Sequence[Sequence[str]]
) -> tuple[Tensor, float]:
    """How far the contexts of each team of heads, taken from a run on another source, move Δ, in logits.

    Args:
        rivals: two ids. teams: heads such as `cross.1.2`.

    Returns:
        Δ − Δ_patched for each team (N), and Δ − Δ_other, the difference to be moved.
    """
    config, source = translator.model.config, halt.translation.source
    patched = trace_tokens(translator, other.ids, [*halt.prefix, rivals[0]])
    everywhere, last = slice(None), len(halt.prefix) - 1
    patches: list[Patches] = [
        [(each, everywhere if each.stack == "encoder" else last) for each in (target_of(config, head) for head in team)]
        for team in teams
    ]
    found = patched_differences(translator.model, (source.ids, halt.prefix), [[], *patches], patched, rivals)
    there = patched["logits"][-1]
    return found[0] - found[1:], float(found[0] - (there[rivals[0]] - there[rivals[1]]))


@torch.no_grad()
def next_logits(model: Transformer, halt: Halt, probe: Probe | None = None) -> Tensor:
    """The logits of what comes after the halt (V)."""
    device = model.output_projection.weight.device
    source, target = (torch.tensor([ids], device=device) for ids in (halt.translation.source.ids, halt.prefix))
    return model(source, target, probe)[0, -1].cpu()
