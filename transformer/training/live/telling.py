"""What the process of a run says of itself on its way, one JSON object a line; `JobReport` hears it."""

import json
import os
import time
from dataclasses import asdict
from typing import Any, TextIO

from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.training.live.watched_sentence import WatchedSentence, take_snapshot
from transformer.training.reports import StepReport, ValidationReport

SMOOTHED_OVER = 20  # steps, of the loss and the speed


class Teller:
    """Says lines.

    Args:
        out: where to.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def say(self, what: str, **values: Any) -> None:
        """One line. When nobody listens any more, the process ends."""
        try:
            self._out.write(json.dumps({"what": what, **values}) + "\n")
            self._out.flush()
        except OSError:
            os._exit(0)


class LiveReporter:
    """Tells what a `TimedTraining` reports, and looks at the watched sentence when it is time to.

    Args:
        translator: the model that learns.
    """

    def __init__(self, teller: Teller, translator: ModelWithVocabulary, watched: WatchedSentence) -> None:
        self._teller = teller
        self._translator, self._watched = translator, watched
        self._steps = self._target_tokens = 0
        self._loss = self._speed = 0.0
        self._since = time.monotonic()  # what is being done now

    def on_step(self, report: StepReport) -> None:
        """The numbers of one update, with a smoothed loss and speed."""
        seconds, tokens = time.monotonic() - self._since, report.target_tokens - self._target_tokens
        self._steps, self._target_tokens = self._steps + 1, report.target_tokens
        self._loss = self._smoothed(self._loss, report.loss)
        self._speed = self._smoothed(self._speed, tokens / max(seconds, 1e-6))
        self._teller.say("step", **asdict(report), smoothed_loss=self._loss, speed=self._speed)
        self._since = time.monotonic()

    def on_validation(self, report: ValidationReport) -> None:
        """The scores on the held-out pairs."""
        self._teller.say("validation", **asdict(report))
        self._since = time.monotonic()

    def on_look(self, step: int, seconds: float) -> None:
        """What the model makes of the sentence just now."""
        snapshot = take_snapshot(self._translator, self._watched, step, seconds)
        self._teller.say("look", **snapshot.to_json())
        self._since = time.monotonic()

    def on_pause(self, waits: bool) -> None:
        """That the run waits, or goes on."""
        self._teller.say("paused" if waits else "resumed")
        self._since = time.monotonic()

    def _smoothed(self, before: float, now: float) -> float:
        """The mean of the first values, then a mean in which the older ones fade."""
        return before + (now - before) / min(self._steps, SMOOTHED_OVER)
