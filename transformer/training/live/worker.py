"""The process in which a run of a few minutes trains: `python -m transformer.training.live.worker`.

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
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import torch

from transformer.corpora import parse_mixture
from transformer.corpora.everyday import aligned_examples
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.errors import GlassformerError
from transformer.model.folder import save_model
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.training.card import Making, alignment_facts, make_card
from transformer.training.live.corpus_cache import STAGES, prepare
from transformer.training.live.settings import IDLE_NICENESS, LONGEST, MAX_LENGTH, VOCABULARY, TrainingSettings
from transformer.training.live.telling import LiveReporter, Teller
from transformer.training.live.timed_training import Control, TimedTraining
from transformer.training.live.watched_sentence import WatchedSentence, watch
from transformer.training.prepared_corpus import PreparedCorpus

GRACE = 60.0  # seconds that a run gets to end by itself, when its time is over


def main() -> None:
    """Run the order on standard input."""
    # Whatever a library prints must not come between the lines.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    teller = Teller(out)
    control = Control()
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=obey, args=(sys.stdin, control, teller, os._exit), daemon=True).start()
    threading.Thread(target=end_in_time, args=(order["seconds"], control, teller, os._exit), daemon=True).start()
    _stand_back(order["niceness"])
    torch.set_num_threads(order["threads"])
    work(order, control, teller)


def work(order: dict[str, Any], control: Control, teller: Teller) -> None:
    """Train as ordered and leave the model in its folder; whatever goes wrong is told in a sentence."""
    try:
        _train(order, control, teller)
    except GlassformerError as error:
        teller.say("failed", sentence=str(error))
    except MemoryError:
        teller.say("failed", sentence="The memory is full: start again with a smaller model.")
    finally:
        control.over.set()


def obey(orders: Iterable[str], control: Control, teller: Teller, leave: Callable[[int], object]) -> None:
    """Take orders until there are no more: then nobody is there who could want the result.

    Args:
        leave: ends the process at once, with a status.
    """
    for line in orders:
        if line.strip() == "stop" and not control.begun:  # nothing has been learned that could be lost
            teller.say("stopped")
            leave(0)
        {"pause": control.pause, "resume": control.resume, "stop": control.stop}.get(line.strip(), lambda: None)()
    leave(0)


def end_in_time(seconds: float, control: Control, teller: Teller, leave: Callable[[int], object]) -> None:
    """Stop the run after so many seconds; if it does not end by itself then, end its process.

    Args:
        leave: ends the process at once, with a status.
    """
    if control.over.wait(seconds):
        return
    teller.say("limit")
    control.stop()
    if not control.over.wait(GRACE):
        leave(1)


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


def _train(order: dict[str, Any], control: Control, teller: Teller) -> None:
    settings = TrainingSettings.from_dict(order["settings"])
    corpus = prepare(
        settings.mixture,
        VOCABULARY,
        MAX_LENGTH,
        Path(order["cache"]),
        lambda name, number: teller.say("preparing", stage=name, number=number, stages=len(STAGES)),
    )
    config = settings.training_config()
    torch.manual_seed(config.seed)
    model = Transformer(settings.model_config(corpus.tokenizer.size))
    watched = watch(settings.sentence, settings.reference, corpus.tokenizer, LONGEST)
    teller.say("begins", **_facts(model, corpus, watched))
    reporter = LiveReporter(teller, ModelWithVocabulary(model, corpus.tokenizer), watched)
    training = TimedTraining(model, corpus, config, control, reporter)
    if not control.stopped:
        training.run(settings.minutes)
    if training.step == 0:
        teller.say("stopped")
        return
    teller.say("saving")
    making = Making(
        f"trained on the Training page, {settings.minutes:g} minutes",
        parse_mixture(settings.mixture),
        {**config.to_dict(), "steps": training.step},
        control.seconds(),
    )
    _save(Path(order["folder"]), model, corpus, making)
    teller.say("stopped" if control.stopped else "finished")


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


def _save(folder: Path, model: Transformer, corpus: PreparedCorpus, making: Making) -> None:
    """Write the model folder beside its place and move it there whole."""
    card = make_card(model, corpus, making)
    if making.alignment_known:
        card["alignment"] = alignment_facts(ModelWithVocabulary(model, corpus.tokenizer), aligned_examples())
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    try:
        save_model(unfinished, model, corpus.tokenizer, corpus.source_token_counts, card)
        unfinished.rename(folder)
    except OSError as error:
        raise GlassformerError(f"The model cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


if __name__ == "__main__":
    main()
