"""What turns gradients into updates: Adam as in the paper (section 5.3), or Muon for the matrices inside the layers."""

from torch import nn
from torch.optim import Adam, Muon, Optimizer

from transformer.devices import multiplies_bfloat16
from transformer.model.translation_model import TranslationModel
from transformer.training.config import TrainingConfig
from transformer.training.muon import Float32Muon


def make_optimizers(model: TranslationModel, config: TrainingConfig) -> list[Optimizer]:
    """One optimiser, or two that share the model's parameters between them; all follow the same learning rate.

    "adam": Adam with β_1 = 0.9, β_2 = 0.98, ε = 10^-9 for everything, as the paper has it.

    "muon": the matrices between embedding and output by Muon (Jordan 2024, https://kellerjordan.github.io/posts/muon):
    the momentum of a matrix's gradient, with all its singular values brought to about 1, so that an update moves
    every direction alike. Scaled to the length of Adam's updates (Liu et al. 2025, arXiv 2502.16982), so that one
    learning rate serves both. Embeddings, biases and LayerNorms stay with Adam. PyTorch's Muon computes in bfloat16;
    where the device only imitates that, `Float32Muon` takes its place.
    """
    matrices: list[nn.Parameter] = []
    if config.optimizer == "muon":
        matrices = model.inner_matrices()
    chosen = {id(parameter) for parameter in matrices}
    others = [parameter for parameter in model.parameters() if id(parameter) not in chosen]
    optimizers: list[Optimizer] = [Adam(others, betas=(0.9, 0.98), eps=1e-9, fused=True)]
    if matrices:
        quick = multiplies_bfloat16(matrices[0].device)
        optimizers.append(
            Muon(matrices, weight_decay=0.0, adjust_lr_fn="match_rms_adamw") if quick else Float32Muon(matrices)
        )
    return optimizers
