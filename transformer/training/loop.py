"""A training run in a folder, from the first step to the last; you can stop and resume it at any moment."""

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import torch

from transformer.corpora.encoding import Batch
from transformer.errors import TrainingError
from transformer.model.translation_model import TranslationModel
from transformer.training import parallel
from transformer.training.batching import make_sampler
from transformer.training.checkpoints import Checkpoints
from transformer.training.config import TrainingConfig
from transformer.training.log import EVERY, TrainingLog
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.reports import Listener
from transformer.training.schedule import learning_rate
from transformer.training.state import TrainingProgress, fingerprint, load_state, save_state
from transformer.training.steps import steps
from transformer.training.stopping import InterruptedWorkError, Stopping
from transformer.training.trainer import Trainer
from transformer.training.validation import validate

STATE_FILE = "state.safetensors"
LOG_FILE = "log.csv"


class TrainingLoop:
    """One run in one folder: steps, log, validations, checkpoints and state."""

    def __init__(
        self,
        model: TranslationModel,
        corpus: PreparedCorpus,
        config: TrainingConfig,
        folder: Path,
        listener: Listener,
        say: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.trainer = Trainer(model, config)
        self.corpus = corpus
        self.config = config
        self.listener = listener
        self._say = say
        self.sampler = make_sampler(corpus, config, model.config.max_length)
        self.log = TrainingLog(folder / LOG_FILE)
        self.checkpoints = Checkpoints(folder, config.average)
        self.state = TrainingProgress(fingerprint(model.config, config, corpus.parts))
        self._state_file = folder / STATE_FILE

    def resume(self) -> bool:
        """Load the folder's state; return False if there is none."""
        if not self._state_file.exists():
            return False
        trainer = self.trainer
        self.state = load_state(self._state_file, trainer.model, trainer.optimizers, self.state.fingerprint)
        return True

    def run(self) -> None:
        """Train to the last step; a signal to end saves the state after the current one."""
        config, state = self.config, self.state
        begun = time.monotonic() - state.seconds
        if parallel.is_first():
            self.log.trim(state.step)
        with Stopping(self._say) as stopping:
            if self._is_due(config.validate_every) and state.validated != state.step:  # a stop has interrupted it
                self._validate(begun, stopping)
                self._save()
            for report in steps(
                self.trainer,
                self._batches(),
                lambda step: learning_rate(step, config, self.trainer.model.config.d_model),
                lambda: time.monotonic() - begun,
                step=state.step,
                target_tokens=state.target_tokens,
            ):
                state.step, state.target_tokens, state.seconds = report.step, report.target_tokens, report.seconds
                state.batch += 1
                self.listener.on_step(report)
                if parallel.is_first():
                    self.log.write_step(report)
                if is_validated := self._is_due(config.validate_every):
                    self._validate(begun, stopping)
                stops = self._is_stopped(stopping)
                if is_validated or stops or self._is_due(config.save_every):
                    self._save()
                if stops:
                    stopping.obey()
        self.trainer.model.eval()

    def average_best(self) -> int:
        """Set the model's weights to the mean of the best checkpoints; return how many there are."""
        return self.checkpoints.set_to_mean(self.trainer.model, self.state.checkpoints)

    def _batches(self) -> Iterator[Batch]:
        """The batches of the remaining steps; the state records the last one taken."""
        state = self.state
        batches = self.sampler.batches(state.epoch, state.batch, self.trainer.device)
        for epoch, number, batch in itertools.islice(batches, self.config.steps - state.step):
            state.epoch, state.batch = epoch, number
            yield batch

    def _is_due(self, every: int) -> bool:
        """Whether something is done after the current step: every so many steps, and after the last."""
        return self.state.step > 0 and (self.state.step == self.config.steps or self.state.step % every == 0)

    def _is_stopped(self, stopping: Stopping) -> bool:
        """Whether a process has received a signal to end. They ask one another; GPUs, which must wait, more rarely."""
        device = self.trainer.device
        if device.type == "cuda" and parallel.world_size() > 1 and self.state.step % EVERY:
            return False
        return parallel.is_true_anywhere(stopping.signal is not None, device)

    def _check_weights(self) -> None:
        """Refuse to keep what can't go on; a loss on a GPU isn't looked at in every step."""
        sums = torch.stack([parameter.detach().sum() for parameter in self.trainer.model.parameters()])
        if not sums.isfinite().all():
            raise TrainingError(
                f"The weights became infinite or NaN before step {self.state.step + 1}: start again with a lower "
                "learning rate or a longer warm-up."
            )

    def _validate(self, begun: float, stopping: Stopping) -> None:
        """Measure the model and keep a checkpoint; a signal to end leaves that to the run that resumes this one."""
        self._check_weights()
        if not parallel.is_first():
            return
        state, model = self.state, self.trainer.model
        try:
            with stopping.at_once():
                report = validate(model, self.corpus.tokenizer, self.corpus.held_out)
        except InterruptedWorkError:
            return
        state.seconds = time.monotonic() - begun
        report = replace(report, step=state.step, seconds=state.seconds)
        state.checkpoints = self.checkpoints.add(model, state.step, report.mean_bleu, report.loss, state.checkpoints)
        state.validated = state.step
        if report.bleu:  # otherwise no corpus has held-out pairs, and nothing was measured
            self.log.write_validation(report, state.target_tokens)
            self.listener.on_validation(report)

    def _save(self) -> None:
        self._check_weights()
        random_states = parallel.random_states(self.trainer.device)
        if parallel.is_first():
            save_state(self._state_file, self.trainer.model, self.trainer.optimizers, self.state, random_states)
            # Only now: the state must never name a missing checkpoint.
            self.checkpoints.remove_all_but(self.state.checkpoints)
