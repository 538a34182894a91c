"""Sentences for word2vec: numbered words, with frequent ones subsampled, in windows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from transformer.text.cleaning import clean
from transformer.text.words import words

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class NumberedWords:
    """Sentences as the numbers of their words.

    Attributes:
        vocabulary: the words, the most frequent first.
        counts: how often each of them occurs.
        ids: all sentences one after another, without rare words. sentence: the number of each id's sentence.
    """

    vocabulary: tuple[str, ...]
    counts: Indices
    ids: Indices
    sentence: Indices


def words_of(text: str) -> list[str]:
    """The words of a sentence in lower case, without punctuation."""
    return [word for word in words(clean(text).lower()) if any(letter.isalnum() for letter in word)]


def number_words(texts: Iterable[str], rarest: int) -> NumberedWords:
    """Count and number the words of sentences; a word must occur `rarest` times to get a vector."""
    cut = [words_of(text) for text in texts]
    counted = Counter(word for sentence in cut for word in sentence)
    vocabulary = tuple(
        sorted((word for word, count in counted.items() if count >= rarest), key=lambda w: (-counted[w], w))
    )
    number = {word: index for index, word in enumerate(vocabulary)}
    rows = [[number[word] for word in sentence if word in number] for sentence in cut]
    return NumberedWords(
        vocabulary,
        np.array([counted[word] for word in vocabulary], dtype=np.int64),
        np.array([index for row in rows for index in row], dtype=np.int64),
        np.repeat(np.arange(len(rows)), [len(row) for row in rows]),
    )


def keep_probability(counts: Indices, threshold: float) -> NDArray[np.float64]:
    """The share of each word's occurrences that is kept: √(t / f) + t / f, at most 1, as in the authors' program.

    f is the word's share of the text, t the threshold; 0 keeps everything (compare Mikolov et al. 2013b, section 2.3).
    """
    if not threshold:
        return np.ones(len(counts))
    ratio = threshold * counts.sum() / counts
    return np.minimum(1.0, np.sqrt(ratio) + ratio)


def windows(sentence: Indices, reach: Sequence[int] | Indices) -> tuple[Indices, Indices]:
    """Positions of words, and of the other words in their sentence and window, the nearest first.

    Args:
        sentence: the number of each position's sentence. reach: how far its window extends on either side.
    """
    reach = np.asarray(reach)
    centers, contexts = [], []
    position = np.arange(len(sentence))
    for distance in range(1, int(reach.max(initial=0)) + 1):
        near = position[:-distance][sentence[:-distance] == sentence[distance:]]
        to_the_right, to_the_left = near[reach[near] >= distance], near[reach[near + distance] >= distance]
        centers += [to_the_right, to_the_left + distance]
        contexts += [to_the_right + distance, to_the_left]
    if not centers:
        return position[:0], position[:0]
    return np.concatenate(centers), np.concatenate(contexts)
