"""A recorded training run: how the loss fell, and how the model translated some held-out sentences along the way.

`python -m transformer record run` makes the file. It holds snapshots of about twenty checkpoints, denser at the start;
weights are in `ages`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import Trace, trace_tokens
from transformer.devices import describe_machine
from transformer.errors import GlassformerError
from transformer.files import from_json, write_atomically
from transformer.model.config import ModelConfig
from transformer.model.folder import EIGHT_BITS, compress
from transformer.model.transformer import Transformer
from transformer.model.translation_model import count_parameters
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import short_training
from transformer.training.ages import age_steps, save_ages
from transformer.training.config import TrainingConfig
from transformer.training.reports import StepReport

SHIPPED_RUN = short_training.RUNS / "everyday-tiny.safetensors"
SENTENCES = (
    Pair("My mother has bought a small red car.", "Ma mère a acheté une petite voiture rouge."),
    Pair("We do not know your brother.", "Nous ne connaissons pas ton frère."),
    Pair("The children are not at school today.", "Les enfants ne sont pas à l'école aujourd'hui."),
)
LOG = ("loss", "learning_rate", "gradient_norm", "seconds")


@dataclass(frozen=True)
class RecordedSentence:
    """One sentence at every checkpoint. C checkpoints, T target positions.

    Attributes:
        source, target: the sentence, and its translation for teacher forcing.
        target_tokens: what the decoder reads, START first (T). output_tokens: what it should predict, END last (T).
        translations: by greedy decoding, one per checkpoint.
        guesses: the most probable token of each position under teacher forcing, (C, T).
        losses: of each position in nats, without smoothing, (C, T).
    """

    source: str
    target: str
    target_tokens: tuple[str, ...]
    output_tokens: tuple[str, ...]
    translations: tuple[str, ...]
    guesses: tuple[tuple[str, ...], ...]
    losses: Tensor


@dataclass(frozen=True)
class RecordedRun:
    """A run and its checkpoints.

    Attributes:
        facts: the command, corpus, sizes, options, parameters, machine and seconds.
        log: the columns in `LOG`, with a number for every step (steps).
        steps: how many updates came before each checkpoint; the first is 0, before training (C).
        validation: loss per token of held-out pairs at each checkpoint, in nats (C).
        sentences: what was translated.
    """

    facts: Mapping[str, Any]
    log: Mapping[str, Tensor]
    steps: tuple[int, ...]
    validation: tuple[float, ...]
    sentences: tuple[RecordedSentence, ...]


def checkpoint_steps(steps: int, count: int) -> tuple[int, ...]:
    """The steps at which to take a checkpoint, from 0 to the last, less and less often."""
    return tuple(sorted({round(steps * (index / max(1, count - 1)) ** 2) for index in range(count)} | {0, steps}))


def record_run(
    corpus: str,
    model_config: ModelConfig,
    config: TrainingConfig,
    ages: Path,
    sentences: Sequence[Pair] = SENTENCES,
    checkpoints: int = 21,
    on_step: Callable[[StepReport], None] = lambda _: None,
) -> RecordedRun:
    """Train a fresh model, taking at most `checkpoints` checkpoints; `sentences` are kept out of training.

    Its weights at some ages go into the folder `ages`.
    """
    prepared = short_training.prepare(corpus, model_config, sentences)
    tokenizer, held_out = prepared.tokenizer, short_training.held_out_pairs(prepared)
    model = short_training.fresh_model(prepared, model_config, config.seed)
    assert isinstance(model, Transformer)
    wanted, wanted_ages = checkpoint_steps(config.steps, checkpoints), age_steps(config.steps)
    kept = {0: compress(model, EIGHT_BITS)}
    looks = [_look(model, tokenizer, sentences)]
    validation = [mean_loss(model, held_out)]
    steps: list[StepReport] = []
    for report in short_training.train(model, prepared, config):
        steps.append(report)
        if report.step in wanted:
            looks.append(_look(model, tokenizer, sentences))
            validation.append(mean_loss(model, held_out))
        if report.step in wanted_ages:
            kept[report.step] = compress(model, EIGHT_BITS)
        on_step(report)
    facts = {
        "corpus": corpus,
        "model": model.config.to_dict(),
        "training": asdict(config),
        "parameters": count_parameters(model)["total"],
        "training_pairs": prepared.training_pairs,
        "validation_pairs": len(held_out),
        "machine": describe_machine(),
        "target_tokens": steps[-1].target_tokens,
        "seconds": round(steps[-1].seconds, 1),
    }
    log = {name: torch.tensor([getattr(report, name) for report in steps]) for name in LOG}
    recorded = [_record(pair, tokenizer, [look[number] for look in looks]) for number, pair in enumerate(sentences)]
    save_ages(ages, prepared, model.config, kept)
    return RecordedRun(facts, log, wanted, tuple(validation), tuple(recorded))


def _look(model: Transformer, tokenizer: SubwordTokenizer, sentences: Sequence[Pair]) -> list[tuple[str, Trace]]:
    """Each sentence's translation and teacher-forced trace; leaves the model in evaluation mode."""
    model.eval()
    translator = ModelWithVocabulary(model, tokenizer)
    sources = [tokenizer.encode_source(pair.source) for pair in sentences]
    said = [tokenizer.decode(best.tokens) for best in decode_sorted(model, sources, Greedy())]
    targets = [tokenizer.encode_target(pair.target) for pair in sentences]
    traces = [trace_tokens(translator, source, target) for source, target in zip(sources, targets, strict=True)]
    return list(zip(said, traces, strict=True))


def _record(pair: Pair, tokenizer: SubwordTokenizer, looks: Sequence[tuple[str, Trace]]) -> RecordedSentence:
    """One sentence at every checkpoint."""
    translations, traces = zip(*looks, strict=True)
    said = torch.tensor(tokenizer.encode_target(pair.target)[1:])
    logits = torch.stack([trace["logits"] for trace in traces])
    return RecordedSentence(
        pair.source,
        pair.target,
        traces[0].target_tokens,
        traces[0].output_tokens,
        translations,
        tuple(tuple(tokenizer.tokens(row)) for row in logits.argmax(dim=-1).tolist()),
        -logits.log_softmax(dim=-1)[:, torch.arange(len(said)), said],
    )


def save_run(path: Path, run: RecordedRun) -> None:
    """Write a run as one safetensors file, texts in its metadata."""
    tensors = {f"log.{name}": values.float() for name, values in run.log.items()}
    tensors["validation"] = torch.tensor(run.validation)
    texts: dict[str, Any] = {"facts": dict(run.facts), "steps": run.steps, "sentences": []}
    for number, sentence in enumerate(run.sentences):
        texts["sentences"].append({name: getattr(sentence, name) for name in _TEXTS})
        tensors[f"{number}.losses"] = sentence.losses.float()
    write_atomically(path, save(tensors, {"run": json.dumps(texts, ensure_ascii=False)}))


def load_run(path: Path) -> RecordedRun:
    """Read what `save_run` wrote."""
    try:
        with safe_open(path, "pt") as file:
            texts = from_json((file.metadata() or {})["run"])
            names = file.keys()
            tensors = {name: file.get_tensor(name) for name in names}
        return RecordedRun(
            texts["facts"],
            {name: tensors[f"log.{name}"] for name in LOG},
            tuple(texts["steps"]),
            tuple(tensors["validation"].tolist()),
            tuple(_read_sentence(each, number, tensors) for number, each in enumerate(texts["sentences"])),
        )
    except (SafetensorError, OSError, ValueError, KeyError, TypeError) as error:
        raise GlassformerError(
            f"{path} is missing or isn't a recorded run ({error}): copy it again, or make it with "
            "python -m transformer record run."
        ) from error


_TEXTS = ("source", "target", "target_tokens", "output_tokens", "translations", "guesses")


def _read_sentence(texts: Mapping[str, Any], number: int, tensors: Mapping[str, Tensor]) -> RecordedSentence:
    return RecordedSentence(
        texts["source"],
        texts["target"],
        tuple(texts["target_tokens"]),
        tuple(texts["output_tokens"]),
        tuple(texts["translations"]),
        tuple(tuple(row) for row in texts["guesses"]),
        tensors[f"{number}.losses"],
    )
