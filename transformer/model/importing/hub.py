"""Models on huggingface.co, through the package `huggingface_hub`."""

from pathlib import Path

from transformer.errors import GlassformerError
from transformer.model.importing.checkpoint import CONFIG, LANGUAGES, PICKLED, README, SAFE

MISSING = "Importing from the Hub needs one more package: pip install 'glassformer[import]'."
_SMALL = (CONFIG, LANGUAGES, README, "vocab.json", "source.spm", "target.spm")


def downloaded(name: str) -> Path:
    """The folder with the files of a model, downloaded unless they are in the Hub's own cache.

    Args:
        name: such as "Helsinki-NLP/opus-mt-en-es".

    Raises:
        GlassformerError: if the package is missing, there is no such model or no network, or the disk is full.
    """
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import GatedRepoError, LocalEntryNotFoundError, RepositoryNotFoundError
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    try:
        folder = Path(snapshot_download(name, allow_patterns=[*_SMALL, SAFE]))
        if not (folder / SAFE).exists():
            snapshot_download(name, allow_patterns=PICKLED)
    except (GatedRepoError, RepositoryNotFoundError) as error:
        raise GlassformerError(f"There is no public model {name!r} on huggingface.co.") from error
    except LocalEntryNotFoundError as error:
        raise GlassformerError(
            f"huggingface.co can't be reached, and {name!r} isn't downloaded yet: try again with a network."
        ) from error
    except Exception as error:  # of the network's many kinds, and a full disk
        reason = " ".join(str(error).split())[:200]
        raise GlassformerError(f"{name!r} can't be downloaded: {reason or type(error).__name__}.") from error
    return folder
