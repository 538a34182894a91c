"""Training (section 5 of the paper): batches in, a better model out, at any moment ready to be killed and resumed.

The trainer knows nothing of files of text, progress bars or pages: it is given encoded pairs, and tells a `Listener`
what happens.
"""

import contextlib
import csv
import io
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from transformer.corpora.encoding import EncodedPair, collate
from transformer.decoding.batches import decode_sorted
from transformer.devices import keep_freed_memory
from transformer.errors import TrainingError
from transformer.evaluation.held_out_loss import mean_loss
from transformer.evaluation.scores import score_translations
from transformer.files import append, write_atomically
from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import parallel
from transformer.training.batching import EpochSampler
from transformer.training.config import TrainingConfig, learning_rate
from transformer.training.objective import Objective
from transformer.training.optimizers import make_optimizers
from transformer.training.piece_dropout import PieceDropout, token_halves
from transformer.training.state import Progress, load_state, save_state

STATE_FILE = "state.safetensors"
LOG_FILE = "log.csv"


@dataclass(frozen=True)
class StepReport:
    """One update of the weights. `loss` is the objective in nats per target token, smoothed labels included."""

    step: int
    steps: int
    loss: float
    learning_rate: float
    gradient_norm: float
    target_tokens: int
    seconds: float


@dataclass(frozen=True)
class ValidationReport:
    """One look at the held-out pairs: loss in nats per token, and greedy BLEU of each corpus and their mean."""

    step: int
    loss: float
    bleu: Mapping[str, float]
    seconds: float

    @property
    def mean_bleu(self) -> float:
        """Mean over the corpora."""
        return sum(self.bleu.values()) / max(1, len(self.bleu))


class Listener(Protocol):
    """Whoever wants to know how a run goes."""

    def on_step(self, report: StepReport) -> None:
        """After each update."""

    def on_validation(self, report: ValidationReport) -> None:
        """After each validation."""


class Trainer:
    """One run in one folder.

    Args:
        model: on its device.
        tokenizer: for the BLEU of a validation.
        train: encoded pairs of each corpus, with its weight.
        dev: held-out pairs by corpus, with the plain reference sentences.
        config: options of the run.
        folder: for the state, the log and the checkpoints.
        listener: told of every step and validation.
    """

    def __init__(
        self,
        model: Transformer,
        tokenizer: SubwordTokenizer,
        train: Sequence[tuple[Sequence[EncodedPair], float]],
        dev: Mapping[str, tuple[Sequence[EncodedPair], Sequence[str]]],
        config: TrainingConfig,
        folder: Path,
        listener: Listener,
    ) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self.dev = dev
        self.config = config
        self.folder = folder
        self.listener = listener
        self.device = next(model.parameters()).device
        self.optimizers = make_optimizers(model, config)
        spell = PieceDropout(token_halves(tokenizer), config.piece_dropout, model.config.max_length)
        self.sampler = EpochSampler(
            train, config.batch_tokens, config.hasty_share, config.seed, spell if config.piece_dropout else None
        )
        self.progress = Progress(self._fingerprint(train))
        objective = Objective(model, config.label_smoothing, config.r_drop)
        self.objective = DistributedDataParallel(objective) if parallel.world_size() > 1 else objective

    def resume(self) -> bool:
        """Go on where the folder's state stands; False if there is none.

        Raises:
            TrainingError: if the state is damaged or belongs to another run.
        """
        path = self.folder / STATE_FILE
        if not path.exists():
            return False
        self.progress = load_state(path, self.model, self.optimizers, self.progress.fingerprint)
        return True

    def run(self) -> None:
        """Train to the last step.

        Raises:
            TrainingError: if the loss is no finite number; the state saved before stays.
        """
        config, progress = self.config, self.progress
        keep_freed_memory()
        self._trim_log()
        self.model.train()
        begun = time.monotonic() - progress.seconds
        batches = self.sampler.batches(progress.epoch, progress.batch)
        while progress.step < config.steps:
            progress.epoch, progress.batch, pairs = next(batches)
            report = self._update(pairs, begun)
            progress.batch += 1
            self.listener.on_step(report)
            self._write_log(report, None)
            last = progress.step == config.steps
            if progress.step % config.validate_every == 0 or last:
                self._validate(begun)
            if progress.step % config.save_every == 0 or last:
                self._save()
        self.model.eval()

    def average_best(self) -> int:
        """Set the model's weights to the mean of the best checkpoints; returns how many those are.

        Raises:
            TrainingError: if one of them is missing or damaged.
        """
        best = self.progress.checkpoints[: self.config.average]
        states = [_read_checkpoint(self.folder / name, self.model) for name, _ in best]
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                parameter.copy_(torch.stack([state[name] for state in states]).mean(dim=0))
        return len(states)

    def _update(self, pairs: Sequence[EncodedPair], begun: float) -> StepReport:
        """One step of Adam on one batch; with several processes, each takes every n-th pair of it."""
        config, progress = self.config, self.progress
        progress.step += 1
        rate = learning_rate(progress.step, config, self.model.config.d_model)
        for group in (group for optimizer in self.optimizers for group in optimizer.param_groups):
            group["lr"] = rate
        batch_tokens = sum(len(pair.target) - 1 for pair in pairs)
        share = parallel.own_share(pairs)
        # Every process must take part in exchanging gradients: one without a pair adds a gradient of zero.
        summed = self._backward(share or pairs[:1], 1 / batch_tokens if share else 0.0)
        loss = parallel.sum_over_processes(summed) / batch_tokens
        if not math.isfinite(loss):
            raise TrainingError(
                f"The loss became {loss} at step {progress.step}: lower --peak (now {config.peak}) "
                "or lengthen --warmup, and begin again or --resume from the last state."
            )
        gradient_norm = nn.utils.clip_grad_norm_(self.model.parameters(), config.clip).item()
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        progress.target_tokens += batch_tokens
        progress.seconds = time.monotonic() - begun
        return StepReport(
            progress.step, config.steps, loss, rate, gradient_norm, progress.target_tokens, progress.seconds
        )

    def _backward(self, pairs: Sequence[EncodedPair], weight: float) -> float:
        """Gradients of this process's share of the batch's mean loss; returns its summed loss.

        Args:
            pairs: the share.
            weight: 1 / target tokens of the whole batch; 0 to take part without contributing.
        """
        batch = collate(pairs)
        with self._autocast():
            summed = self.objective(batch.source.to(self.device), batch.target.to(self.device))
        # DistributedDataParallel takes the mean over processes; the sum is wanted.
        (summed * (parallel.world_size() * weight)).backward()
        return float(summed.item()) if weight else 0.0

    def _autocast(self) -> contextlib.AbstractContextManager[object]:
        if not self.config.bfloat16:
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=torch.bfloat16)

    def _validate(self, begun: float) -> None:
        if not parallel.is_first():
            return
        self.model.eval()
        bleu, losses, tokens = {}, 0.0, 0
        for name, (pairs, references) in self.dev.items():
            hypotheses = decode_sorted(self.model, [pair.source for pair in pairs])
            translations = [self.tokenizer.decode(hypothesis.tokens) for hypothesis in hypotheses]
            bleu[name] = score_translations(translations, references).bleu
            count = sum(len(pair.target) - 1 for pair in pairs)
            losses, tokens = losses + mean_loss(self.model, pairs) * count, tokens + count
        self.model.train()
        self.progress.seconds = time.monotonic() - begun
        report = ValidationReport(self.progress.step, losses / max(1, tokens), bleu, self.progress.seconds)
        self._keep_checkpoint(report.mean_bleu)
        self._write_log(None, report)
        self.listener.on_validation(report)

    def _keep_checkpoint(self, score: float) -> None:
        name = f"checkpoint-{self.progress.step}.safetensors"
        weights = {key: value.detach().cpu() for key, value in self.model.named_parameters()}
        write_atomically(self.folder / name, save_tensors(weights))
        # Of equally good ones the latest is first.
        ranked = sorted([(name, score), *self.progress.checkpoints], key=lambda item: -item[1])
        self.progress.checkpoints = ranked[: self.config.average]
        # The state must never name a checkpoint that is gone: save it before the others are removed.
        self._save()
        for dropped, _ in ranked[self.config.average :]:
            (self.folder / dropped).unlink(missing_ok=True)

    def _save(self) -> None:
        if parallel.is_first():
            save_state(self.folder / STATE_FILE, self.model, self.optimizers, self.progress)

    def _write_log(self, step: StepReport | None, validation: ValidationReport | None) -> None:
        """Append a row to the log: every tenth step, and every validation."""
        if not parallel.is_first() or (step is not None and step.step % 10):
            return
        row = {
            "step": self.progress.step,
            "loss": f"{step.loss:.4f}" if step else "",
            "learning_rate": f"{step.learning_rate:.3e}" if step else "",
            "gradient_norm": f"{step.gradient_norm:.3f}" if step else "",
            "target_tokens": self.progress.target_tokens,
            "seconds": f"{self.progress.seconds:.1f}",
            "dev_loss": f"{validation.loss:.4f}" if validation else "",
            "dev_bleu": f"{validation.mean_bleu:.2f}" if validation else "",
        }
        path = self.folder / LOG_FILE
        text = io.StringIO()
        writer = csv.DictWriter(text, row, lineterminator="\n")
        if not path.exists():
            writer.writeheader()
        writer.writerow(row)
        append(path, text.getvalue())

    def _trim_log(self) -> None:
        """Drop the rows after the step that the run begins with, so that no step is logged twice."""
        path = self.folder / LOG_FILE
        if not path.exists() or not parallel.is_first():
            return
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        steps = [line.partition(",")[0] for line in lines]
        kept = [
            line for line, step in zip(lines, steps, strict=True) if step.isdigit() and int(step) <= self.progress.step
        ]
        if kept:
            write_atomically(path, "\n".join([lines[0], *kept, ""]).encode())
        else:
            path.unlink()

    def _fingerprint(self, train: Sequence[tuple[Sequence[EncodedPair], float]]) -> str:
        """What must be the same for a resumed run to be the same run; the precision may differ, as machines do."""
        data = sha256()
        for pairs, weight in train:
            data.update(repr((len(pairs), weight)).encode())
            for pair in pairs:
                data.update(repr(pair).encode())
        training = {name: value for name, value in self.config.to_dict().items() if name != "bfloat16"}
        options = json.dumps([asdict(self.model.config), training, data.hexdigest()], sort_keys=True)
        return sha256(options.encode()).hexdigest()[:16]


def _read_checkpoint(path: Path, model: Transformer) -> dict[str, Tensor]:
    try:
        state = load_tensors(path.read_bytes())
        if {name: value.shape for name, value in state.items()} != {n: p.shape for n, p in model.named_parameters()}:
            raise ValueError("it belongs to another model")
    except (SafetensorError, OSError, ValueError) as error:
        raise TrainingError(f"The checkpoint {path} cannot be read ({error}): train again in a new --out.") from error
    return state
