"""Training for a given time: it can be paused and stopped from another thread, and leaves nothing on the disk."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from transformer.corpora.encoding import EncodedPair
from transformer.model.transformer import Transformer
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.reports import Listener, ValidationReport
from transformer.training.schedule import fitted_to_time, learning_rate
from transformer.training.steps import steps
from transformer.training.trainer import Trainer
from transformer.training.validation import validate

VALIDATIONS = 16  # of a run, at most
# Looking must not eat up the time to learn: after a look of one second the next is this many seconds away, at least.
PATIENCE = 12.0


class LiveListener(Listener, Protocol):
    """Whoever looks on while a model learns."""

    def on_look(self, step: int, seconds: float) -> None:
        """Now and then between two steps, with the model in evaluation mode: first every second, then more seldom."""

    def on_pause(self, waits: bool) -> None:
        """When the run begins to wait, and when it goes on."""


class Control:
    """Says from another thread that a run is to pause, go on or end; counts its seconds without the pauses.

    Attributes:
        over: set when all is done, the model saved.
    """

    def __init__(self) -> None:
        self.over = threading.Event()
        self._going = threading.Event()
        self._going.set()
        self._stopped = False
        self._begun: float | None = None
        self._paused_for = 0.0

    @property
    def stopped(self) -> bool:
        """Whether the run is to end."""
        return self._stopped

    @property
    def begun(self) -> bool:
        """Whether the clock was started."""
        return self._begun is not None

    @property
    def paused(self) -> bool:
        """Whether the run is to wait."""
        return not self._going.is_set()

    def seconds(self) -> float:
        """Since the run began, pauses left out."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun - self._paused_for

    def begin(self) -> None:
        """Start the clock."""
        self._begun = time.monotonic()

    def pause(self) -> None:
        """Let the run wait after its step."""
        self._going.clear()

    def resume(self) -> None:
        """Let it go on."""
        self._going.set()

    def stop(self) -> None:
        """Let it end after its step, out of a pause too."""
        self._stopped = True
        self._going.set()

    def wait(self, changed: Callable[[bool], None]) -> None:
        """Return when the run may go on; `changed` is told when it begins to wait and when it does no longer."""
        if self._going.is_set():
            return
        since = time.monotonic()
        changed(True)
        self._going.wait()
        self._paused_for += time.monotonic() - since
        changed(False)


class TimedTraining:
    """A run that ends with its time: the cosine falls over as many steps as the time will allow.

    Args:
        model: fresh.
        corpus: what it learns from and is validated on.
        config: how; its number of steps is not used.
        control: to pause and stop it.
        listener: told of all that happens.
    """

    def __init__(
        self,
        model: Transformer,
        corpus: PreparedCorpus,
        config: TrainingConfig,
        control: Control,
        listener: LiveListener,
    ) -> None:
        self.trainer = Trainer(model, config)
        self.corpus = corpus
        self.config = config
        self.control = control
        self.listener = listener
        self.step = 0
        self._validated_at = 0

    def run(self, minutes: float) -> None:
        """Train until the time is over or the run is stopped.

        Raises:
            TrainingError: if the loss is no finite number.
        """
        control, limit, model = self.control, 60 * minutes, self.trainer.model
        looks = _Occasions(lambda seconds: min(4.0, 1.0 + seconds / 20))
        validations = _Occasions(lambda _: limit / VALIDATIONS)
        control.begin()
        self._look(looks)
        for report in steps(self.trainer, self._batches(limit), lambda step: self._rate(step, limit), control.seconds):
            self.step = report.step
            self.listener.on_step(report)
            if looks.due(control.seconds()):
                self._look(looks)
            if validations.due(control.seconds()):
                self._validate(validations)
        self._look(looks)
        if self._validated_at != self.step:
            self._validate(validations)
        model.eval()

    def _batches(self, limit: float) -> Iterator[Sequence[EncodedPair]]:
        """Batches until the time is over or the run is stopped."""
        for _, _, pairs in make_sampler(self.corpus, self.config, self.trainer.model.config.max_length).batches(0):
            self.control.wait(self.listener.on_pause)
            if self.control.stopped or self.control.seconds() >= limit:
                return
            yield pairs

    def _rate(self, step: int, limit: float) -> float:
        fitted = fitted_to_time(self.config, step - 1, self.control.seconds() / limit)
        return learning_rate(step, fitted, self.trainer.model.config.d_model)

    def _look(self, looks: "_Occasions") -> None:
        begun = self.control.seconds()
        self.trainer.model.eval()
        self.listener.on_look(self.step, begun)
        looks.over(begun, self.control.seconds())

    def _validate(self, validations: "_Occasions") -> None:
        begun, self._validated_at = self.control.seconds(), self.step
        loss, bleu = validate(self.trainer.model, self.corpus.tokenizer, self.corpus.held_out)
        self.listener.on_validation(ValidationReport(self.step, loss, bleu, self.control.seconds()))
        validations.over(begun, self.control.seconds())


class _Occasions:
    """When something that costs time is due again.

    Args:
        every: seconds between two of them, when the run has lasted so many seconds.
    """

    def __init__(self, every: Callable[[float], float]) -> None:
        self.every = every
        self.next = every(0.0)

    def due(self, seconds: float) -> bool:
        return seconds >= self.next

    def over(self, begun: float, ended: float) -> None:
        """It took place from one second to another."""
        self.next = ended + max(self.every(ended), PATIENCE * (ended - begun))
