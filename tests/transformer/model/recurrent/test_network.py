"""The recurrent encoder-decoder: against its equations written out, in batches, step by step, and through a probe."""

import math

import pytest
import torch
from tiny import record_pass
from torch import Tensor, nn

from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.errors import ConfigError, ProbeError
from transformer.model.building import build, config_from_dict
from transformer.model.probe import intervene
from transformer.model.recurrent.config import RECURRENT_PRESETS, RecurrentConfig
from transformer.model.recurrent.network import RecurrentDecoder, RecurrentNetwork
from transformer.text.special_tokens import END, PAD, START

SOURCES = [[7, 9, 5, END], [8, END], [4, 11, 6, 10, 9, END]]
KINDS = ["none", "backwards", "additive", "dot"]


def network(kind: str) -> RecurrentNetwork:
    attention = "none" if kind == "backwards" else kind
    torch.manual_seed(3)
    sizes = RecurrentConfig(13, 4, 5, 6, attention, 3, kind == "backwards", dropout=0.0, max_length=24)  # type: ignore[arg-type]
    made = build(sizes).to(torch.float64)
    assert isinstance(made, RecurrentNetwork)
    for parameter in made.parameters():
        nn.init.normal_(parameter, std=0.7)
    return made.eval()


def pad_rows(rows: list[list[int]]) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])


def gru_step(unit: nn.Module, x: Tensor, state: Tensor, *more: Tensor) -> Tensor:
    """One word by PyTorch's own cell; `more` are columns for what else is read with it."""
    weights = torch.cat([unit.input_projection.weight, *more], dim=1), unit.state_projection.weight
    return torch.gru_cell(x[None], state[None], *weights, unit.input_projection.bias, unit.state_projection.bias)[0]


@torch.no_grad()
def bahdanau_by_hand(model: RecurrentNetwork, source: list[int], target: list[int]) -> tuple[Tensor, Tensor]:
    """Logits and attention weights, word by word as section 3 and appendix A of the paper have them."""
    words = [model.embedding.weight[token] * math.sqrt(model.config.embedding_size) for token in source]
    zero = torch.zeros(model.config.encoder_size, dtype=torch.float64)
    forward, backward = [zero], [zero]
    assert model.reader_back is not None
    for word in words:
        forward.append(gru_step(model.reader, word, forward[-1]))
    for word in reversed(words):
        backward.append(gru_step(model.reader_back, word, backward[-1]))
    states = [torch.cat(pair) for pair in zip(forward[1:], reversed(backward[1:]), strict=True)]
    state = torch.tanh(model.bridge(backward[-1]))
    look, logits, weights = model.look_back, [], []
    for token in target:
        energies = []
        for h in states:
            if model.config.attention == "additive":
                hidden = torch.tanh(look.query_projection.weight @ state + look.query_projection.bias
                                    + look.key_projection.weight @ h)  # fmt: skip
                energies.append(float(look.energy.weight[0] @ hidden))
            else:
                energies.append(float(state @ (look.key_projection.weight @ h)))
        total = sum(math.exp(e) for e in energies)
        alpha = [math.exp(e) / total for e in energies]
        context = sum((a * h for a, h in zip(alpha, states, strict=True)), torch.zeros_like(states[0]))
        word = model.embedding.weight[token] * math.sqrt(model.config.embedding_size)
        state = gru_step(model.writer, torch.cat([word, context]), state, model.context_projection.weight)
        readout = torch.tanh(model.readout.weight @ torch.cat([state, word, context]) + model.readout.bias)
        logits.append(model.embedding.weight @ readout)
        weights.append(torch.tensor(alpha, dtype=torch.float64))
    return torch.stack(logits), torch.stack(weights)


@pytest.mark.parametrize("kind", ["additive", "dot"])
def test_it_computes_what_the_paper_writes(kind: str) -> None:
    model, source, target = network(kind), [7, 9, 5, END], [START, 6, 10, 4]
    pair = torch.tensor([source]), torch.tensor([target])
    activations = record_pass(model, *pair)
    by_hand, weights = bahdanau_by_hand(model, source, target)
    torch.testing.assert_close(model(*pair)[0], by_hand)
    torch.testing.assert_close(activations["decoder.0.cross_attention.weights"][0], weights)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_is_read_alike_alone_and_beside_longer_ones(kind: str) -> None:
    model, target = network(kind), torch.tensor([[START, 6, 10]])
    together = model(pad_rows(SOURCES), target.expand(3, -1))
    for row, source in enumerate(SOURCES):
        torch.testing.assert_close(together[row], model(torch.tensor([source]), target)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_step_by_step_it_says_what_it_says_at_once(kind: str) -> None:
    model, target = network(kind), torch.tensor([[START, 6, 10], [START, 4, 9], [START, 5, 5]])
    source = pad_rows(SOURCES)
    decoder = RecurrentDecoder(model, source)
    steps = torch.stack([decoder.step(target[:, t]) for t in range(3)], dim=1)
    torch.testing.assert_close(steps, model(source, target))


@pytest.mark.parametrize("kind", KINDS)
def test_a_beam_of_one_is_greedy_in_a_batch_too(kind: str) -> None:
    model = network(kind)
    assert [each.best.tokens for each in beam_search(model, SOURCES, 1, 0.0)] == [
        each.tokens for each in greedy(model, SOURCES)
    ]
    wide = beam_search(model, SOURCES, 4, 1.0)
    alone = [beam_search(model, [source], 4, 1.0)[0].best.tokens for source in SOURCES]
    assert [each.best.tokens for each in wide] == alone


def test_without_attention_the_words_but_the_vector_are_gone() -> None:
    """Whatever the encoder has read, the decoder is handed one state of `encoder_size` numbers."""
    reading = network("none").encode(pad_rows(SOURCES))
    assert reading.states.shape == (3, 1, 5)
    assert reading.keys is None


def test_a_probe_looks_on_and_changes_only_what_is_not_yet_over() -> None:
    model, source, target = network("additive"), torch.tensor([SOURCES[0]]), torch.tensor([[START, 6]])
    untouched = model(source, target)
    closed = model(source, target, intervene({"encoder.output": torch.zeros_like}))
    assert not torch.equal(closed, untouched)
    with pytest.raises(ProbeError, match="looked at, but not changed"):
        model(source, target, intervene({"decoder.forward.state": torch.zeros_like}))
    with pytest.raises(ProbeError, match=r"no activation 'decoder\.1"):
        model(source, target, intervene({"decoder.1.cross_attention.weights": torch.zeros_like}))


def test_what_a_probe_is_shown_has_the_names_that_the_model_states() -> None:
    for kind in KINDS:
        activations = record_pass(network(kind), torch.tensor([SOURCES[0]]), torch.tensor([[START]]))
        assert tuple(activations) == network(kind).activation_names()


def test_a_configuration_survives_its_file_and_nonsense_is_refused() -> None:
    for config in RECURRENT_PRESETS.values():
        assert config_from_dict(config.to_dict()) == config
    for change, told in (
        ({"encoder_size": 0}, "encoder_size"),
        ({"attention": "both"}, "attention must be one of"),
        ({"backwards": True}, "reads in both directions"),
        ({"dropout": 1.0}, "dropout"),
        ({"heads": 4}, "heads"),
    ):
        with pytest.raises(ConfigError, match=told):
            RecurrentConfig.from_dict({"vocabulary_size": 10, **change})
    with pytest.raises(ConfigError, match="architecture"):
        config_from_dict({"architecture": "convolutional", "vocabulary_size": 10})
