"""One update of a model's weights (section 5 of the paper): batch → loss → gradients → a step of the optimisers."""

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from transformer.corpora.encoding import EncodedPair, collate
from transformer.devices import keep_freed_memory
from transformer.errors import TrainingError
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.training import parallel
from transformer.training.config import TrainingConfig
from transformer.training.objective import Objective
from transformer.training.optimizers import make_optimizers
from transformer.training.risk import Reward, find_candidates


@dataclass(frozen=True)
class Update:
    """The numbers of one update.

    Attributes:
        loss: the objective in nats per target token, smoothed labels included.
        gradient_norm: length of the gradient before clipping.
        target_tokens: of the batch.
    """

    loss: float
    gradient_norm: float
    target_tokens: int


class Trainer:
    """A model with its objective and its optimisers; `reward` judges its own translations, for a configured risk."""

    def __init__(self, model: TranslationModel, config: TrainingConfig, reward: Reward | None = None) -> None:
        self.model = model
        self.config = config
        self.device = next(model.parameters()).device
        self.optimizers = make_optimizers(model, config)
        if config.risk and reward is None:
            raise ValueError("Training on risk needs a reward.")
        self.reward = reward if config.risk else None
        objective = Objective(model, config.label_smoothing, config.risk)
        self.objective = DistributedDataParallel(objective) if parallel.world_size() > 1 else objective
        keep_freed_memory()

    def update(self, pairs: Sequence[EncodedPair], rate: float) -> Update:
        """Learn from one batch, the same in every process; each process takes every n-th pair."""
        if not self.model.training:
            self.model.train()
        for group in (group for optimizer in self.optimizers for group in optimizer.param_groups):
            group["lr"] = rate
        target_tokens = sum(len(pair.target) - 1 for pair in pairs)
        share = parallel.own_share(pairs)
        # Every process must take part in exchanging gradients: one without a pair adds a gradient of zero.
        summed = self._backward(share or pairs[:1], 1 / target_tokens if share else 0.0)
        loss = parallel.sum_over_processes(summed) / target_tokens
        if not math.isfinite(loss):
            raise TrainingError(f"The loss became {loss}")
        gradient_norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip).item()
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return Update(loss, gradient_norm, target_tokens)

    def _backward(self, pairs: Sequence[EncodedPair], weight: float) -> float:
        """Compute the gradients of this process's share and return its summed loss; with weight 0 it adds nothing."""
        batch = collate(pairs)
        judged = self._judged(pairs)
        with self._autocast():
            summed = self.objective(batch.source.to(self.device), batch.target.to(self.device), judged)
        # DistributedDataParallel takes the mean over processes; we want the sum.
        (summed * (parallel.world_size() * weight)).backward()
        return float(summed.item()) if weight else 0.0

    def _judged(self, pairs: Sequence[EncodedPair]) -> tuple[Tensor, Tensor] | None:
        if self.reward is None:
            return None
        assert isinstance(self.model, Transformer), "a recurrent network is trained without risk"
        candidates, rewards = find_candidates(self.model, pairs, self.reward)
        return candidates.to(self.device), rewards.to(self.device)

    def _autocast(self) -> contextlib.AbstractContextManager[object]:
        if not self.config.bfloat16:
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=torch.bfloat16)
