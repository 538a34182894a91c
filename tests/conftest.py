"""What all tests share: one torch thread, fixed seeds, and a tiny model folder made once.

What takes long to import is imported where it is used, here and in the other files of this name: the process that
hands out the tests reads them all and needs nothing of it.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pandas  # noqa: F401 - looks for a package called bottleneck, before a folder of tests is found in its place
import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["app_fixtures"]

settings.register_profile(
    "glassformer", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=25
)
# For an hour by hand, `make faults`: other examples every time; what is found is kept and tried first from then on.
settings.register_profile(
    "hour", settings.get_profile("glassformer"), derandomize=False, max_examples=20_000, print_blob=True
)
settings.load_profile("glassformer")


@pytest.fixture(autouse=True)
def _one_thread_and_a_fixed_seed() -> None:
    """Start every test alike, whatever the one before it has set."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)


@pytest.fixture(scope="session")
def tiny_tokenizer():
    """A vocabulary learned from the sentences in `tiny`."""
    from tiny import PAIRS

    from transformer.text.tokenizer import SubwordTokenizer

    return SubwordTokenizer.train([text for pair in PAIRS * 5 for text in pair], 160)


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> Path:
    """An untrained model's folder; copy it before you change a file of it."""
    import torch
    from tiny import tiny_model

    from transformer.model.folder import save_model

    folder = tmp_path_factory.mktemp("models") / "tiny-model"
    model = tiny_model(seed=5, vocabulary_size=tiny_tokenizer.size, max_length=48)
    counts = torch.arange(tiny_tokenizer.size)
    card = {"source_language": "en", "target_language": "fr", "longest_usual_source": 20, "scores": []}
    save_model(folder, model, tiny_tokenizer, counts, card)
    return folder


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(tiny_folder, tmp_path / "copied-model"))


@pytest.fixture(scope="session")
def comparison_folder(tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> Path:
    """A folder of untrained models under the names of those that come with the project to be compared."""
    import torch
    from tiny import tiny_config, tiny_model

    from transformer.model.building import build
    from transformer.model.folder import save_model
    from transformer.model.recurrent.config import RecurrentConfig

    folder = tmp_path_factory.mktemp("models") / "before"
    card = {"source_language": "en", "target_language": "fr", "scores": []}
    torch.manual_seed(7)
    size = tiny_tokenizer.size
    models = {
        "en-fr-gru": build(RecurrentConfig(size, 6, 7, 8, "none", 5, max_length=128)),
        "en-fr-gru-backwards": build(RecurrentConfig(size, 6, 7, 8, "none", 5, backwards=True, max_length=128)),
        "en-fr-bahdanau": build(RecurrentConfig(size, 6, 7, 8, "additive", 9, max_length=128)),
        "en-fr-same-time": tiny_model(seed=6, vocabulary_size=size, max_length=128),
    }
    for name, model in models.items():
        save_model(folder / name, model, tiny_tokenizer, torch.full((size,), 10), card)
    later = tiny_config(encoder_layers=0, norm="pre", vocabulary_size=size, max_length=128)
    after = folder.with_name("after") / "en-fr-one-stack"
    save_model(after, build(later), tiny_tokenizer, torch.full((size,), 10), card)
    return folder


@pytest.fixture
def comparison_models(monkeypatch: pytest.MonkeyPatch, comparison_folder: Path) -> Iterator[Path]:
    """The untrained models in place of those that come with the project; what was computed of either is forgotten."""
    import streamlit

    from viewer.app import budget

    def forget() -> None:
        streamlit.cache_resource.clear()
        budget.clear()

    monkeypatch.setattr("transformer.model.folder.COMPARISON_MODELS", comparison_folder)
    monkeypatch.setattr("transformer.model.folder.LATER_MODELS", comparison_folder.with_name("after"))
    forget()
    yield comparison_folder
    forget()


@pytest.fixture
def tiny_vectors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of random word vectors in place of those that ship."""
    import torch

    from transformer.training.word_vectors.vectors import WordVectors, save_vectors

    words = [
        *("the", "a", "dog", "cat", "dogs", "cats", "sees", "eats", "bread"),
        *("water", "small", "man", "king", "woman", "queen", "red", "blue", "green"),
    ]
    folder = tmp_path / "assets" / "word_vectors"
    folder.mkdir(parents=True)
    chance = torch.Generator().manual_seed(9)
    for kind in ("skip-gram", "cbow"):
        tables = [torch.randn(len(words), 6, generator=chance) for _ in range(2)]
        counts = torch.arange(len(words), 0, -1)
        save_vectors(folder / f"{kind}.safetensors", WordVectors(words, *tables, counts))
    monkeypatch.setattr("viewer.pictures.before.word_vectors.shipped.FOLDER", folder)
    return folder
