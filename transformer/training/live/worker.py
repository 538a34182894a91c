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
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.corpora import Direction
from transformer.corpora.encoding import Batch, EncodedPair
from transformer.corpora.everyday import aligned_examples
from transformer.decoding.batches import decode_sorted
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.strategies import Greedy
from transformer.errors import GlassformerError
from transformer.model.folder import save_model
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, START
from transformer.training.batching import make_sampler
from transformer.training.card import Making, alignment_facts, make_card
from transformer.training.live.preparing import Prepared, prepare
from transformer.training.live.report import SMOOTHED_OVER, Snapshot, Trial
from transformer.training.live.settings import TrainingSettings
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.schedule import fit_to_time, learning_rate
from transformer.training.steps import steps
from transformer.training.trainer import Trainer

NICENESS_VARIABLE = "GLASSFORMER_TRAINING_NICENESS"  # 0 to 19: how readily it yields to other processes
TIME_LIMIT = 20 * 60.0  # seconds from the start, including preparation and pauses
VALIDATIONS = 16  # of a run, at most
SHOWN = 12  # held-out pairs that it logs, half of them right if there are as many
# The least number of seconds until the next look, per second that a look took; but a busy machine may hold one up.
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
        self, model: Transformer, prepared: Prepared, settings: TrainingSettings, control: Control, log: Say
    ) -> None:
        corpus = prepared.corpus
        self.model, self.corpus = model, corpus
        self._held_out = [pair for each in corpus.held_out.values() for pair in each.pairs]
        self._seen = prepared.seen.pairs
        self.config = settings.training_config()
        self._trainer = Trainer(model, self.config)
        self.limit = 60 * settings.minutes
        source, target = (
            [*corpus.tokenizer.encode(clean(text))[: settings.longest - 2], END]
            for text in (settings.sentence, settings.reference)
        )
        self._watched = [EncodedPair(source, source, [START, *target])]
        self.step = 0
        self._control, self._log = control, log

    def run(self) -> None:
        """Train until the time is up or a stop is ordered."""
        seconds = self._control.seconds
        loss = RunningMean()
        next_look, next_validation = self._look(), self.limit / VALIDATIONS
        for report in steps(self._trainer, self._batches(), self._rate, seconds):
            self.step = report.step
            self._log("step", **asdict(report), smoothed_loss=loss.with_value(report.loss))
            if seconds() >= next_validation:
                next_look, next_validation = self._look(), self._validate()
            elif seconds() >= next_look:
                next_look = self._look()
        if self.step:
            self._look()
            self._validate()
        self.model.eval()

    def _batches(self) -> Iterator[Batch]:
        for _, _, batch in make_sampler(self.corpus, self.config, self.model.config.max_length).batches(0):
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
        ((_, _, said),) = self._translate(self._watched)
        taken = Snapshot(self.step, begun, said, mean_loss(self.model, self._watched))
        self._log("look", **asdict(taken))
        return min(self._again(begun, min(4.0, 1.0 + begun / 20)), self._control.seconds() + self.limit / VALIDATIONS)

    def _validate(self) -> float:
        """Log what it makes of held-out pairs, and of pairs that it has learned from; return when to do so again."""
        begun = self._control.seconds()
        self.model.eval()
        held_out, seen = self._translate(self._held_out), self._translate(self._seen)
        right = [each for each in held_out if each[1] == each[2]]
        wrong = [each for each in held_out if each[1] != each[2]]
        shown = right[: max(SHOWN // 2, SHOWN - len(wrong))]
        trial = Trial(
            self.step,
            self._control.seconds(),
            mean_loss(self.model, self._held_out),
            len(held_out),
            len(right),
            len(seen),
            sum(target == said for _, target, said in seen),
            [*shown, *wrong[: SHOWN - len(shown)]],
        )
        self._log("trial", **asdict(trial))
        return self._again(begun, self.limit / VALIDATIONS)

    def _translate(self, pairs: list[EncodedPair]) -> list[tuple[str, str, str]]:
        """Source and target of each pair, and what the model makes of its source."""
        decode = self.corpus.tokenizer.decode
        said = decode_sorted(self.model, [pair.source for pair in pairs], Greedy())
        return [
            (decode(pair.source), decode(pair.target), decode(each.tokens))
            for pair, each in zip(pairs, said, strict=True)
        ]

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
    torch.set_num_threads(1)
    torch.optim.Adam([torch.zeros(1, requires_grad=True)])  # loads now what the first optimiser needs
    mixture = json.loads(sys.stdin.readline() or "{}").get("mixture", "")
    ready = (
        ThreadPoolExecutor(1).submit(prepare, TrainingSettings(mixture=mixture), lambda *_, **__: None)
        if mixture
        else None
    )
    order = json.loads(sys.stdin.readline() or "null")
    if order is None:
        os._exit(0)  # the server is gone, or needs no run
    torch.set_num_threads(order["threads"])
    control = Control(say)
    threading.Thread(target=control.obey, args=[sys.stdin], daemon=True).start()
    settings = TrainingSettings(**order["settings"])
    work(settings, Path(order["folder"]), control, say, ready if settings.mixture == mixture else None)


def work(
    settings: TrainingSettings, folder: Path, control: Control, log: Say, ready: Future[Prepared] | None = None
) -> None:
    """Train and write the model to `folder`; log a sentence if something goes wrong.

    Args:
        ready: what the settings' mixture gives, if that has been prepared.
    """
    try:
        prepared = ready.result() if ready else prepare(settings, log)
        _train(settings, prepared, folder, control, log)
    except GlassformerError as error:
        log("failed", sentence=str(error))
    except MemoryError:
        log("failed", sentence="The memory is full: start again with a smaller model.")


def _train(settings: TrainingSettings, prepared: Prepared, folder: Path, control: Control, log: Say) -> None:
    corpus = prepared.corpus
    torch.manual_seed(settings.training_config().seed)
    model = Transformer(settings.model_config(corpus.tokenizer.size))
    training = LiveTraining(model, prepared, settings, control, log)
    log("begins", **_facts(model, corpus))
    control.begin()
    training.run()
    if training.step:
        log("saving")
        making = Making(
            f"trained on the Training page, {settings.minutes:g} minutes",
            prepared.mixture,
            {**asdict(training.config), "steps": training.step},
            control.seconds(),
            Direction(settings.reads, settings.writes),
            plain=prepared.plain,
        )
        card = make_card(model, corpus, making)
        if making.alignment_known:
            card["alignment"] = alignment_facts(ModelWithVocabulary(model, corpus.tokenizer), aligned_examples())
        save_model(folder, model, corpus.tokenizer, corpus.source_token_counts, card)
    log("stopped" if control.stopped else "finished", saved=training.step > 0)


def _facts(model: Transformer, corpus: PreparedCorpus) -> dict[str, Any]:
    return {
        "parameters": count_parameters(model)["total"],
        "vocabulary": corpus.tokenizer.size,
        "pairs": corpus.training_pairs,
        "held_out": sum(len(each.pairs) for each in corpus.held_out.values()),
        "threads": torch.get_num_threads(),
    }


if __name__ == "__main__":
    main()
