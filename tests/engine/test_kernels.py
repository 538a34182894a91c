"""kernels.wasm and fused.wasm are what kernels.c says they are."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from viewer.transport.modules import VIEWER

ROOM = VIEWER / "engine"
SOURCE = (ROOM / "kernels.c").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "more"), [("kernels.wasm", ()), ("fused.wasm", ("-mrelaxed-simd",))])
def test_the_kernels_were_compiled_from_their_source(name: str, more: tuple[str, ...], tmp_path: Path) -> None:
    (command,) = re.findall(r"(clang-\d+ --target.*?) -o kernels\.wasm", SOURCE, re.DOTALL)
    (version,) = re.findall(r"Compiler: (.*) \*/", SOURCE)
    compiler, *options = command.split()
    if shutil.which(compiler) is None or version not in subprocess.getoutput(f"{compiler} --version"):
        pytest.skip(f"{version} is not installed: apt-get install {compiler} {compiler.replace('clang', 'lld')}")
    made = tmp_path / name
    subprocess.run([compiler, *options, *more, "-o", made, "kernels.c"], cwd=ROOM, check=True)
    assert made.read_bytes() == (ROOM / name).read_bytes(), "compile it again, as kernels.c says"
