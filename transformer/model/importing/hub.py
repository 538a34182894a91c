"""Models on huggingface.co, through the package `huggingface_hub`."""

from pathlib import Path

from transformer.errors import GlassformerError
from transformer.model.importing.checkpoint import CONFIG, GENERATION, INDEX, LANGUAGES, PICKLED, README, SAFE

MISSING = "Importing from the Hub needs one more package: pip install 'glassformer[import]'."
_SMALL = (CONFIG, GENERATION, LANGUAGES, README, "vocab.json", "source.spm", "target.spm")


def download_model(name: str, revision: str | None = None) -> Path:
    """The folder with the files of a model, downloaded unless they are in the Hub's own cache, which names it after the
    commit.

    Args:
        name: such as "Helsinki-NLP/opus-mt-en-es". revision: a branch, tag or commit; the main branch by default.

    Raises:
        GlassformerError: if the package is missing, there is no such model or no network, or the disk is full.
    """
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import LocalEntryNotFoundError
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    try:
        folder = Path(snapshot_download(name, revision=revision, allow_patterns=[*_SMALL, *_weights(SAFE)]))
        if not any((folder / each).exists() for each in (SAFE, f"{SAFE}{INDEX}")):
            snapshot_download(name, revision=revision, allow_patterns=_weights(PICKLED))
    except LocalEntryNotFoundError as error:
        raise GlassformerError(
            f"huggingface.co can't be reached, and {name!r} isn't downloaded yet: try again with a network."
        ) from error
    except Exception as error:  # of the network's many kinds, and a full disk
        raise GlassformerError(_why_not(name, revision, error)) from error
    return folder


def _weights(whole: str) -> list[str]:
    """The patterns of a file of weights, whole or in parts."""
    stem, _, kind = whole.rpartition(".")
    return [whole, f"{whole}{INDEX}", f"{stem}-?????-of-?????.{kind}"]


def _why_not(name: str, revision: str | None, error: Exception) -> str:
    """The reason in one sentence; the Hub says of what is private that it isn't there."""
    from huggingface_hub import get_token
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

    status = getattr(getattr(error, "response", None), "status_code", None)
    if isinstance(error, GatedRepoError):
        return f"{name!r} is open only to those who accepted its terms: do so on huggingface.co, and set HF_TOKEN."
    if status == 401 and get_token():
        return "huggingface.co refuses your token, as one that has expired: renew it, or unset HF_TOKEN."
    if isinstance(error, RevisionNotFoundError):
        return f"{name!r} on huggingface.co has no branch, tag or commit {revision!r}."
    if isinstance(error, RepositoryNotFoundError) or status == 401:
        return f"There is no public model {name!r} on huggingface.co."
    reason = " ".join(str(error).split())[:200]
    return f"{name!r} can't be downloaded: {reason or type(error).__name__}."
