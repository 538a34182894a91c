"""Which layer's cross-attention best shows where a target word comes from.

The everyday grammar derives both sentences together, so their word alignment is known. The model is teacher-forced
with the given translation, and each target word is linked to the source word that it attends to most.
"""

from collections.abc import Iterable, Sequence

from transformer.attribution.word_alignment import error_rate
from transformer.corpora.everyday import AlignedPair
from transformer.decoding.alignment import attention_links
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.trace import trace_tokens
from transformer.model.attentions import all_layers
from transformer.text.words import word_pieces


def least_error_rate(pairs: Iterable[AlignedPair]) -> float:
    """The lowest alignment error rate possible with at most one link per target word, without punctuation.

    It is above 0 where a word has several true links. Every word with a true link gets one, the others none: A = A ∩ S.
    """
    lexical_pairs = [pair.lexical_links()[1] for pair in pairs]
    linked = sum(len({target for _, target in links}) for links in lexical_pairs)
    return error_rate(linked, sum(map(len, lexical_pairs)), linked, linked)


def alignment_error_rates(translator: ModelWithVocabulary, pairs: Sequence[AlignedPair]) -> tuple[float, ...]:
    """The error rate of each decoder layer's cross-attention, mean over heads, without punctuation.

    0 is perfect (Och and Ney 2003): 1 − 2 |A ∩ S| / (|A| + |S|) for the links found A and the true ones S. Pairs longer
    than the model's longest sequence are also left out.
    """
    tokenizer, config = translator.tokenizer, translator.model.config
    layers = translator.model.cross_attentions
    found, true, common = [0] * layers, 0, [0] * layers
    for pair in pairs:
        source, target = tokenizer.encode_source(pair.source), tokenizer.encode_target(pair.target)
        if max(len(source), len(target)) > config.max_length:
            continue
        source_words, target_words = word_pieces(pair.source, tokenizer), word_pieces(pair.target, tokenizer.target)
        lexical, gold = pair.lexical_links()
        trace = trace_tokens(translator, source, target)
        true += len(gold)
        for layer, weights in enumerate(all_layers(trace, "cross", "weights").mean(dim=1)):
            links = {link for link in attention_links(weights, source_words, target_words) if link[1] in lexical}
            found[layer] += len(links)
            common[layer] += len(links & gold)
    return tuple(round(error_rate(found[layer], true, common[layer], common[layer]), 4) for layer in range(layers))
