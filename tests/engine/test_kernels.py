"""kernels.wasm is what kernels.c says it is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from viewer.transport.modules import VIEWER

ROOM = VIEWER / "engine"
SOURCE = (ROOM / "kernels.c").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_kernels_were_compiled_from_their_source(tmp_path: Path) -> None:
    command = re.search(r"(clang --target.*?) -o kernels\.wasm", SOURCE, re.DOTALL)
    version = re.search(r"Compiler: (.*) \*/", SOURCE)
    assert command
    assert version
    if shutil.which("clang") is None or shutil.which("wasm-ld") is None:
        pytest.skip("clang and lld are not installed: apt-get install clang lld")
    said = subprocess.run(["clang", "--version"], capture_output=True, text=True, check=True).stdout
    if said.splitlines()[0] != version[1]:
        pytest.skip(f"The kernels were compiled by {version[1]}, which is not installed.")
    made = tmp_path / "kernels.wasm"
    subprocess.run([*command[1].split(), "-o", made, "kernels.c"], cwd=ROOM, check=True)
    assert made.read_bytes() == (ROOM / "kernels.wasm").read_bytes(), "compile it again, as kernels.c says"
