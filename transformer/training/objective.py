"""The training loss as a module: smoothed cross-entropy (section 5.4 of the paper)."""

from torch import Tensor, nn

from transformer.model.loss import translation_loss
from transformer.model.translation_model import TranslationModel


class Objective(nn.Module):
    """The model with its loss as `forward`, so that `DistributedDataParallel` can wrap it."""

    def __init__(self, model: TranslationModel, label_smoothing: float) -> None:
        super().__init__()
        self.model = model
        self.label_smoothing = label_smoothing

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Summed loss of a batch; source (B, S) and target (B, T + 1) are ids, see `translation_loss`."""
        return translation_loss(self.model, source, target, self.label_smoothing)
