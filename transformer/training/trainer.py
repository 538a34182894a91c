"""One update of a model's weights (section 5 of the paper): batch → loss → gradients → a step of the optimisers."""

import contextlib
import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from transformer.corpora.encoding import Batch
from transformer.devices import keep_freed_memory
from transformer.errors import TrainingError
from transformer.model.loss import translation_loss
from transformer.model.one_stack import OneStack
from transformer.model.translation_model import TranslationModel
from transformer.training import parallel
from transformer.training.config import TrainingConfig
from transformer.training.optimizers import make_optimizers

AT_ONCE = 4_000  # padded tokens that a CPU computes at a time, to save memory; a GPU takes the whole batch


@dataclass(frozen=True)
class Update:
    """The numbers of one update; reading a tensor on a GPU waits for the GPU.

    Attributes:
        loss: the objective in nats per target token, smoothed labels included.
        gradient_norm: length of the gradient before clipping.
        target_tokens: of the batch.
    """

    loss: Tensor
    gradient_norm: Tensor
    target_tokens: int


class ModelWithLoss(nn.Module):
    """The model with its loss as `forward`, so that `DistributedDataParallel` can wrap it."""

    def __init__(self, model: TranslationModel, config: TrainingConfig) -> None:
        super().__init__()
        self.model = model
        self.config = config

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Summed loss of a batch; source (B, S) and target (B, T + 1) are ids, see `translation_loss`."""
        config = self.config
        return translation_loss(self.model, source, target, config.label_smoothing, source_loss=config.source_loss)


class Trainer:
    """A model with its objective and its optimisers."""

    def __init__(self, model: TranslationModel, config: TrainingConfig) -> None:
        if config.source_loss and not isinstance(model, OneStack):
            raise TrainingError("Only one stack learns the source as well: leave out --source-loss.")
        self.model = model
        self.config = config
        self.device = next(model.parameters()).device
        self.optimizers = make_optimizers(model, config)
        objective = ModelWithLoss(model, config)
        self.objective = DistributedDataParallel(objective) if parallel.world_size() > 1 else objective
        keep_freed_memory()

    def update(self, batch: Batch, rate: float) -> Update:
        """Learn from one batch, the same in every process; each process takes every n-th pair.

        Nothing here waits for a GPU, so a loss on a GPU is not checked.

        Raises:
            TrainingError: if the loss on a CPU is no number; then nothing has been learned.
        """
        if not self.model.training:
            self.model.train()
        for group in (group for optimizer in self.optimizers for group in optimizer.param_groups):
            group["lr"] = rate
        share = Batch(parallel.own_share(batch.source), parallel.own_share(batch.target), batch.target_tokens)
        # Every process must take part in exchanging gradients: one without a pair adds a gradient of zero.
        is_idle = not len(share.source)
        own, weight = (batch, 0.0) if is_idle else (share, 1 / batch.target_tokens)
        *first, last = split_batch(own, AT_ONCE) if self.device.type == "cpu" else [own]
        with self._without_exchange():
            losses = [self._backward(part, weight) for part in first]
        loss = torch.stack([*losses, self._backward(last, weight)]).sum()
        gradient_norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        update = Update(parallel.sum_over_processes(loss), gradient_norm, batch.target_tokens)
        if self.device.type == "cpu":
            check(update)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return update

    def _backward(self, batch: Batch, weight: float) -> Tensor:
        """Compute the gradients of this process's share and return its weighted loss; with weight 0 it adds nothing."""
        with self._autocast():
            weighted = self.objective(batch.source, batch.target) * weight
        # DistributedDataParallel takes the mean over processes; we want the sum.
        (weighted * parallel.world_size()).backward()
        return weighted.detach()

    def _without_exchange(self) -> contextlib.AbstractContextManager[object]:
        """Within it, gradients add up in this process and aren't exchanged."""
        if isinstance(self.objective, DistributedDataParallel):
            return self.objective.no_sync()
        return contextlib.nullcontext()

    def _autocast(self) -> contextlib.AbstractContextManager[object]:
        if not self.config.bfloat16:
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=torch.bfloat16)


def split_batch(batch: Batch, most: int) -> list[Batch]:
    """The rows of a batch in parts of at most `most` padded tokens, source and target averaged, or of one row."""
    rows = max(1, 2 * most // (batch.source.size(1) + batch.target.size(1)))
    split = zip(batch.source.split(rows), batch.target.split(rows), strict=True)
    return [Batch(source, target, batch.target_tokens) for source, target in split]


def check(update: Update) -> None:
    """Check that the loss is a number; waits for the device."""
    if not math.isfinite(update.loss):
        raise TrainingError(f"The loss became {float(update.loss)}")
