"""The state from which a stopped run resumes: one safetensors file, replaced whole.

Weights, the optimisers' moments and the random state are tensors; the rest is JSON in the file's metadata.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor
from torch.optim import Optimizer

from transformer.corpora.encoding import EncodedPairs
from transformer.errors import TrainingError
from transformer.files import from_json, write_atomically
from transformer.model.translation_model import AnyConfig, TranslationModel
from transformer.training import parallel
from transformer.training.config import TrainingConfig

_FACTS = "progress"  # where the file's metadata has the `TrainingProgress`
_RANDOM = ("random_state", "random_state_of_gpu")  # a row for each process


@dataclass
class TrainingProgress:
    """The state of a run.

    Attributes:
        step: updates so far.
        epoch, batch: the next batch to take.
        target_tokens: trained on so far.
        seconds: spent training, over all resumes.
        validated: the last step after which the model was measured.
        checkpoints: file name, dev BLEU and dev loss of each kept checkpoint, best first.
        fingerprint: of everything that must not change when a run is resumed.
    """

    fingerprint: str
    step: int = 0
    epoch: int = 0
    batch: int = 0
    target_tokens: int = 0
    seconds: float = 0.0
    validated: int = 0
    checkpoints: list[tuple[str, float, float]] = field(default_factory=list)


def fingerprint(model_config: AnyConfig, config: TrainingConfig, parts: Sequence[tuple[EncodedPairs, float]]) -> str:
    """A hash of everything that a resumed run must have in common; precision can differ."""
    data = sha256()
    for pairs, weight in parts:
        data.update(repr(weight).encode())
        for rows in pairs.sides:
            data.update(rows.lengths.tobytes() + rows.ids.tobytes())
    training = {name: value for name, value in asdict(config).items() if name != "bfloat16"}
    options = json.dumps([model_config.to_dict(), training, data.hexdigest()], sort_keys=True)
    return sha256(options.encode()).hexdigest()[:16]


def save_state(
    path: Path,
    model: TranslationModel,
    optimizers: Sequence[Optimizer],
    state: TrainingProgress,
    random_states: Sequence[Tensor],
) -> None:
    """Write the state; the random ones are those of `parallel.random_states`."""
    owner = _owners(optimizers)
    tensors: dict[str, Tensor] = dict(zip(_RANDOM, random_states, strict=False))
    for name, parameter in model.named_parameters():
        tensors[f"model.{name}"] = parameter.detach().cpu()
        for moment, value in owner[parameter].state.get(parameter, {}).items():
            tensors[f"optimizer.{moment}.{name}"] = value.detach().cpu()
    write_atomically(path, save(tensors, {_FACTS: json.dumps(asdict(state))}))


def load_state(path: Path, model: TranslationModel, optimizers: Sequence[Optimizer], expected: str) -> TrainingProgress:
    """Restore model, optimisers and random generator of the run whose fingerprint is `expected`."""
    owner = _owners(optimizers)
    try:
        with safe_open(str(path), framework="pt") as file:
            state = TrainingProgress(**from_json((file.metadata() or {})[_FACTS]))
            if state.fingerprint != expected:
                raise TrainingError(
                    f"{path} belongs to a run with other options, other data or an earlier version: "
                    "resume it with the same, or choose another --out."
                )
            with torch.no_grad():
                for name, parameter in model.named_parameters():
                    parameter.copy_(file.get_tensor(f"model.{name}"))
                    owner[parameter].state[parameter] = {
                        key.split(".")[1]: file.get_tensor(key).to(parameter.device)
                        for key in file.keys()  # noqa: SIM118 (a safetensors file is no dict)
                        if key.startswith("optimizer.") and key.split(".", 2)[2] == name
                    }
            of_cpu, of_gpu = _RANDOM
            torch.set_rng_state(_own(file.get_tensor(of_cpu)))
            device = next(model.parameters()).device
            if device.type == "cuda" and of_gpu in file.keys():  # noqa: SIM118
                torch.cuda.set_rng_state(_own(file.get_tensor(of_gpu)), device)
    except (SafetensorError, OSError, KeyError, TypeError, RuntimeError, ValueError) as error:
        raise TrainingError(f"{path} is damaged ({error}): delete it to start again.") from error
    state.checkpoints = [(str(name), float(score), float(loss)) for name, score, loss in state.checkpoints]
    return state


def _own(states: Tensor) -> Tensor:
    """This process's random state; the first one's, if there was no such process or only that one was saved."""
    rows = torch.atleast_2d(states)
    return rows[parallel.rank() if parallel.rank() < len(rows) else 0].clone()  # PyTorch misreads a view of a row


def _owners(optimizers: Sequence[Optimizer]) -> dict[Tensor, Optimizer]:
    """The optimiser that updates each parameter."""
    return {
        parameter: optimizer
        for optimizer in optimizers
        for group in optimizer.param_groups
        for parameter in group["params"]
    }
