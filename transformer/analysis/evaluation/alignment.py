"""Which layer's cross-attention best shows where a target word comes from.

The everyday grammar derives both sentences together, so their word alignment is known. The model is teacher-forced
with the given translation, and each target word is linked to the source word that it attends to most.
"""

from collections.abc import Iterable, Sequence

from transformer.attribution.word_alignment import error_rate, grammar_example
from transformer.corpora.everyday import AlignedPair
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.trace import trace_tokens


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
    layers, longest = translator.model.cross_attentions, translator.model.config.max_length
    found, true, common = [0] * layers, 0, [0] * layers
    for pair in (grammar_example(each, translator.tokenizer) for each in pairs):
        if max(len(pair.source), len(pair.target)) > longest:
            continue
        trace = trace_tokens(translator, pair.source, pair.target)
        true += len(pair.sure)
        for layer in range(layers):
            links = pair.links(trace.source_attention(layer).mean(dim=0))
            found[layer] += len(links)
            common[layer] += len(links & pair.sure)
    return tuple(round(error_rate(found[layer], true, common[layer], common[layer]), 4) for layer in range(layers))
