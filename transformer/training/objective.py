"""What a training makes smaller: smoothed cross-entropy; with R-Drop how far two predictions of a pair disagree; and
on request the expected risk of the model's own translations.
"""

from torch import Tensor, nn

from transformer.model.loss import disagreement, smoothed_cross_entropy, translation_loss
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD
from transformer.training.risk import expected_risk


class Objective(nn.Module):
    """The model with its loss as `forward`, which is what `DistributedDataParallel` can wrap.

    Args:
        model: the one to train.
        label_smoothing: ε_ls of section 5.4 of the paper.
        r_drop: α of R-Drop (Liang et al. 2021, arXiv 2106.14448); 0 for a single pass.
        risk: how much the expected risk weighs beside the rest; 0 for none.
    """

    def __init__(self, model: TranslationModel, label_smoothing: float, r_drop: float = 0.0, risk: float = 0.0) -> None:
        super().__init__()
        self.model = model
        self.label_smoothing = label_smoothing
        self.r_drop = r_drop
        self.risk = risk

    def forward(self, source: Tensor, target: Tensor, judged: tuple[Tensor, Tensor] | None = None) -> Tensor:
        """Summed loss of a batch.

        Args:
            source: (B, S) and target: (B, T + 1) ids, see `translation_loss`.
            judged: the model's own translations and their rewards, see `find_candidates`; asked for where risk counts.
        """
        if self.r_drop:
            loss = self._loss_of_two_passes(source, target)
        else:
            loss = translation_loss(self.model, source, target, self.label_smoothing)
        return loss if judged is None else loss + self.risk * self._summed_risk(source, target, *judged)

    def _summed_risk(self, source: Tensor, target: Tensor, candidates: Tensor, rewards: Tensor) -> Tensor:
        """Each sentence's risk as often as its reference has tokens: a mean per token, as of cross-entropy."""
        assert isinstance(self.model, Transformer), "a recurrent network is trained without risk"
        tokens = (target[:, 1:] != PAD).sum(dim=-1)
        return (tokens * expected_risk(self.model, source, candidates, rewards)).sum()

    def _loss_of_two_passes(self, source: Tensor, target: Tensor) -> Tensor:
        """½ (CE_1 + CE_2) + α/4 (KL(p_1 ‖ p_2) + KL(p_2 ‖ p_1)): R-Drop's loss, halved to the size of one pass.

        Both passes run as one batch, in which every pair stands twice and meets another dropout each time.
        """
        logits = self.model(source.repeat(2, 1), target[:, :-1].repeat(2, 1)).flatten(0, 1)
        first, second = logits.chunk(2)
        labels = target[:, 1:].flatten()
        both = smoothed_cross_entropy(logits, labels.repeat(2), self.label_smoothing, ignored=PAD)
        return both / 2 + self.r_drop / 4 * disagreement(first, second, labels != PAD)
