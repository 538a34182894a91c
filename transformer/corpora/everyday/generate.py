"""From constructions to a corpus: sample evenly, keep English unambiguous, and set new combinations aside."""

import random
import re
from collections import Counter
from functools import cache

from transformer.corpora.everyday import (  # noqa: F401 (importing them registers their constructions)
    actions,
    descriptions,
    joined_clauses,
    quantities,
    questions,
    situations,
)
from transformer.corpora.everyday.alignment import AlignedPair, sentences
from transformer.corpora.everyday.grammar import CONSTRUCTIONS, Grammar
from transformer.corpora.everyday.lexicon import load_lexicon
from transformer.text.words import words

SEED = 2017
PAIR_COUNT = 54_000
HELD_OUT = {"dev": 1_000, "test": 1_000}
_RARE = 5  # a word must stay in training at least this often


def normalise(text: str) -> str:
    """A sentence without case, punctuation and spelling of contractions: what makes two sentences the same."""
    return " ".join(re.findall(r"\w+", text.lower()))


def derive(seed: int = SEED, count: int = PAIR_COUNT) -> tuple[list[list[AlignedPair]], int]:
    """Groups of pairs with the same French, and how many derivations an English sentence with other French cost."""
    grammar = Grammar(load_lexicon(), seed)
    total = sum(construction.weight for construction in CONSTRUCTIONS)
    groups: dict[str, list[AlignedPair]] = {}
    french_of: dict[str, str] = {}
    clashes = 0
    for construction in CONSTRUCTIONS:
        wanted, made, attempts = round(count * construction.weight / total), 0, 0
        while made < wanted and attempts < 3 * wanted:
            attempts += 1
            for pair in sentences(construction.derive(grammar), construction.name):
                known = french_of.setdefault(pair.source, pair.target)
                group = groups.setdefault(normalise(pair.target), [])
                if known != pair.target:
                    clashes += 1
                elif all(pair.source != other.source for other in group):
                    group.append(pair)
                    made += 1
    return [group for group in groups.values() if group], clashes


@cache
def generate_corpus(seed: int = SEED) -> dict[str, list[AlignedPair]]:
    """The corpus in its splits `train`, `dev` and `test`, always the same for the same seed.

    Held-out sentences are new combinations of words that all occur in training; the ways English can write one French
    sentence stay together.
    """
    groups, _ = derive(seed)
    random.Random(seed).shuffle(groups)
    frequency: Counter[str] = Counter()
    spellings: Counter[str] = Counter()
    vocabularies: list[set[str]] = []
    for group in groups:
        vocabularies.append(set())
        for pair in group:
            own_words = set(words(f"{pair.source} {pair.target}".lower()))
            frequency.update(own_words)
            vocabularies[-1] |= own_words
            spellings[normalise(pair.source)] += 1
    corpus: dict[str, list[AlignedPair]] = {"train": [], "dev": [], "test": []}
    for group, vocabulary in zip(groups, vocabularies, strict=True):
        split = next((name for name, size in HELD_OUT.items() if len(corpus[name]) + len(group) <= size), "train")
        if split != "train":
            own = Counter(normalise(pair.source) for pair in group)
            unique = all(spellings[spelling] == count for spelling, count in own.items())
            common = all(frequency[word] > _RARE + len(group) for word in vocabulary)
            if unique and common:
                frequency.subtract(word for word in vocabulary for _ in group)
            else:
                split = "train"
        corpus[split] += group
    return corpus
