"""The recurrent encoder-decoder: the translator before the Transformer, with and without attention."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from transformer.errors import ProbeError
from transformer.model.dropout import Dropout
from transformer.model.probe import Probe, prefix_names, probe_point, select_rows
from transformer.model.recurrent.attention import AdditiveAttention, DotAttention, LookBack
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.recurrent.gru import GatedRecurrentUnit, Gates, stack_gates
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import END, PAD

ATTENTION = "decoder.0.cross_attention"  # its place, named as in a Transformer


class EncodedBatch(NamedTuple):
    """A batch of sources after the encoder.

    Attributes:
        states: (B, S, C) of every word; without attention only the last state, (B, 1, C).
        real: (B, S), False where there is padding; (B, 1) likewise.
        start: (B, H), the state in which the decoder begins.
        keys: (B, S, …), the part of the energies that depends only on the source; None without attention.
    """

    states: Tensor
    real: Tensor
    start: Tensor
    keys: Tensor | None

    def select(self, rows: Tensor) -> "EncodedBatch":
        """The same for these rows of the batch."""
        keys = None if self.keys is None else self.keys[rows]
        return EncodedBatch(self.states[rows], self.real[rows], self.start[rows], keys)


class _Look(NamedTuple):
    """The decoder's look at the source at one step: energies and weights (B, S), context (B, C)."""

    energies: Tensor
    weights: Tensor
    context: Tensor


class RecurrentNetwork(TranslationModel):
    """Two gated recurrent units, one that reads and one that writes.

    Without attention (Cho et al. 2014, arXiv 1406.1078; Sutskever et al. 2014, arXiv 1409.3215) the encoder reads in
    one direction and passes on its last state c, the same at every step. With attention (Bahdanau et al. 2015, arXiv
    1409.0473) it reads in both directions, and c_i is a mean of all its states, with new weights at every step.

        s_i = GRU([y_{i-1}; c_i], s_{i-1})
        logits_i = E tanh(R [s_i; y_{i-1}; c_i])

    with one table E for the words of both languages and the output, as in the shipped Transformer. (Bahdanau's readout
    takes the larger of each pair of numbers; this one uses tanh.)

    A probe can change `encoder.input`, `decoder.input`, `encoder.output` and everything after the last state; it can
    only observe the states and gates of each step.

    Letters: B batch, S source length, T target length, M numbers of a word vector, C of a context, H of a decoder's
    state, V vocabulary size.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.config: RecurrentConfig = config
        m, c, h = config.embedding_size, config.context_size, config.decoder_size
        self.embedding = nn.Embedding(config.vocabulary_size, m, padding_idx=PAD)
        self.reader = GatedRecurrentUnit(m, config.encoder_size)
        self.reader_back = GatedRecurrentUnit(m, config.encoder_size) if config.looks_back else None
        self.bridge = nn.Linear(config.encoder_size, h)
        self.look_back = _look_back(config)
        self.writer = GatedRecurrentUnit(m, h)
        self.context_projection = nn.Linear(c, 3 * h, bias=False)
        self.readout = nn.Linear(h + m + c, m)
        self.dropout = Dropout(config.dropout)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Xavier-uniform matrices and zero biases; states by orthogonal matrices; embeddings of variance 1/M."""
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        for module in self.modules():
            if isinstance(module, GatedRecurrentUnit):
                module.reset_parameters()
        nn.init.normal_(self.embedding.weight, std=self.config.embedding_size**-0.5)
        with torch.no_grad():
            self.embedding.weight[PAD] = 0

    def own_decoder(self, source: Tensor, probe: Probe | None = None) -> "RecurrentDecoder":
        """All that a recurrent decoder stores is its state."""
        return RecurrentDecoder(self, source, probe)

    def embed(self, tokens: Tensor, probe: Probe | None = None) -> Tensor:
        """Rows of the table times √M, (B, T) ids → (B, T, M), shown as `input`."""
        return probe_point(probe, "input", self.dropout(self.embedding(tokens) * self.config.embedding_size**0.5))

    def encode(self, source: Tensor, probe: Probe | None = None) -> EncodedBatch:
        """Read the source, (B, S) ids, word by word.

        Names: `encoder.input`, the gates of `encoder.forward` and `encoder.backward`, `encoder.output` (B, S, C), the
        states passed on, and `encoder.start` (B, H), the decoder's first.
        """
        probe = prefix_names(self.check_probe(probe), "encoder")
        vectors, real = self.embed(source, probe), source != PAD
        if self.reader_back is None:
            return self._last_state(vectors, real, probe)
        forward = _show_to_probe(prefix_names(probe, "forward"), self.reader.run(vectors, real))
        backward = _show_to_probe(prefix_names(probe, "backward"), self.reader_back.run(vectors, real, backwards=True))
        states = probe_point(probe, "output", torch.cat([forward.state, backward.state], dim=-1))
        # The state after the first word has read the whole sentence from its end (appendix A.2.2).
        first = states[:, 0, self.config.encoder_size :]
        start = probe_point(probe, "start", torch.tanh(self.bridge(first)))
        assert self.look_back is not None
        return EncodedBatch(states, real, start, self.look_back.keys(states))

    def _last_state(self, vectors: Tensor, real: Tensor, probe: Probe | None) -> EncodedBatch:
        """The encoding by a model without attention: a whole sentence in one vector."""
        backwards = self.config.backwards
        gates = self.reader.run(vectors, real, backwards)
        states = _show_to_probe(prefix_names(probe, "backward" if backwards else "forward"), gates).state
        last = probe_point(probe, "output", states[:, :1] if backwards else states[:, -1:])
        start = probe_point(probe, "start", torch.tanh(self.bridge(last[:, 0])))
        return EncodedBatch(last, real[:, :1], start, None)

    def decode(
        self, target: Tensor, encoded: EncodedBatch, state: Tensor, probe: Probe | None = None
    ) -> tuple[Tensor, Tensor]:
        """Read the target word by word, starting from a decoder state.

        Names: `decoder.input`; in `decoder.0.cross_attention` the `scores` (energies) and `weights` (B, 1, T, S) and
        the `context` (B, 1, T, C); the gates of `decoder.forward`; `decoder.output`.

        Args:
            target: (B, T) ids. encoded: of the source. state: (B, H), before the first token.

        Returns:
            What `project` turns into logits, (B, T, M), and the last state, (B, H).
        """
        outer = self.check_probe(probe)
        inner = prefix_names(outer, "decoder")
        vectors = self.embed(target, inner)
        projected = self.writer.input_projection(vectors).unbind(1)
        looks: list[_Look] = []
        steps: list[Gates] = []
        for t in range(target.size(1)):
            looks.append(self._look(state, encoded))
            steps.append(self.writer.step(projected[t] + self.context_projection(looks[-1].context), state))
            state = steps[-1].state
        contexts = torch.stack([look.context for look in looks], dim=1)
        if outer is not None and self.look_back is not None:
            _probe_looks(prefix_names(outer, ATTENTION), looks)
        states = _show_to_probe(prefix_names(inner, "forward"), stack_gates(steps)).state
        output = torch.tanh(self.readout(torch.cat([states, vectors, contexts], dim=-1)))
        return probe_point(inner, "output", self.dropout(output)), state

    def _look(self, state: Tensor, encoded: EncodedBatch) -> _Look:
        """Look at the source from a state (B, H)."""
        if self.look_back is None:
            only = encoded.states[:, 0]
            certain = only.new_ones(only.size(0), 1)
            return _Look(torch.zeros_like(certain), certain, only)
        assert encoded.keys is not None
        energies = self.look_back.energies(state, encoded.keys).masked_fill(~encoded.real, float("-inf"))
        weights = torch.softmax(energies, dim=-1)
        return _Look(energies, weights, (weights.unsqueeze(1) @ encoded.states).squeeze(1))

    def project(self, x: Tensor, probe: Probe | None = None) -> Tensor:
        """The readout as logits over the vocabulary, (B, T, M) → (B, T, V)."""
        return probe_point(self.check_probe(probe), "logits", x @ self.embedding.weight.T)

    def forward(self, source: Tensor, target: Tensor, probe: Probe | None = None) -> Tensor:
        """Logits for every position of a known target, (B, S) and (B, T) ids → (B, T, V)."""
        encoded = self.encode(source, probe)
        hidden, _ = self.decode(target, encoded, encoded.start, probe)
        return self.project(hidden, probe)

    @staticmethod
    def narrow(config: RecurrentConfig) -> RecurrentConfig:
        """As `TranslationModel.narrow`."""
        return RecurrentConfig(END + 1, 1, 1, 1, config.attention, 1, config.backwards, max_length=1)

    @property
    def cross_attentions(self) -> int:
        """One with attention, none without."""
        return int(self.config.looks_back)

    def inner_matrices(self) -> list[nn.Parameter]:
        """All matrices but the embedding table and the additive attention's v."""
        return [each for each in self.parameters() if min(each.shape, default=0) > 1 and each.ndim == 2][1:]

    def parts(self) -> Mapping[str, Sequence[nn.Module]]:
        """The modules of each part, for counting parameters."""
        readers = [each for each in (self.reader, self.reader_back) if each is not None]
        looking = [] if self.look_back is None else [self.look_back]
        return {
            "encoder": readers,
            "decoder": [self.bridge, self.writer, self.context_projection, self.readout],
            "attention": looking,
            "embeddings": [self.embedding],
        }


def _look_back(config: RecurrentConfig) -> LookBack | None:
    if config.attention == "additive":
        return AdditiveAttention(config.decoder_size, config.context_size, config.attention_size)
    if config.attention == "dot":
        return DotAttention(config.decoder_size, config.context_size)
    return None


def _show_to_probe(probe: Probe | None, gates: Gates) -> Gates:
    """Show a probe the states of each step; it must not change them, because the steps are over."""
    if probe is not None:
        for name, value in gates._asdict().items():
            _only_looked_at(probe, name, value)
    return gates


def _probe_looks(probe: Probe | None, looks: Sequence[_Look]) -> None:
    assert probe is not None
    for name, values in zip(("scores", "weights", "context"), zip(*looks, strict=True), strict=True):
        _only_looked_at(probe, name, torch.stack(values, dim=1).unsqueeze(1))


def _only_looked_at(probe: Probe, name: str, value: Tensor) -> None:
    if not torch.allclose(probe_point(probe, name, value), value, rtol=0, atol=0, equal_nan=True):
        raise ProbeError(
            f"A recurrent model's {name!r} can be looked at, but not changed: the later steps have already run. "
            "Change its encoder.input, encoder.output, decoder.input or decoder.output."
        )


class RecurrentDecoder:
    """One decoding in progress over a batch of B hypotheses: it stores only one state for each.

    Args:
        model: in evaluation mode.
        source: (B, S) ids.
        probe: shown the encoder's activations once, and the decoder's at every step.
    """

    def __init__(self, model: "RecurrentNetwork", source: Tensor, probe: Probe | None = None) -> None:
        self.model, self.probe = model, probe
        self.encoded = model.encode(source, probe)
        self.state = self.encoded.start

    def step(self, tokens: Tensor) -> Tensor:
        """As `StepDecoder.step`."""
        hidden, self.state = self.model.decode(tokens.unsqueeze(1), self.encoded, self.state, self.probe)
        return self.model.project(hidden, self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `StepDecoder.select`."""
        if self.probe is not None:
            select_rows(self.probe, rows)
        self.state = self.state[rows]
        if not same_sources:
            self.encoded = self.encoded.select(rows)
