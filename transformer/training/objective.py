"""The training loss: smoothed cross-entropy, and optionally the risk of the model's own translations."""

from torch import Tensor, nn

from transformer.model.loss import translation_loss
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD
from transformer.training.risk import expected_risk


class Objective(nn.Module):
    """The model with its loss as `forward`, so that `DistributedDataParallel` can wrap it."""

    def __init__(self, model: TranslationModel, label_smoothing: float, risk: float = 0.0) -> None:
        super().__init__()
        self.model = model
        self.label_smoothing = label_smoothing
        self.risk = risk

    def forward(self, source: Tensor, target: Tensor, judged: tuple[Tensor, Tensor] | None = None) -> Tensor:
        """Summed loss of a batch.

        Args:
            source: (B, S) and target: (B, T + 1) ids, see `translation_loss`.
            judged: the model's own translations and their rewards, see `find_candidates`; needed only with risk.
        """
        loss = translation_loss(self.model, source, target, self.label_smoothing)
        return loss if judged is None else loss + self.risk * self._summed_risk(source, target, *judged)

    def _summed_risk(self, source: Tensor, target: Tensor, candidates: Tensor, rewards: Tensor) -> Tensor:
        """The risk of each sentence times its reference's tokens, so that it counts like cross-entropy per token."""
        assert isinstance(self.model, Transformer), "a recurrent network is trained without risk"
        tokens = (target[:, 1:] != PAD).sum(dim=-1)
        return (tokens * expected_risk(self.model, source, candidates, rewards)).sum()
