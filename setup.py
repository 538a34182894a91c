"""What an installation holds beside the packages: the app and `assets/`, and a step of decoding, compiled.

The app goes into a wheel, in a folder that collides with nobody; a checkout and an editable install read its files
where they are. The step is compiled where there is a C compiler, and done without where there is none. All else is said
in pyproject.toml.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
INSTALLED = "glassformer_app"  # as transformer/assets.py looks for it
CARRIED = ("app.py", "pages", "assets", ".streamlit")
COMPILED = Path("transformer", "decoding", "compiled")
STEP = Extension(
    "transformer.decoding.compiled._step",  # as library.py looks for it
    [str(COMPILED / "step.c")],
    depends=[str(COMPILED / name) for name in ("step.h", "step_body.h", "kernels.h")],
    # Sums may be added up in another order, as every matrix product does; not a number stays not a number.
    extra_compile_args=["-O3", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"],
    libraries=[] if os.name == "nt" else ["m"],
    optional=True,
)
LEFT_OUT = ("screenshots", "__pycache__")  # pictures for the documents; what Python makes anew


def carried() -> Iterator[str]:
    """The files, each by its path from here."""
    for name in CARRIED:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            inside = path.relative_to(ROOT)
            if path.is_file() and not set(inside.parts) & set(LEFT_OUT):
                yield inside.as_posix()


class BuildWithApp(build_py):
    """The packages as usual, then what is carried."""

    def run(self) -> None:
        """Copy all; what an earlier build has left of the app goes first."""
        super().run()
        if self.editable_mode:
            return
        shutil.rmtree(self._app(), ignore_errors=True)
        for name in carried():
            target = self._app() / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """All that this command writes."""
        written = [] if self.editable_mode else [str(self._app() / name) for name in carried()]
        return [*super().get_outputs(include_bytecode), *written]

    def get_source_files(self) -> list[str]:
        """All that it reads: this also goes into a source distribution."""
        return [*super().get_source_files(), *carried()]

    def _app(self) -> Path:
        return Path(self.build_lib) / INSTALLED


setup(cmdclass={"build_py": BuildWithApp}, ext_modules=[STEP])
