"""A translator from a model folder, of the kind that the folder holds."""

from pathlib import Path
from typing import Literal, TypeAlias, overload

import torch

from transformer.errors import ModelFolderError
from transformer.model.folder import load_model
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.translator.recurrent_translator import RecurrentTranslator
from transformer.translator.translator import Translator

RecurrentName: TypeAlias = Literal["en-fr-gru", "en-fr-gru-backwards", "en-fr-bahdanau"]


def load_any(name: str | Path, device: torch.device | str = "cpu") -> Translator | RecurrentTranslator:
    """A shipped model by its name, or a model folder by its path, whichever kind of model it is.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    folder = load_model(name, device)
    return RecurrentTranslator(folder) if isinstance(folder.model, RecurrentNetwork) else Translator(folder)


# A name of the first kind is a `str` too: Python asks the first that fits.
@overload
def load(  # type: ignore[overload-overlap]
    name: RecurrentName, device: torch.device | str = "cpu"
) -> RecurrentTranslator: ...
@overload
def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> Translator: ...
def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> Translator | RecurrentTranslator:
    """As `load_any`, for who knows by the name which kind it is: of the names of shipped recurrent models one of them.

    Raises:
        ModelFolderError: as `load_any`.
    """
    return load_any(name, device)


def load_transformer(name: str | Path, device: torch.device | str = "cpu") -> Translator:
    """As `load_any`, where nothing but a Transformer will do.

    Raises:
        ModelFolderError: as `load_any`, and if it is a recurrent network.
    """
    translator = load_any(name, device)
    if isinstance(translator, RecurrentTranslator):
        raise ModelFolderError(f"{str(name)!r} is a recurrent network: what is asked here takes a Transformer.")
    return translator
