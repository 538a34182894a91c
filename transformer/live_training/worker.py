"""The process in which a run of a few minutes trains: `python -m transformer.live_training.worker`.

`TrainingJob` starts it. Its orders come in on standard input, a JSON object in the first line, then one word a line:
pause, resume, stop. What it has to say goes out on standard output, one JSON object a line. When its input ends,
because whoever started it is gone, it ends at once; and it ends by itself when its time is over, whatever happens.
"""

import contextlib
import json
import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any, TextIO

import torch

from transformer.corpora.everyday import AlignedPair
from transformer.corpora.everyday.tables import ASSETS
from transformer.decoding.alignment import measure_alignment
from transformer.errors import GlassformerError
from transformer.live_training.prepared_corpus import STAGES, PreparedCorpus, prepare
from transformer.live_training.settings import IDLE_NICENESS, LONGEST, MAX_LENGTH, VOCABULARY, TrainingSettings
from transformer.live_training.timed_training import Control, TimedTrainer
from transformer.live_training.watched_sentence import WatchedSentence, as_json, look, watch
from transformer.model.transformer import Transformer, count_parameters
from transformer.model_folder import save_model
from transformer.training.run import LICENCES, source_token_counts
from transformer.training.trainer import StepReport, ValidationReport

SMOOTHED_OVER = 20  # steps, of the loss and the speed
GRACE = 60.0  # seconds that a run gets to end by itself, when its time is over


class Teller:
    """Says what happens, one JSON object a line; also a run's `Listener`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._heard = 0
        self._loss = self._speed = 0.0
        self._last = (0, 0.0)

    def say(self, what: str, **values: Any) -> None:
        """One line. When nobody listens any more, the process ends."""
        try:
            self._out.write(json.dumps({"what": what, **values}) + "\n")
            self._out.flush()
        except OSError:
            os._exit(0)

    def on_step(self, report: StepReport) -> None:
        """The numbers of one update, with a smoothed loss and speed."""
        tokens, seconds = report.target_tokens - self._last[0], report.seconds - self._last[1]
        self._last = (report.target_tokens, report.seconds)
        self._heard += 1
        self._loss = self._smoothed(self._loss, report.loss)
        self._speed = self._smoothed(self._speed, tokens / max(seconds, 1e-6))
        self.say(
            "step",
            step=report.step,
            steps=report.steps,
            loss=report.loss,
            smoothed=self._loss,
            rate=report.learning_rate,
            norm=report.gradient_norm,
            speed=self._speed,
            tokens=report.target_tokens,
            seconds=report.seconds,
        )

    def on_validation(self, report: ValidationReport) -> None:
        """A look at the held-out pairs."""
        self.say("validation", step=report.step, loss=report.loss, bleu=report.mean_bleu, seconds=report.seconds)

    def rest(self, seconds: float) -> None:
        """Leave out of the speed what was no training."""
        self._last = (self._last[0], seconds)

    def _smoothed(self, before: float, now: float) -> float:
        """The mean of the first values, then a mean in which the older ones fade."""
        return before + (now - before) / min(self._heard, SMOOTHED_OVER)


def main() -> None:
    """Run the order on standard input."""
    # Whatever a library prints must not come between the lines.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    teller = Teller(out)
    control = Control()
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_obey, args=(control, teller), daemon=True).start()
    _end_in_time(control, order["seconds"], teller)
    _stand_back(order["niceness"])
    torch.set_num_threads(order["threads"])
    try:
        _run(order, control, teller)
    except GlassformerError as error:
        teller.say("failed", sentence=str(error))
    except MemoryError:
        teller.say("failed", sentence="The memory is full: start again with a smaller model.")


def _stand_back(niceness: int) -> None:
    """Let other processes go first. Call it before torch has threads: these inherit it.

    The last degree on Linux is more than a small share of the cores: a page that wants one is given it at once, and the
    training has what is left.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    if niceness >= IDLE_NICENESS and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _obey(control: Control, teller: Teller) -> None:
    """Take orders until there are no more: then nobody is there who could want the result."""
    for line in sys.stdin:
        if line.strip() == "stop" and not control.begun:  # nothing has been learned that could be lost
            teller.say("stopped")
            os._exit(0)
        {"pause": control.pause, "resume": control.resume, "stop": control.stop}.get(line.strip(), lambda: None)()
    os._exit(0)


def _end_in_time(control: Control, seconds: float, teller: Teller) -> None:
    def end() -> None:
        time.sleep(seconds)
        teller.say("limit")
        control.stop()
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def _run(order: dict[str, Any], control: Control, teller: Teller) -> None:
    settings = TrainingSettings.from_dict(order["settings"])
    corpus = prepare(
        settings.mixture,
        VOCABULARY,
        MAX_LENGTH,
        Path(order["cache"]),
        lambda name, number: teller.say("preparing", stage=name, number=number, stages=len(STAGES)),
    )
    torch.manual_seed(settings.training_config().seed)
    model = Transformer(settings.model_config(corpus.tokenizer.size))
    watched = watch(settings.sentence, settings.reference, corpus.tokenizer, LONGEST)
    teller.say("begins", **_facts(model, corpus, watched))
    trainer = _trainer(settings, corpus, model, watched, control, teller)
    if not control.stopped:
        trainer.run()
    if trainer.progress.step == 0:
        teller.say("stopped")
        return
    teller.say("saving")
    _save(Path(order["folder"]), model, corpus, settings, trainer)
    teller.say("stopped" if control.stopped else "finished")


def _facts(model: Transformer, corpus: PreparedCorpus, watched: WatchedSentence) -> dict[str, Any]:
    tokens = corpus.tokenizer.tokens
    return {
        "source": tokens(watched.source),
        "target": tokens(watched.target),
        "cut": watched.cut,
        "parameters": count_parameters(model)["total"],
        "vocabulary": corpus.tokenizer.size,
        "pairs": sum(len(pairs) for pairs, _ in corpus.parts),
        "dev": len(corpus.dev),
        "layers": model.config.decoder_layers,
        "heads": model.config.heads,
        "threads": torch.get_num_threads(),
    }


def _trainer(
    settings: TrainingSettings,
    corpus: PreparedCorpus,
    model: Transformer,
    watched: WatchedSentence,
    control: Control,
    teller: Teller,
) -> TimedTrainer:
    def take_a_look() -> None:
        taken = look(model, corpus.tokenizer, watched)
        teller.say("look", step=trainer.progress.step, seconds=control.seconds, **as_json(taken))
        teller.rest(control.seconds)

    trainer = TimedTrainer(
        model,
        corpus.tokenizer,
        corpus.parts,
        {"held out": (corpus.dev, corpus.references)},
        settings.training_config(),
        teller,
        control,
        settings.minutes,
        take_a_look,
        lambda waits: teller.say("paused" if waits else "resumed"),
    )
    return trainer


def _save(
    folder: Path, model: Transformer, corpus: PreparedCorpus, settings: TrainingSettings, trainer: TimedTrainer
) -> None:
    """Write the model folder beside its place and move it there whole."""
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    try:
        counts = source_token_counts(corpus.parts, corpus.tokenizer.size)
        save_model(unfinished, model, corpus.tokenizer, counts, _card(model, corpus, settings, trainer))
        unfinished.rename(folder)
    except OSError as error:
        raise GlassformerError(f"The model cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _card(
    model: Transformer, corpus: PreparedCorpus, settings: TrainingSettings, trainer: TimedTrainer
) -> dict[str, Any]:
    lengths = sorted(len(pair.source) for pairs, _ in corpus.parts for pair in pairs)
    everyday = "everyday" in settings.mixture
    names = [part.partition("*")[0] for part in settings.mixture.split(",")]
    return {
        "source_language": "en",
        "target_language": "fr",
        "command": f"trained on the Training page, {settings.minutes:g} minutes",
        "corpora": [
            {"name": name, "weight": weight, "training_pairs": len(pairs)}
            for name, (pairs, weight) in zip(names, corpus.parts, strict=True)
        ],
        "training": {
            **trainer.config.to_dict(),
            "steps": trainer.progress.step,
            "hours": round(trainer.progress.seconds / 3600, 3),
            "machine": f"{torch.get_num_threads()} threads",
            "torch": torch.__version__,
            "finished": time.strftime("%Y-%m-%d"),
        },
        "parameters": count_parameters(model),
        "longest_usual_source": lengths[int(0.995 * (len(lengths) - 1))],
        "licences": {"everyday": LICENCES["everyday"]} if everyday else {"own data": "the user's own data"},
        "scores": [],
        **({"alignment": _alignment(model, corpus)} if everyday else {}),
    }


def _alignment(model: Transformer, corpus: PreparedCorpus) -> dict[str, Any]:
    """Which decoder layer aligns words best, on the held-out pairs that ship with their links."""
    rows = json.loads((ASSETS / "aligned_examples.json").read_text(encoding="utf-8"))
    pairs = [
        AlignedPair(row["source"], row["target"], tuple((one, other) for one, other in row["links"])) for row in rows
    ]
    quality = measure_alignment(model, corpus.tokenizer, pairs)
    return {"best_layer": quality.best_layer, "error_rates": list(quality.error_rates), "pairs": quality.pairs}


if __name__ == "__main__":
    main()
