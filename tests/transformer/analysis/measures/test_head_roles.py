"""What heads look at: against hand-made attention, against plain loops, and the labels' rule."""

from types import MappingProxyType

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import tiny_model

from transformer.analysis.evaluation.alignment import alignment_error_rates
from transformer.analysis.measures.head_patterns import PATTERNS, positional_patterns, visible_keys
from transformer.analysis.measures.head_roles import HeadRole, Share, measure_head_roles, trace_roles
from transformer.corpora.everyday import AlignedPair
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.trace import Trace, trace_tokens
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind, all_layers, place
from transformer.text.words import word_pieces

ALIGNED = [
    AlignedPair("I'm tired.", "Je suis fatigué.", ((0, 0), (1, 1), (2, 2), (3, 3))),
    AlignedPair("The cat drinks water.", "Le chat boit de l'eau.", ((0, 0), (1, 1), (2, 2), (3, 4), (3, 5), (4, 6))),
    AlignedPair("It's raining.", "Il pleut.", ((0, 0), (1, 1), (2, 1), (3, 2))),
    AlignedPair("We are happy.", "Nous sommes contents.", ((0, 0), (1, 1), (2, 2), (3, 3))),
]


def even(queries: int, keys: int, causal: bool = False) -> torch.Tensor:
    weights = torch.ones(queries, keys)
    weights = weights.tril() if causal else weights
    return weights / weights.sum(-1, keepdim=True)


def trace_of(encoder: torch.Tensor, decoder: torch.Tensor, cross: torch.Tensor) -> Trace:
    """A trace of one layer of each kind, from weights (H, T, S)."""
    activations = {
        f"{place(kind, 0)}.weights": weights
        for kind, weights in zip(ATTENTION_KINDS, (encoder, decoder, cross), strict=True)
    }
    target, source = cross.shape[-2:]
    return Trace(("▁a",) * source, ("▁b",) * target, ("▁b",) * target, MappingProxyType(activations))


def pointing(queries: int, keys: int, key_of) -> torch.Tensor:
    """Every query looks at one key alone."""
    weights = torch.zeros(queries, keys)
    for query in range(queries):
        weights[query, min(max(key_of(query), 0), keys - 1)] = 1
    return weights


def test_hand_made_heads_get_their_labels() -> None:
    source, target = 8, 7
    encoder = [
        pointing(source, source, lambda query: query - 1),
        pointing(source, source, lambda query: query + 1),
        pointing(source, source, lambda query: query),
        pointing(source, source, lambda query: source - 1),
        pointing(source, source, lambda query: 0),
        even(source, source),
        pointing(source, source, lambda query: (3 * query + 4) % source),
    ]
    decoder = [
        pointing(target, target, lambda query: query - 1),
        pointing(target, target, lambda query: query),
        pointing(target, target, lambda query: 0),
        even(target, target, causal=True),
    ]
    cross = [pointing(target, source, lambda query: source - 1), even(target, source)]
    longest = max(len(encoder), len(decoder), len(cross))
    padded = [torch.stack(heads + [heads[-1]] * (longest - len(heads))) for heads in (encoder, decoder, cross)]
    roles = trace_roles(trace_of(*padded))
    labels = {kind: [roles.role(kind, 0, head).label for head in range(longest)] for kind in ATTENTION_KINDS}
    neighbours = ["previous token", "next token", "same token"]
    assert labels["encoder"] == [*neighbours, "end of sentence", "first token", "spread", "mixed"]
    assert labels["decoder"][:4] == ["previous token", "same token", "start of sentence", "spread"]
    assert labels["cross"][:2] == ["end of sentence", "spread"]
    assert roles.role("encoder", 0, 0).shares["previous token"] == Share(1.0, 1 / source)
    assert roles.role("encoder", 0, 5).entropy == pytest.approx(1)
    assert roles.role("encoder", 0, 0).entropy == 0


@pytest.mark.slow
@given(st.sampled_from(ATTENTION_KINDS), st.integers(1, 9), st.integers(1, 9))
def test_an_even_head_has_every_pattern_as_often_as_chance_gives_it(kind, first, second) -> None:
    lengths = {"encoder": (first, first), "decoder": (second, second), "cross": (second, first)}
    heads = [even(*lengths[each], causal=each == "decoder")[None] for each in ATTENTION_KINDS]
    roles = trace_roles(trace_of(*heads))
    role = roles.role(kind, 0, 0)
    for share in role.shares.values():
        assert share.weight == pytest.approx(share.uniform, abs=1e-6)
    chooses = bool((visible_keys(kind, *lengths[kind]) > 1).any())
    assert role.entropy == pytest.approx(1 if chooses else 0)
    assert chooses or not role.shares


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_a_query_finds_each_pattern_once_at_most_and_never_behind_the_mask(kind: AttentionKind) -> None:
    patterns = positional_patterns(kind, 5, 5)
    assert set(patterns) <= set(PATTERNS[kind])
    for keys in patterns.values():
        assert int(keys.sum(-1).max()) == 1
        if kind == "decoder":
            assert not keys.triu(1).any()


def looked_up(pair: AlignedPair, trace: Trace, tokenizer) -> list[tuple[str, AttentionKind, torch.Tensor]]:
    """Some patterns' weights as a reader would look them up: (pattern, kind, weights of all layers and heads)."""
    stacked = {kind: all_layers(trace, kind, "weights") for kind in ATTENTION_KINDS}
    source, target = len(trace.source_tokens), len(trace.target_tokens)
    source_words, target_words = word_pieces(pair.source, tokenizer), word_pieces(pair.target, tokenizer)
    found: list[tuple[str, AttentionKind, torch.Tensor]] = []
    for query in range(source):
        row = stacked["encoder"][:, :, query]
        found += [("previous token", "encoder", row[..., query - 1])] if query else []
        found += [("next token", "encoder", row[..., query + 1])] if query + 1 < source else []
        found += [("end of sentence", "encoder", row[..., -1])] if query + 1 < source else []
    found += [("start of sentence", "decoder", stacked["decoder"][:, :, query, 0]) for query in range(1, target)]
    found += [("end of sentence", "cross", stacked["cross"][:, :, query, -1]) for query in range(target - 1)]
    for word, rows in enumerate(target_words[:-1]):  # the last is the full stop
        columns = sorted({c for linked, to in pair.alignment if to == word for c in source_words[linked]})
        found += [
            ("aligned word", "cross", stacked["cross"][:, :, row][..., columns].sum(-1)) for row in rows if columns
        ]
    return found


def test_measuring_in_batches_is_measuring_one_by_one(tiny_tokenizer) -> None:
    model = tiny_model(3, vocabulary_size=tiny_tokenizer.size)
    roles = measure_head_roles(ModelWithVocabulary(model, tiny_tokenizer), ALIGNED, "by hand")
    assert (roles.sentences, roles.source) == (len(ALIGNED), "by hand")
    assert len(roles.heads) == 3 * 2 * 4
    weights: dict[tuple[str, AttentionKind], list[torch.Tensor]] = {}
    for pair in ALIGNED:
        source, target = tiny_tokenizer.encode_source(pair.source), tiny_tokenizer.encode_target(pair.target)
        for pattern, kind, looked_at in looked_up(
            pair, trace_tokens(ModelWithVocabulary(model, tiny_tokenizer), source, target), tiny_tokenizer
        ):
            weights.setdefault((pattern, kind), []).append(looked_at)
    assert len(weights) == 6
    for (pattern, kind), found in weights.items():
        mean = torch.stack(found).mean(0)
        measured = [[roles.role(kind, layer, head).shares[pattern].weight for head in range(4)] for layer in range(2)]
        torch.testing.assert_close(torch.tensor(measured), mean, rtol=0, atol=1e-5)


def test_a_single_head_has_the_error_rate_of_its_layer(tiny_tokenizer) -> None:
    model = tiny_model(6, vocabulary_size=tiny_tokenizer.size, heads=1)
    roles = measure_head_roles(ModelWithVocabulary(model, tiny_tokenizer), ALIGNED)
    rates = alignment_error_rates(ModelWithVocabulary(model, tiny_tokenizer), ALIGNED)
    assert [roles.role("cross", layer, 0).error_rate for layer in range(2)] == pytest.approx(rates, abs=1e-4)
    assert roles.role("encoder", 0, 0).error_rate is None


def test_what_the_model_cannot_read_is_left_out(tiny_tokenizer) -> None:
    model = tiny_model(3, vocabulary_size=tiny_tokenizer.size, max_length=20)
    translator, long = ModelWithVocabulary(model, tiny_tokenizer), AlignedPair("cat " * 20, "chat " * 20)
    roles = measure_head_roles(translator, [ALIGNED[0], long])
    assert roles.sentences == 1
    none = measure_head_roles(translator, [long])
    assert (none.sentences, none.heads) == (0, ())


@pytest.mark.parametrize(
    ("weight", "uniform", "entropy", "label"),
    [
        (0.4, 0.1, 0.9, "same token"),
        (0.39, 0.1, 0.9, "favours the same token"),
        (0.41, 0.22, 0.9, "favours the same token"),  # much weight, but short sentences give an even head much too
        (0.41, 0.3, 0.5, "mixed"),
        (0.2, 0.1, 0.75, "spread"),
        (0.2, 0.1, 0.74, "mixed"),
    ],
)
def test_the_rule_of_the_labels(weight: float, uniform: float, entropy: float, label: str) -> None:
    shares = {"previous token": Share(0.05, 0.05), "same token": Share(weight, uniform)}
    assert HeadRole("encoder", 0, 0, shares, entropy).label == label
