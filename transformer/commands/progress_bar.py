"""The line that a training draws on the terminal."""

from tqdm import tqdm

from transformer.training import parallel
from transformer.training.reports import StepReport, ValidationReport


class ProgressBar:
    """A listener that draws one line: loss, tokens per second, time left; each validation gets a line of its own.

    Args:
        steps: of the whole training.
    """

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._bar: tqdm | None = None
        self._begun: tuple[float, int] | None = None

    def on_step(self, report: StepReport) -> None:
        """Advance the bar."""
        if not parallel.is_first():
            return
        if self._bar is None or self._begun is None:
            self._bar = tqdm(
                total=self._steps, initial=report.step - 1, unit="step", dynamic_ncols=True, smoothing=0.05
            )
            self._begun = (report.seconds, report.target_tokens)
        seconds, tokens = report.seconds - self._begun[0], report.target_tokens - self._begun[1]
        speed = f"{tokens / seconds:,.0f} tokens/s" if seconds > 1 else ""
        self._bar.set_postfix_str(f"loss {report.loss:.3f}, {speed}", refresh=False)
        self._bar.update()

    def on_validation(self, report: ValidationReport) -> None:
        """Print the scores above the bar."""
        scores = ", ".join(f"{name} {bleu:.1f}" for name, bleu in report.bleu.items())
        tqdm.write(
            f"step {report.step}: dev loss {report.loss:.3f}, BLEU {scores}, {report.exact:.1f}% exact "
            f"(after {report.seconds / 60:.1f} min)"
        )

    def close(self) -> None:
        """Leave the bar as it is and start a new line."""
        if self._bar is not None:
            self._bar.close()
