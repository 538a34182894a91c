"""A folder with a model as Hugging Face's `transformers` writes it."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from transformer.errors import ModelFolderError
from transformer.files import read_json

CONFIG, GENERATION, README = "config.json", "generation_config.json", "README.md"
LANGUAGES = "tokenizer_config.json"
# Weights in one file, or in several with an index of them; the safer kind first.
SAFE, PICKLED = "model.safetensors", "pytorch_model.bin"
INDEX = ".index.json"
NOT_STATED = "not stated where the model came from"
_LICENCE = re.compile(r"\A---\n.*?^license:[ \t]*(?:\n[ \t]*-[ \t]*)?[\"']?([^\s\"']+)", re.DOTALL | re.MULTILINE)
_POINTER = b"version https://git-lfs.github.com/spec/"
_PAIR = re.compile(r"-([a-z]{2,3})-([a-z]{2,3})$")  # opus-mt-en-es
_UNKNOWN = "und"  # the code of an undetermined language


@dataclass(frozen=True)
class Checkpoint:
    """Such a folder, and the name under which it was found."""

    folder: Path
    name: str

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The configuration, with what newer versions write into a file of its own, such as the special ids."""
        apart = self.json(GENERATION) if (self.folder / GENERATION).exists() else {}
        return {**apart, **{name: value for name, value in self.json(CONFIG).items() if value is not None}}

    def check_downloaded(self) -> None:
        """Refuse a clone without Git LFS, which has pointers in place of the large files.

        Raises:
            ModelFolderError: naming the first such file.
        """
        for path in sorted(self.folder.iterdir()):
            if path.is_file() and path.stat().st_size < 1024 and path.read_bytes().startswith(_POINTER):
                raise ModelFolderError(
                    f"{path} is only Git LFS's pointer to the file: run 'git lfs pull' in {self.folder} to get it."
                )

    def json(self, name: str) -> dict[str, Any]:
        """An object in one of its JSON files.

        Raises:
            ModelFolderError: if the file is missing, damaged or not an object.
        """
        path = self.folder / name
        try:
            values = read_json(path)
        except FileNotFoundError:
            raise ModelFolderError(f"{path} is missing: this isn't a whole model in Hugging Face's format.") from None
        except (OSError, ValueError) as error:
            raise ModelFolderError(f"{path} is damaged ({error}): download it again.") from error
        if not isinstance(values, dict):
            raise ModelFolderError(f"{path} holds no JSON object: download it again.")
        return values

    def tensors(self) -> dict[str, Tensor]:
        """The weights by name, from one file or several; of a pickle, only what `weights_only` lets through.

        Raises:
            ModelFolderError: if they are missing or damaged.
        """
        for whole in (SAFE, PICKLED):
            if (self.folder / whole).exists():
                return _read(self.folder / whole)
            if (self.folder / f"{whole}{INDEX}").exists():
                return {name: value for part in self._parts(f"{whole}{INDEX}") for name, value in _read(part).items()}
        raise ModelFolderError(f"{self.folder} has no weights ({SAFE} or {PICKLED}): download the model again.")

    def _parts(self, index: str) -> list[Path]:
        """The files that hold the weights together."""
        of_tensors = self.json(index).get("weight_map")
        names = {*of_tensors.values()} if isinstance(of_tensors, dict) else set[str]()
        if not names or not all(isinstance(each, str) and Path(each).name == each for each in names):
            raise ModelFolderError(
                f"{self.folder / index} doesn't say which files hold the weights: download it again."
            )
        return [self.folder / each for each in sorted(names)]

    @property
    def languages(self) -> tuple[str, str]:
        """The codes of source and target, as far as they are known."""
        written = self.json(LANGUAGES) if (self.folder / LANGUAGES).exists() else {}
        found = _PAIR.search(self.name)
        named = found.groups() if found else (_UNKNOWN, _UNKNOWN)
        source, target = (written.get(f"{side}_lang") for side in ("source", "target"))
        return str(source or named[0]), str(target or named[1])

    @property
    def licence(self) -> str:
        """The licence that its README states."""
        path = self.folder / README
        found = _LICENCE.search(path.read_text(encoding="utf-8-sig", errors="replace")) if path.exists() else None
        return found[1] if found else NOT_STATED


def _read(path: Path) -> dict[str, Tensor]:
    try:
        if path.suffix == ".safetensors":
            return load_file(path)
        found = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise ModelFolderError(f"{path}, a part of the weights, is missing: download the model again.") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelFolderError(f"{path} is truncated or damaged ({error}): download it again.") from error
    except Exception as error:  # whatever a damaged or hostile pickle leads to
        raise ModelFolderError(f"{path} is damaged, or holds more than weights: it was not opened.") from error
    if not isinstance(found, dict) or not all(isinstance(value, Tensor) for value in found.values()):
        raise ModelFolderError(f"{path} doesn't hold a model's weights by name.")
    return found
