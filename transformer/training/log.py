"""How a run went, as rows of a CSV file: every tenth step and every validation."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from transformer.files import append, write_atomically
from transformer.training.reports import StepReport, ValidationReport

COLUMNS = (
    "step",
    "loss",
    "learning_rate",
    "gradient_norm",
    "target_tokens",
    "seconds",
    "dev_loss",
    "dev_bleu",
)
EVERY = 10  # steps


@dataclass(frozen=True)
class TrainingLog:
    """The log at `path`; a failed write is a `GlassformerError`."""

    path: Path

    def write_step(self, report: StepReport) -> None:
        """A row for every tenth step only."""
        if report.step % EVERY:
            return
        self._append(
            step=report.step,
            loss=f"{report.loss:.4f}",
            learning_rate=f"{report.learning_rate:.3e}",
            gradient_norm=f"{report.gradient_norm:.3f}",
            target_tokens=report.target_tokens,
            seconds=f"{report.seconds:.1f}",
        )

    def write_validation(self, report: ValidationReport, target_tokens: int) -> None:
        """Write a separate row."""
        self._append(
            step=report.step,
            target_tokens=target_tokens,
            seconds=f"{report.seconds:.1f}",
            dev_loss=f"{report.loss:.4f}",
            dev_bleu=f"{report.mean_bleu:.2f}",
        )

    def trim(self, step: int) -> None:
        """Drop the rows after the step from which the run resumes."""
        if not self.path.exists():
            return
        lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        steps = [line.partition(",")[0] for line in lines]
        kept = [line for line, of in zip(lines, steps, strict=True) if of.isdigit() and int(of) <= step]
        if kept:
            write_atomically(self.path, "\n".join([lines[0], *kept, ""]).encode())
        else:
            self.path.unlink()

    def _append(self, **row: object) -> None:
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
        if not self.path.exists():
            writer.writeheader()
        writer.writerow(row)
        append(self.path, text.getvalue())
