"""What a training makes smaller: smoothed cross-entropy, and with R-Drop how far two predictions of a pair disagree."""

from torch import Tensor, nn

from transformer.model.loss import disagreement, smoothed_cross_entropy, translation_loss
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD


class Objective(nn.Module):
    """The model with its loss as `forward`, which is what `DistributedDataParallel` can wrap.

    Args:
        model: the one to train.
        label_smoothing: ε_ls of section 5.4 of the paper.
        r_drop: α of R-Drop (Liang et al. 2021, arXiv 2106.14448); 0 for a single pass.
    """

    def __init__(self, model: TranslationModel, label_smoothing: float, r_drop: float) -> None:
        super().__init__()
        self.model = model
        self.label_smoothing = label_smoothing
        self.r_drop = r_drop

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Summed loss of a batch: (B, S) and (B, T + 1) ids, see `translation_loss`."""
        if not self.r_drop:
            return translation_loss(self.model, source, target, self.label_smoothing)
        return self._loss_of_two_passes(source, target)

    def _loss_of_two_passes(self, source: Tensor, target: Tensor) -> Tensor:
        """½ (CE_1 + CE_2) + α/4 (KL(p_1 ‖ p_2) + KL(p_2 ‖ p_1)): R-Drop's loss, halved to the size of one pass.

        Both passes run as one batch, in which every pair stands twice and meets another dropout each time.
        """
        logits = self.model(source.repeat(2, 1), target[:, :-1].repeat(2, 1)).flatten(0, 1)
        first, second = logits.chunk(2)
        labels = target[:, 1:].flatten()
        both = smoothed_cross_entropy(logits, labels.repeat(2), self.label_smoothing, ignored=PAD)
        return both / 2 + self.r_drop / 4 * disagreement(first, second, labels != PAD)
