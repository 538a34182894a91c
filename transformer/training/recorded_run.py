"""A training run, kept: how the loss fell, and what some sentences were translated to and attended to on the way.

The file holds no weights: at about twenty checkpoints, denser at the start, it holds what the model of that moment made
of a few sentences that it never saw in training. `python -m transformer record-run` makes it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted
from transformer.decoding.trace import Trace, trace_tokens
from transformer.devices import machine
from transformer.errors import GlassformerError
from transformer.evaluation.held_out_loss import mean_loss
from transformer.files import write_atomically
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind, all_layers
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer, count_parameters
from transformer.training import recording
from transformer.training.config import TrainingConfig
from transformer.training.recording import Material
from transformer.training.trainer import StepReport, ValidationReport

SHIPPED_RUN = recording.RUNS / "everyday-tiny.safetensors"
SENTENCES = (
    Pair("My mother has bought a small red car.", "Ma mère a acheté une petite voiture rouge."),
    Pair("We do not know your brother.", "Nous ne connaissons pas ton frère."),
    Pair("The children are not at school today.", "Les enfants ne sont pas à l'école aujourd'hui."),
)
LOG = ("loss", "learning_rate", "gradient_norm", "seconds")


@dataclass(frozen=True)
class RecordedSentence:
    """One sentence at every checkpoint. C checkpoints, L layers, H heads, S source and T target positions.

    Attributes:
        source, target: the sentence and the translation that the model is led through (teacher forcing).
        source_tokens: what the encoder reads (S).
        target_tokens: what the decoder reads, START first (T). output_tokens: what it is to say, END last (T).
        translations: by greedy decoding, one a checkpoint.
        guesses: the most probable token of each position under teacher forcing, (C, T).
        losses: of each position in nats, without smoothing, (C, T).
        attention: the weights of each kind, (C, L, H, queries, keys).
    """

    source: str
    target: str
    source_tokens: tuple[str, ...]
    target_tokens: tuple[str, ...]
    output_tokens: tuple[str, ...]
    translations: tuple[str, ...]
    guesses: tuple[tuple[str, ...], ...]
    losses: Tensor
    attention: Mapping[AttentionKind, Tensor]


@dataclass(frozen=True)
class RecordedRun:
    """A run and its checkpoints.

    Attributes:
        facts: the command, corpus, sizes, options, parameters, machine and seconds.
        log: of every step, from the first, `LOG` by name, each (steps).
        steps: after how many updates each checkpoint was taken; the first is 0, before training (C).
        validation: loss per token of held-out pairs at each checkpoint, in nats (C).
        sentences: what was looked at.
    """

    facts: Mapping[str, Any]
    log: Mapping[str, Tensor]
    steps: tuple[int, ...]
    validation: tuple[float, ...]
    sentences: tuple[RecordedSentence, ...]


def checkpoint_steps(steps: int, count: int) -> tuple[int, ...]:
    """When to look: 0, the last step, and between them ever rarer (the step grows with the square of the number)."""
    return tuple(sorted({round(steps * (index / max(1, count - 1)) ** 2) for index in range(count)} | {0, steps}))


def record_run(
    corpus: str,
    model_config: ModelConfig,
    config: TrainingConfig,
    sentences: Sequence[Pair] = SENTENCES,
    checkpoints: int = 21,
    command: str = "",
    listener: Any = None,
) -> RecordedRun:
    """Train a fresh model and look at it on the way.

    Args:
        corpus: a name or a path, see `load_pairs`. model_config, config: of the run.
        sentences: not trained on; each with the translation it is led through.
        checkpoints: how often to look, at most.
        command: as typed, for the facts.
        listener: told of every step as well, for a progress bar.

    Raises:
        GlassformerError: if the corpus cannot be read or the loss is no finite number.
    """
    material = recording.prepare(corpus, model_config, sentences)
    model = recording.fresh_model(material, config)
    recorder = _Recorder(model, material, sentences, checkpoint_steps(config.steps, checkpoints), listener)
    recorder.look(0)
    recording.train(model, material, config, recorder)
    facts = {
        "command": command,
        "corpus": corpus,
        "model": material.model_config.to_dict(),
        "training": config.to_dict(),
        "parameters": count_parameters(model)["total"],
        "training_pairs": len(material.train),
        "validation_pairs": len(material.dev),
        "machine": machine(),
        "target_tokens": recorder.target_tokens,
        "seconds": round(recorder.log["seconds"][-1], 1),
    }
    return recorder.run(facts)


@dataclass
class _Recorder:
    """A trainer's listener that stops at the checkpoints and looks."""

    model: Transformer
    material: Material
    sentences: Sequence[Pair]
    checkpoints: Sequence[int]
    listener: Any = None
    target_tokens: int = 0
    log: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in LOG})
    validation: list[float] = field(default_factory=list)
    traces: list[list[Trace]] = field(default_factory=list)
    translations: list[list[str]] = field(default_factory=list)

    def on_step(self, report: StepReport) -> None:
        for name in LOG:
            self.log[name].append(getattr(report, name))
        self.target_tokens = report.target_tokens
        if report.step in self.checkpoints:
            self.look(report.step)
        if self.listener is not None:
            self.listener.on_step(report)

    def on_validation(self, report: ValidationReport) -> None:
        """The trainer's own validation, at the end, is of nothing."""

    def look(self, step: int) -> None:
        """Translate the sentences, lead the model through their translations, and take the validation loss."""
        tokenizer = self.material.tokenizer
        self.model.eval()
        sources = [tokenizer.encode_source(pair.source) for pair in self.sentences]
        self.translations.append([tokenizer.decode(best.tokens) for best in decode_sorted(self.model, sources)])
        targets = [tokenizer.encode_target(pair.target) for pair in self.sentences]
        self.traces.append(
            [
                trace_tokens(self.model, tokenizer, source, target)
                for source, target in zip(sources, targets, strict=True)
            ]
        )
        self.validation.append(mean_loss(self.model, self.material.dev))
        self.model.train(step < self.checkpoints[-1])

    def run(self, facts: Mapping[str, Any]) -> RecordedRun:
        return RecordedRun(
            facts,
            {name: torch.tensor(values) for name, values in self.log.items()},
            tuple(self.checkpoints),
            tuple(self.validation),
            tuple(self._sentence(number) for number in range(len(self.sentences))),
        )

    def _sentence(self, number: int) -> RecordedSentence:
        pair, tokenizer = self.sentences[number], self.material.tokenizer
        traces = [each[number] for each in self.traces]
        said = torch.tensor(tokenizer.encode_target(pair.target)[1:])
        logits = torch.stack([trace["logits"] for trace in traces])
        return RecordedSentence(
            pair.source,
            pair.target,
            traces[0].source_tokens,
            traces[0].target_tokens,
            traces[0].output_tokens,
            tuple(each[number] for each in self.translations),
            tuple(tuple(tokenizer.tokens(row)) for row in logits.argmax(dim=-1).tolist()),
            -logits.log_softmax(dim=-1)[:, torch.arange(len(said)), said],
            {kind: torch.stack([all_layers(trace, kind, "weights") for trace in traces]) for kind in ATTENTION_KINDS},
        )


def save_run(path: Path, run: RecordedRun) -> None:
    """Write a run as one safetensors file: attention in 16 bits, texts in the file's metadata.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    tensors = {f"log.{name}": values.float() for name, values in run.log.items()}
    tensors["validation"] = torch.tensor(run.validation)
    texts: dict[str, Any] = {"facts": dict(run.facts), "steps": run.steps, "sentences": []}
    for number, sentence in enumerate(run.sentences):
        texts["sentences"].append({name: getattr(sentence, name) for name in _TEXTS})
        tensors[f"{number}.losses"] = sentence.losses.float()
        tensors |= {f"{number}.{kind}": weights.half().contiguous() for kind, weights in sentence.attention.items()}
    write_atomically(path, save(tensors, {"run": json.dumps(texts, ensure_ascii=False)}))


def load_run(path: Path) -> RecordedRun:
    """Read what `save_run` wrote.

    Raises:
        GlassformerError: if the file is missing, damaged or holds something else.
    """
    try:
        with safe_open(path, "pt") as file:
            texts = json.loads((file.metadata() or {})["run"])
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
            f"{path} is missing or no recorded run ({error}): copy it again, or make it with "
            "python -m transformer record-run."
        ) from error


_TEXTS = ("source", "target", "source_tokens", "target_tokens", "output_tokens", "translations", "guesses")


def _read_sentence(texts: Mapping[str, Any], number: int, tensors: Mapping[str, Tensor]) -> RecordedSentence:
    return RecordedSentence(
        texts["source"],
        texts["target"],
        tuple(texts["source_tokens"]),
        tuple(texts["target_tokens"]),
        tuple(texts["output_tokens"]),
        tuple(texts["translations"]),
        tuple(tuple(row) for row in texts["guesses"]),
        tensors[f"{number}.losses"],
        {kind: tensors[f"{number}.{kind}"].float() for kind in ATTENTION_KINDS},
    )
