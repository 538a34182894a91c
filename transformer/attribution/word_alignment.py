"""The alignment error rate of each method, with the model teacher-forced.

A method says, for every target token, how much each source token counts, (T, S); each target word is linked to the
source word that counts most, or to none if END counts more. At the *written* step the row is that of the position that
predicts the token, at the *read_back* step of the position that reads it. Three methods explain one logit at a time, so
they have no such choice: they run once per token (`explain_translation`).

    AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)      links found A, sure S, possible P ⊇ S (Och and Ney 2003)
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import torch
from torch import Tensor

from transformer.attribution.alti import contributions_through
from transformer.attribution.attentions import weighted_values
from transformer.attribution.erasure import layer_turn, leave_one_out
from transformer.attribution.gradients import gradient_times_input, integrated_gradients
from transformer.attribution.question import Question, ask
from transformer.corpora.everyday import AlignedPair
from transformer.corpora.gold import GoldPair, as_text
from transformer.decoding.alignment import attention_links
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import Trace, trace_tokens
from transformer.model.attentions import attention_at, head_shares, place
from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.words import pieces_at, word_pieces

WRITTEN, READ_BACK = "written", "read_back"
ATTENTION, VALUE_NORMS, VALUE_ZEROING, ALTI = "attention", "value_norms", "value_zeroing", "alti"
_AT_ONCE = 8  # in one batch, a long sentence's layers would take hundreds of megabytes
EXPLAINED: dict[str, Callable[[Question], Tensor]] = {
    "gradient": gradient_times_input,
    "integrated": integrated_gradients,
    "leave_one_out": leave_one_out,
}


class AlignmentMethod(NamedTuple):
    """One way to link words.

    Attributes:
        method: of `transformer.attribution.methods`. step: `written` or `read_back`.
        layer: of the decoder; None for all layers. head: None for all heads.
    """

    method: str
    step: str
    layer: int | None
    head: int | None


class AlignedExample(NamedTuple):
    """A sentence pair ready to be aligned.

    Attributes:
        source, target: ids, as the model reads them.
        source_words, target_words: the positions of each word's tokens.
        sure, possible: links between words. counted: the target words whose links count.
    """

    source: list[int]
    target: list[int]
    source_words: list[list[int]]
    target_words: list[list[int]]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]
    counted: frozenset[int]

    def links(self, matrix: Tensor) -> set[tuple[int, int]]:
        """The links of the counted words, by how much each source token counts for each target token, (T, S).

        A word that the vocabulary cannot spell has no tokens, and so no link.
        """
        sources = [index for index, word in enumerate(self.source_words) if word]
        targets = [index for index, word in enumerate(self.target_words) if word and index in self.counted]
        if not sources or not targets:
            return set()
        found = attention_links(
            matrix, [self.source_words[index] for index in sources], [self.target_words[index] for index in targets]
        )
        return {(sources[source], targets[target]) for source, target in found}


def gold_example(pair: GoldPair, tokenizer: SubwordTokenizer) -> AlignedExample:
    """A pair linked by people; every word counts."""
    (source, source_spans), (target, target_spans) = as_text(pair.source), as_text(pair.target)
    return AlignedExample(
        tokenizer.encode_source(source),
        tokenizer.encode_target(target),
        pieces_at(source, source_spans, tokenizer),
        pieces_at(target, target_spans, tokenizer.target),
        pair.sure,
        pair.possible,
        frozenset(range(len(pair.target))),
    )


def grammar_example(pair: AlignedPair, tokenizer: SubwordTokenizer) -> AlignedExample:
    """A pair of the everyday grammar, whose links are known; punctuation does not count."""
    lexical, links = pair.lexical_links()
    return AlignedExample(
        tokenizer.encode_source(pair.source),
        tokenizer.encode_target(pair.target),
        word_pieces(pair.source, tokenizer),
        word_pieces(pair.target, tokenizer.target),
        frozenset(links),
        frozenset(links),
        frozenset(lexical),
    )


def measure_error_rates(
    translator: TextModel[Transformer], pairs: Iterable[AlignedExample], with_explained: bool = False
) -> pd.DataFrame:
    """The error rate of every method, step, layer and head; sentences too long for the model are left out.

    Args:
        with_explained: include the methods that run once per token, which take hundreds of passes per sentence.

    Returns:
        `method`, `step`, `layer`, `head` (empty if all count), `error_rate`, `precision` (of links found, against
        the possible ones), `recall` (of the sure ones), `pairs`; the lowest error rate first.
    """
    found: Counter[AlignmentMethod] = Counter()
    in_sure: Counter[AlignmentMethod] = Counter()
    in_possible: Counter[AlignmentMethod] = Counter()
    sure = measured = 0
    for pair in pairs:
        if max(len(pair.source), len(pair.target)) > translator.model.config.max_length:
            continue
        measured += 1
        sure += len(pair.sure)
        linked = dict(matrices(translator, pair.source, pair.target))
        if with_explained:
            linked.update(explain_translation(translator, pair.source, pair.target))
        for method, matrix in linked.items():
            links = pair.links(matrix)
            found[method] += len(links)
            in_sure[method] += len(links & pair.sure)
            in_possible[method] += len(links & pair.possible)
    rows = [
        (
            *method,
            error_rate(found[method], sure, in_sure[method], in_possible[method]),
            in_possible[method] / max(1, found[method]),
            in_sure[method] / max(1, sure),
            measured,
        )
        for method in found
    ]
    table = pd.DataFrame(rows, columns=[*AlignmentMethod._fields, "error_rate", "precision", "recall", "pairs"])
    return table.astype({"layer": "Int64", "head": "Int64"}).sort_values("error_rate", ignore_index=True, kind="stable")


def error_rate(found: int, sure: int, in_sure: int, in_possible: int) -> float:
    """The alignment error rate from the numbers of links: found, sure, found and sure, found and possible."""
    return 1 - (in_sure + in_possible) / max(1, found + sure)


def matrices(
    translator: TextModel[Transformer], source: Sequence[int], target: Sequence[int]
) -> Mapping[AlignmentMethod, Tensor]:
    """How much each source token counts for each target token, by every method, (T, S); END does not count as a target
    token.

    Args:
        source: ids, END included. target: ids, START … END.
    """
    trace = trace_tokens(translator, source, target)
    words = len(target) - 2  # START is not predicted, and END is not a word
    rows = {WRITTEN: slice(0, words), READ_BACK: slice(1, words + 1)}
    return {
        AlignmentMethod(method, step, layer, head): matrix[those]
        for method, layer, head, matrix in all_matrices(translator.model, trace)
        for step, those in rows.items()
    }


def explain_translation(
    translator: TextModel[Transformer], source: Sequence[int], target: Sequence[int]
) -> Mapping[AlignmentMethod, Tensor]:
    """How much each source token counts for the logit of each target token, by the methods in EXPLAINED, (T, S).

    Args:
        source: ids, END included. target: ids, START … END.
    """
    tokens = target[1:]
    questions = [ask(translator, source, tokens, step) for step in range(len(tokens) - 1)]
    return {
        AlignmentMethod(method, WRITTEN, None, None): torch.stack([of(each)[: len(source)] for each in questions])
        for method, of in EXPLAINED.items()
    }


def all_matrices(model: Transformer, trace: Trace) -> Iterator[tuple[str, int | None, int | None, Tensor]]:
    """Every method of `matrices` as method, layer, head and matrix, with one row per decoder position."""
    for layer in range(model.config.decoder_layers):
        at = place("cross", layer)
        weights = trace[f"{at}.weights"]
        lengths = head_shares(trace[f"{at}.value"], attention_at(model, at).output_projection).norm(dim=-1)
        norms = weights * lengths.to(weights)[:, None]
        yield ATTENTION, layer, None, weights.mean(dim=0)
        yield VALUE_NORMS, layer, None, weighted_values(model, trace, at).norm(dim=-1)
        yield VALUE_ZEROING, layer, None, zero_values(model, trace, layer)
        for head in range(model.config.heads):
            yield ATTENTION, layer, head, weights[head]
            yield VALUE_NORMS, layer, head, norms[head]
    yield ALTI, None, None, contributions_through(model, trace).source


def zero_values(model: Transformer, trace: Trace, layer: int) -> Tensor:
    """How far a layer's output turns at each target position when a source token's values are zero in it, (T, S)."""
    each_alone = torch.eye(len(trace.source_tokens), dtype=torch.bool).split(_AT_ONCE)
    positions = len(trace.target_tokens)
    turned = [layer_turn(model, trace, layer, positions, {"cross_attention": some}) for some in each_alone]
    return torch.cat(turned).clamp_min(0).T
