"""The process for a run of a few minutes: `python -m transformer.training.live.worker`.

`runs` starts it. The first line of its input is a JSON object with the settings, the folder for the model and the
number of threads; each later line is one order: "pause", "resume" or "stop". It prints its log, which `report` reads.
When its input ends, the server is gone, and this process ends too; it also ends when its time is up.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from transformer.corpora import parse_mixture
from transformer.corpora.encoding import Batch
from transformer.corpora.everyday import aligned_examples
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.errors import CorpusError, GlassformerError
from transformer.model.folder import save_model
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.training.batching import make_sampler
from transformer.training.card import Making, alignment_facts, make_card
from transformer.training.live.report import SMOOTHED_OVER
from transformer.training.live.settings import LONGEST, MAX_LENGTH, VOCABULARY, TrainingSettings
from transformer.training.live.watched_sentence import WatchedSentence, encode_watched_sentence, take_snapshot
from transformer.training.prepared_corpus import PreparedCorpus, encode_corpus, learn_vocabulary, read_corpora
from transformer.training.schedule import fit_to_time, learning_rate
from transformer.training.steps import steps
from transformer.training.trainer import Trainer
from transformer.training.validation import validate

NICENESS_VARIABLE = "GLASSFORMER_TRAINING_NICENESS"  # 0 to 19: how readily it yields to other processes
TIME_LIMIT = 20 * 60.0  # seconds from the start, including preparation and pauses
VALIDATED_PAIRS = 100  # of each corpus, in each validation
VALIDATIONS = 16  # of a run, at most
# The least number of seconds until the next look, per second that a look takes.
PATIENCE = 12.0

Say = Callable[..., None]  # appends a line to the log: what happened, and its values by name


def say(what: str, **values: Any) -> None:
    """Print one line of the log."""
    print(json.dumps({"what": what, **values}), flush=True)


class Control:
    """The server's orders, and the training clock, which stops during a pause; `leave` ends the process."""

    def __init__(
        self, log: Say, now: Callable[[], float] = time.monotonic, leave: Callable[[int], Any] = os._exit
    ) -> None:
        self._log, self._now, self._leave = log, now, leave
        self._order = ""
        self._started = self._begun = now()
        self._learning = False

    def obey(self, orders: Iterable[str]) -> None:
        """Take orders until the server is gone, then leave."""
        for order in orders:
            self._order = order.strip()
            if self._order == "stop" and not self._learning:  # nothing to save
                self._log("stopped", saved=False)
                break
        self._leave(0)

    def begin(self) -> None:
        """Start the training clock."""
        self._begun, self._learning = self._now(), True

    def seconds(self) -> float:
        """Seconds of training, without pauses."""
        return self._now() - self._begun

    @property
    def stopped(self) -> bool:
        """Whether a stop was ordered."""
        return self._order == "stop"

    def go_on(self) -> bool:
        """Wait while paused; return whether to continue."""
        if self._order == "pause":
            since = self._now()
            self._log("paused")
            while self._order == "pause" and self._in_time():
                time.sleep(0.05)
            self._begun += self._now() - since
            self._log("resumed")
        if not self._in_time():
            self._log("limit")
            self._order = "stop"
        return not self.stopped

    def _in_time(self) -> bool:
        return self._now() - self._started < TIME_LIMIT


class LiveTraining:
    """A training run with a time limit: its learning rate falls over as many steps as fit into it."""

    def __init__(
        self, model: Transformer, corpus: PreparedCorpus, settings: TrainingSettings, control: Control, log: Say
    ) -> None:
        self.model, self.corpus = model, corpus
        self.config = settings.training_config()
        self._trainer = Trainer(model, self.config)
        self.limit = 60 * settings.minutes
        self.watched = encode_watched_sentence(settings.sentence, settings.reference, corpus.tokenizer, LONGEST)
        self.step = 0
        self._control, self._log = control, log

    def run(self) -> None:
        """Train until the time is up or a stop is ordered."""
        seconds = self._control.seconds
        loss, speed = RunningMean(), RunningMean()
        next_look, next_validation = self._look(), self.limit / VALIDATIONS
        since, tokens = seconds(), 0
        for report in steps(self._trainer, self._batches(), self._rate, seconds):
            self.step = report.step
            tokens_per_second = (report.target_tokens - tokens) / max(report.seconds - since, 1e-6)
            means = {"smoothed_loss": loss.with_value(report.loss), "speed": speed.with_value(tokens_per_second)}
            self._log("step", **asdict(report), **means)
            if seconds() >= next_look:
                next_look = self._look()
            if seconds() >= next_validation:
                next_validation = self._validate()
            since, tokens = seconds(), report.target_tokens
        if self.step:
            self._look()
            self._validate()
        self.model.eval()

    def _batches(self) -> Iterator[Batch]:
        for _, _, batch in make_sampler(self.corpus, self.config, MAX_LENGTH).batches(0):
            if not self._control.go_on() or self._control.seconds() >= self.limit:
                return
            yield batch

    def _rate(self, step: int) -> float:
        fitted = fit_to_time(self.config, step - 1, self._control.seconds() / self.limit)
        return learning_rate(step, fitted, self.model.config.d_model)

    def _look(self) -> float:
        """Log how the model translates the sentence; return when to look again, at first every second."""
        begun = self._control.seconds()
        self.model.eval()
        translator = ModelWithVocabulary(self.model, self.corpus.tokenizer)
        self._log("look", **take_snapshot(translator, self.watched, self.step, begun).to_json())
        return self._again(begun, min(4.0, 1.0 + begun / 20))

    def _validate(self) -> float:
        """Log the scores on held-out pairs; return when to validate again."""
        begun = self._control.seconds()
        report = validate(self.model, self.corpus.tokenizer, self.corpus.held_out)
        self._log("validation", **asdict(replace(report, step=self.step, seconds=self._control.seconds())))
        return self._again(begun, self.limit / VALIDATIONS)

    def _again(self, begun: float, every: float) -> float:
        ended = self._control.seconds()
        return ended + max(every, PATIENCE * (ended - begun))


class RunningMean:
    """The mean of the first values, then a running mean."""

    def __init__(self) -> None:
        self._count, self._mean = 0, 0.0

    def with_value(self, value: float) -> float:
        """The mean with one more value."""
        self._count += 1
        self._mean += (value - self._mean) / min(self._count, SMOOTHED_OVER)
        return self._mean


def main() -> None:
    """Train according to the first line of standard input."""
    written = os.environ.get(NICENESS_VARIABLE, "").strip()
    if hasattr(os, "nice"):  # before torch starts threads, which inherit it
        os.nice(int(written) if written.isdecimal() else 19)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the server too, which ends its runs
    order = json.loads(sys.stdin.readline())
    torch.set_num_threads(order["threads"])
    control = Control(say)
    threading.Thread(target=control.obey, args=[sys.stdin], daemon=True).start()
    work(TrainingSettings(**order["settings"]), Path(order["folder"]), control, say)


def work(settings: TrainingSettings, folder: Path, control: Control, log: Say) -> None:
    """Train and write the model to `folder`; log a sentence if something goes wrong."""
    try:
        _train(settings, folder, control, log)
    except GlassformerError as error:
        log("failed", sentence=str(error))
    except MemoryError:
        log("failed", sentence="The memory is full: start again with a smaller model.")


def _train(settings: TrainingSettings, folder: Path, control: Control, log: Say) -> None:
    corpus = _prepare(settings.mixture, log)
    torch.manual_seed(settings.training_config().seed)
    model = Transformer(settings.model_config(corpus.tokenizer.size))
    training = LiveTraining(model, corpus, settings, control, log)
    log("begins", **_facts(model, corpus, training.watched))
    control.begin()
    training.run()
    if training.step:
        log("saving")
        making = Making(
            f"trained on the Training page, {settings.minutes:g} minutes",
            parse_mixture(settings.mixture),
            {**asdict(training.config), "steps": training.step},
            control.seconds(),
        )
        card = make_card(model, corpus, making)
        if making.alignment_known:
            card["alignment"] = alignment_facts(ModelWithVocabulary(model, corpus.tokenizer), aligned_examples())
        save_model(folder, model, corpus.tokenizer, corpus.source_token_counts, card)
    log("stopped" if control.stopped else "finished", saved=training.step > 0)


def _prepare(mixture: str, log: Say) -> PreparedCorpus:
    log("preparing", stage="Reading the corpus (1 of 3)")
    plain = read_corpora(parse_mixture(mixture)).with_pairs_held_out()
    if not any(plain.held_out.values()) or not any(pairs for pairs, _ in plain.parts):
        raise CorpusError("The corpus has too few sentence pairs to learn from.")
    log("preparing", stage="Learning its vocabulary (2 of 3)")
    tokenizer = learn_vocabulary(plain.parts, VOCABULARY)
    log("preparing", stage="Cutting every sentence into tokens (3 of 3)")
    return encode_corpus(plain, tokenizer, MAX_LENGTH, VALIDATED_PAIRS)


def _facts(model: Transformer, corpus: PreparedCorpus, watched: WatchedSentence) -> dict[str, Any]:
    tokens = corpus.tokenizer.tokens
    return {
        "source": tokens(watched.source),
        "target": tokens(watched.target),
        "cut": watched.cut,
        "parameters": count_parameters(model)["total"],
        "vocabulary": corpus.tokenizer.size,
        "pairs": corpus.training_pairs,
        "layers": model.config.decoder_layers,
        "heads": model.config.heads,
        "threads": torch.get_num_threads(),
    }


if __name__ == "__main__":
    main()
