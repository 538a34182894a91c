"""Training for a given time: it can be paused and stopped from another thread, and leaves nothing on the disk."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from transformer.corpora.encoding import EncodedPair
from transformer.devices import keep_freed_memory
from transformer.errors import TrainingError
from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.config import TrainingConfig
from transformer.training.trainer import Listener, Trainer, ValidationReport

VALIDATIONS = 16  # of a run, at most
# Looking must not eat up the time to learn: after a look of one second the next is this many seconds away, at least.
PATIENCE = 12.0
MOST_STEPS = 10**7


class Control:
    """Says from another thread that a run is to pause, go on or end; counts its seconds without the pauses."""

    def __init__(self) -> None:
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

    @property
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


class TimedTrainer(Trainer):
    """A `Trainer` whose run ends after `minutes`: the cosine falls over as many steps as the time will allow.

    Args:
        control: to pause and stop it.
        minutes: of training.
        look: called now and then between two steps, with the model in evaluation mode: at first every second, later
            more seldom.
        paused: told when the run begins to wait and when it goes on.
    """

    def __init__(
        self,
        model: Transformer,
        tokenizer: SubwordTokenizer,
        train: Sequence[tuple[Sequence[EncodedPair], float]],
        dev: Mapping[str, tuple[Sequence[EncodedPair], Sequence[str]]],
        config: TrainingConfig,
        listener: Listener,
        control: Control,
        minutes: float,
        look: Callable[[], None],
        paused: Callable[[bool], None],
    ) -> None:
        super().__init__(model, tokenizer, train, dev, config, Path(), listener)
        self.control = control
        self.limit = 60 * minutes
        self.look = look
        self.paused = paused
        self._options = config
        self._validated_at = 0

    def run(self) -> None:
        """Train until the time is over or the run is stopped.

        Raises:
            TrainingError: if the loss is no finite number.
        """
        control, progress = self.control, self.progress
        keep_freed_memory()
        control.begin()
        looks = _Occasions(lambda seconds: min(4.0, 1.0 + seconds / 20))
        validations = _Occasions(lambda _: self.limit / VALIDATIONS)
        self._look(looks)
        self.model.train()
        for progress.epoch, progress.batch, pairs in self.sampler.batches(0):
            control.wait(self.paused)
            share = control.seconds / self.limit
            if control.stopped or share >= 1:
                break
            self.config = self._for_time(share)
            try:
                report = self._update(pairs, time.monotonic() - control.seconds)
            except TrainingError as error:  # which speaks of the command line's options
                raise TrainingError(
                    f"The loss stopped being a number at step {progress.step}: start again with a lower learning rate."
                ) from error
            self.listener.on_step(report)
            if looks.due(control.seconds):
                self._look(looks)
            if validations.due(control.seconds):
                self._take_stock(validations)
        self._look(looks)
        if self._validated_at != progress.step:
            self._take_stock(validations)
        self.model.eval()

    def _for_time(self, share: float) -> TrainingConfig:
        """The options with the number of steps that the speed so far lets expect; the warm-up is an eighth at most."""
        made = self.progress.step
        steps = min(MOST_STEPS, max(made + 1, round(made / max(share, 1e-9)))) if made else MOST_STEPS
        return replace(self._options, steps=steps, warmup=min(self._options.warmup, max(1, steps // 8)))

    def _look(self, occasions: "_Occasions") -> None:
        with occasions.taken(self.control):
            self.model.eval()
            self.look()
            self.model.train()

    def _take_stock(self, occasions: "_Occasions") -> None:
        with occasions.taken(self.control):
            self._validated_at = self.progress.step
            self._validate(time.monotonic() - self.control.seconds)

    def _keep_checkpoint(self, score: float) -> None:
        """Nothing is kept: such a run is never resumed, and its last weights are its result."""

    def _write_log(self, step: object, validation: ValidationReport | None) -> None:
        """The listener hears everything; no file is written."""

    def _fingerprint(self, train: object) -> str:
        return ""


class _Occasions:
    """When something that costs time is due again.

    Args:
        every: seconds between two of them, when the run has lasted so many seconds.
    """

    def __init__(self, every: Callable[[float], float]) -> None:
        self.every = every
        self.next = every(0.0)
        self._control: Control | None = None
        self._since = 0.0

    def due(self, seconds: float) -> bool:
        return seconds >= self.next

    def taken(self, control: Control) -> "_Occasions":
        self._control = control
        return self

    def __enter__(self) -> None:
        assert self._control is not None
        self._since = self._control.seconds

    def __exit__(self, *_: object) -> None:
        assert self._control is not None
        now = self._control.seconds
        self.next = now + max(self.every(now), PATIENCE * (now - self._since))
