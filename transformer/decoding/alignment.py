"""From cross-attention to word alignment: which layer says best where a target word comes from.

The everyday grammar derives both sentences at once, so that its word alignment is known; the model is led through the
given translation, and each target word is linked to the source word that it attends to most.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from torch import Tensor

from transformer.corpora.everyday import AlignedPair
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.trace import trace_tokens
from transformer.model.attentions import all_layers
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, SPECIAL_TOKENS
from transformer.text.words import word_pieces, words


@dataclass(frozen=True)
class AlignmentQuality:
    """How well each decoder layer's cross-attention, mean over heads, aligns.

    Attributes:
        error_rates: alignment error rate of each layer, 0 is perfect (Och and Ney 2003): 1 − 2 |A ∩ S| / (|A| + |S|)
            for the links found A and the true ones S.
        pairs: sentence pairs measured on.
    """

    error_rates: tuple[float, ...]
    pairs: int

    @property
    def best_layer(self) -> int:
        """The layer with the lowest error rate."""
        return min(range(len(self.error_rates)), key=self.error_rates.__getitem__)


def attention_links(
    weights: Tensor, source_words: Sequence[Sequence[int]], target_words: Sequence[Sequence[int]]
) -> set[tuple[int, int]]:
    """Link each target word to the source word with most of its attention.

    Args:
        weights: (T, S); row t is the position that says target token t.
        source_words, target_words: token positions of each word.

    Returns:
        (source word, target word) pairs; a word that looks mostly at END has none.
    """
    links = set()
    for target, rows in enumerate(target_words):
        row = weights[list(rows)].mean(dim=0)
        of_word = [float(row[list(columns)].sum()) for columns in source_words]
        best = max(range(len(of_word)), key=of_word.__getitem__)
        if of_word[best] > float(row[-1]):
            links.add((best, target))
    return links


def token_links(weights: Tensor, source_tokens: Sequence[str], target_tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Link each target token to the source token that it looks at most, in the order of the target.

    Args:
        weights: (T, S); row t is the position that says target token t.
        source_tokens, target_tokens: as written; END is linked to nothing.
    """
    best = weights.argmax(dim=-1).tolist()
    end = SPECIAL_TOKENS[END]
    return [
        (source, target)
        for target, source in enumerate(best)
        if target_tokens[target] != end and source_tokens[source] != end
    ]


def lexical_links(pair: AlignedPair) -> tuple[set[int], set[tuple[int, int]]]:
    """The target words that are no punctuation, and the pair's true links to them."""
    lexical = {index for index, word in enumerate(words(clean(pair.target))) if any(c.isalnum() for c in word)}
    return lexical, {link for link in pair.alignment if link[1] in lexical}


def error_rate(found: int, true: int, common: int) -> float:
    """The alignment error rate from the numbers of links found, of true ones, and of those that are both."""
    return 1 - 2 * common / max(1, found + true)


def least_error_rate(pairs: Iterable[AlignedPair]) -> float:
    """The lowest alignment error rate that one link a target word at most can reach, punctuation left out.

    A word with several true links can be given one of them only, so that this is above 0. Every word that has a true
    link gets one of them, and the others get none: A = A ∩ S.
    """
    lexical_pairs = [lexical_links(pair)[1] for pair in pairs]
    linked = sum(len({target for _, target in links}) for links in lexical_pairs)
    return error_rate(linked, sum(map(len, lexical_pairs)), linked)


def measure_alignment(translator: ModelWithVocabulary, pairs: Sequence[AlignedPair]) -> AlignmentQuality:
    """Compare every layer's links with the pairs' own, punctuation left out.

    Pairs that are longer than the model's longest sequence are left out too.
    """
    tokenizer, config = translator.tokenizer, translator.model.config
    layers, longest = translator.model.cross_attentions, config.max_length
    found, true, common = [0] * layers, 0, [0] * layers
    for pair in pairs:
        source, target = tokenizer.encode_source(pair.source), tokenizer.encode_target(pair.target)
        if max(len(source), len(target)) > longest:
            continue
        source_words, target_words = word_pieces(pair.source, tokenizer), word_pieces(pair.target, tokenizer)
        lexical, gold = lexical_links(pair)
        trace = trace_tokens(translator, source, target)
        true += len(gold)
        for layer, weights in enumerate(all_layers(trace, "cross", "weights").mean(dim=1)):
            links = {link for link in attention_links(weights, source_words, target_words) if link[1] in lexical}
            found[layer] += len(links)
            common[layer] += len(links & gold)
    rates = tuple(round(error_rate(found[layer], true, common[layer]), 4) for layer in range(layers))
    return AlignmentQuality(rates, len(pairs))
