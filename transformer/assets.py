"""Where to find the files that ship with the code: the models and corpora in `assets/`, and the app.

In a checkout, even one installed as editable, they are next to the packages. An installed wheel has them in
a separate folder, `glassformer_app`, because `assets` and `app` are names that other projects use as well.
"""

from pathlib import Path

INSTALLED = "glassformer_app"  # the name in setup.py


def home_beside(packages: Path) -> Path:
    """The folder that contains `assets/` and `app.py`.

    Args:
        packages: the folder that has `transformer/` and `viewer/`.
    """
    installed = packages / INSTALLED
    return installed if installed.is_dir() else packages


PACKAGES = Path(__file__).resolve().parents[1]
HOME = home_beside(PACKAGES)


def asset(*names: str) -> Path:
    """A file or folder in `assets/`, such as `asset("models", "en-fr")`."""
    return HOME.joinpath("assets", *names)
