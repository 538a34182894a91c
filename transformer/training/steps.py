"""The loop of all training: learn from one batch after another, and report each step.

`loop` adds a log, checkpoints and a state to resume from, `live` a time limit, `short_training` nothing.
"""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator

from transformer.corpora.encoding import Batch
from transformer.errors import TrainingError
from transformer.training.log import EVERY
from transformer.training.reports import StepReport
from transformer.training.trainer import Trainer, check


def steps(
    trainer: Trainer,
    batches: Iterable[Batch],
    rate_of: Callable[[int], float],
    seconds: Callable[[], float] | None = None,
    *,
    step: int = 0,
    target_tokens: int = 0,
) -> Iterator[StepReport]:
    """Learn from each batch. You can look at the model between two reports.

    A GPU is asked for loss and gradient norm in every tenth step only, because asking means waiting for it; the reports
    in between repeat them.

    Args:
        trainer: makes the updates.
        batches: in order; training ends with them.
        rate_of: the learning rate of a step, counted from 1.
        seconds: how long training has lasted; by default, the time since its first batch.
        step, target_tokens: where a resumed training continues.
    """
    begun = time.monotonic()
    loss = gradient_norm = 0.0
    for number, batch in zip(itertools.count(step + 1), batches, strict=False):
        rate = rate_of(number)
        try:
            update = trainer.update(batch, rate)
            if trainer.device.type == "cpu" or number % EVERY == 0 or number == step + 1:
                check(update)
                loss, gradient_norm = float(update.loss), float(update.gradient_norm)
        except TrainingError as error:
            raise TrainingError(
                f"{error} at step {number}: start again with a learning rate below {rate:.3g} or a longer warm-up."
            ) from error
        target_tokens += update.target_tokens
        lasted = seconds() if seconds else time.monotonic() - begun
        yield StepReport(number, loss, rate, gradient_norm, target_tokens, lasted)
