"""From cross-attention to word alignment: which layer says best where a target word comes from.

The everyday grammar derives both sentences at once, so that its word alignment is known; the model is led through the
given translation, and each target word is linked to the source word that it attends to most.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from transformer.corpora.everyday import AlignedPair, words
from transformer.model import Transformer
from transformer.text import clean
from transformer.tokenizer import SubwordTokenizer
from transformer.trace import trace_tokens


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


def word_pieces(text: str, tokenizer: SubwordTokenizer) -> list[list[int]]:
    """For each of the text's words, as `words` cuts them, the positions of its tokens."""
    cleaned = clean(text)
    spans = tokenizer.spans(cleaned)
    pieces, cursor = [], 0
    for word in words(cleaned):
        begin = cleaned.index(word, cursor)
        cursor = begin + len(word)
        pieces.append([index for index, (first, last) in enumerate(spans) if first < cursor and last > begin])
    return pieces


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


def measure_alignment(
    model: Transformer, tokenizer: SubwordTokenizer, pairs: Sequence[AlignedPair]
) -> AlignmentQuality:
    """Compare every layer's links with the pairs' own, punctuation left out.

    Pairs that are longer than the model's longest sequence are left out too.
    """
    layers, longest = model.config.decoder_layers, model.config.max_length
    found, true, common = [0] * layers, 0, [0] * layers
    for pair in pairs:
        source, target = tokenizer.encode_source(pair.source), tokenizer.encode_target(pair.target)
        if max(len(source), len(target)) > longest:
            continue
        source_words, target_words = word_pieces(pair.source, tokenizer), word_pieces(pair.target, tokenizer)
        lexical = {index for index, word in enumerate(words(clean(pair.target))) if any(c.isalnum() for c in word)}
        gold = {link for link in pair.alignment if link[1] in lexical}
        trace = trace_tokens(model, tokenizer, source, target)
        true += len(gold)
        for layer in range(layers):
            weights = trace[f"decoder.{layer}.cross_attention.weights"].mean(dim=0)
            links = {link for link in attention_links(weights, source_words, target_words) if link[1] in lexical}
            found[layer] += len(links)
            common[layer] += len(links & gold)
    rates = tuple(round(1 - 2 * common[layer] / max(1, found[layer] + true), 4) for layer in range(layers))
    return AlignmentQuality(rates, len(pairs))
