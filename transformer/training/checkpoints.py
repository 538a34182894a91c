"""The best weights of a run, as files, and their mean, which becomes the model.

Some of the difference between checkpoints is random, and averaging cancels it (Wortsman et al. 2022, arXiv 2203.05482).
"""

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from transformer.errors import TrainingError
from transformer.files import write_atomically
from transformer.model.translation_model import TranslationModel

Ranking = list[tuple[str, float, float]]  # file name, score and loss of each checkpoint, the best first


@dataclass(frozen=True)
class Checkpoints:
    """The checkpoints in a run's folder, at most `most`; the run's state lists the valid ones."""

    folder: Path
    most: int

    def add(self, model: TranslationModel, step: int, score: float, loss: float, before: Ranking) -> Ranking:
        """Write the model's weights and return the new ranking: by score, then by loss; then the latest comes first."""
        name = f"checkpoint-{step}.safetensors"
        weights = {key: value.detach().cpu() for key, value in model.named_parameters()}
        write_atomically(self.folder / name, save_tensors(weights))
        others = [item for item in before if item[0] != name]
        return sorted([(name, score, loss), *others], key=lambda item: (-item[1], item[2]))[: self.most]

    def remove_all_but(self, kept: Ranking) -> None:
        """Remove the files of all other checkpoints."""
        names = {name for name, *_ in kept}
        for path in self.folder.glob("checkpoint-*.safetensors"):
            if path.name not in names:
                path.unlink(missing_ok=True)

    def set_to_mean(self, model: TranslationModel, kept: Ranking) -> int:
        """Set the model's weights to the mean of the kept checkpoints; return how many there are."""
        states = [_read(self.folder / name, model) for name, *_ in kept[: self.most]]
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                parameter.copy_(torch.stack([state[name] for state in states]).mean(dim=0))
        return len(states)


def _read(path: Path, model: TranslationModel) -> dict[str, Tensor]:
    try:
        state = load_tensors(path.read_bytes())
        if {name: value.shape for name, value in state.items()} != {n: p.shape for n, p in model.named_parameters()}:
            raise ValueError("it belongs to another model")
    except (SafetensorError, OSError, ValueError) as error:
        raise TrainingError(f"The checkpoint {path} cannot be read ({error}): train again in a new --out.") from error
    return state
