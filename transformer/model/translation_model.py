"""The interface of every translation model in this library."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, cast

import torch
from torch import Tensor, nn

from transformer.model.config import ModelConfig
from transformer.model.probe import Probe, Recorder, awaited_names, check_activation_names, check_results
from transformer.model.recurrent.config import RecurrentConfig
from transformer.text.special_tokens import END

AnyConfig: TypeAlias = ModelConfig | RecurrentConfig


class StepDecoder(Protocol):
    """One decoding in progress over a batch of B hypotheses."""

    def step(self, tokens: Tensor) -> Tensor:
        """Read one more token of each hypothesis, (B) ids, and return the logits of the next one, (B, V)."""

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True if each row is replaced by one with the same source sentence.
        """


class TranslationModel(nn.Module, ABC):
    """An encoder and a decoder over token ids: the Transformer, or a recurrent network.

    Letters: B batch, S source length, T target length, V vocabulary size.
    """

    config: AnyConfig

    @abstractmethod
    def forward(self, source: Tensor, target: Tensor, probe: Probe | None = None) -> Tensor:
        """Logits for every position of a known target at once, as in training: (B, S) and (B, T) ids → (B, T, V)."""

    @abstractmethod
    def encode(self, source: Tensor, probe: Probe | None = None) -> object:
        """Read the source, (B, S) ids; returns what the decoder needs."""

    def own_decoder(self, source: Tensor, probe: Probe | None = None) -> StepDecoder | None:
        """The model's own decoder for the source, (B, S) ids; None if `transformer.decoding` provides one."""
        return None

    @staticmethod
    @abstractmethod
    def narrow(config: Any) -> AnyConfig:
        """A configuration of the same kind and depth, as narrow as possible."""

    def activation_names(self) -> tuple[str, ...]:
        """The names of all activations that a forward pass shows a probe, in order."""
        return _record_names(type(self), self.config)

    @property
    @abstractmethod
    def cross_attentions(self) -> int:
        """How many layers of the decoder attend to the source."""

    @abstractmethod
    def inner_matrices(self) -> list[nn.Parameter]:
        """The matrices between embedding and output projection, which Muon can train."""

    @abstractmethod
    def parts(self) -> Mapping[str, Sequence[nn.Module]]:
        """The modules of each part, for counting parameters."""

    def check_probe(self, probe: Probe | None) -> Probe | None:
        """The same probe, after checking the names that it waits for; its results are checked later.

        Raises:
            ProbeError: if the model has no activation with such a name; later, as for
                `transformer.model.probe.check_results`.
        """
        if asked := awaited_names(probe):
            check_activation_names(asked, self.activation_names())
        return check_results(probe)


@lru_cache(maxsize=16)
def _record_names(kind: type[TranslationModel], config: AnyConfig) -> tuple[str, ...]:
    """The activation names of a model of this kind and depth, found by recording a narrow one."""
    recorder, token = Recorder(), torch.full((1, 1), END)
    with torch.random.fork_rng(devices=()), torch.no_grad():  # without affecting the caller's random numbers
        cast(Any, kind)(kind.narrow(config)).eval()(token, token, recorder)
    return tuple(recorder.activations)


def count_parameters(model: TranslationModel) -> dict[str, int]:
    """Parameters by part, such as `encoder` and `decoder`, each counted once, and their `total`.

    A tied vocabulary matrix counts once, under `embeddings`.
    """
    counts = {
        part: sum(p.numel() for p in {p for module in modules for p in module.parameters()})
        for part, modules in model.parts().items()
    }
    counts["total"] = sum(counts.values())
    return counts
