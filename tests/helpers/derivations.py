"""What the browser has of a chapter's tensors: those that it is sent, and those that its modules compute from them."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from places import ROOT

from viewer.walk.frame.frame import Stage, payload
from viewer.walk.frame.passage import Passage
from viewer.widgets.modules import VIEWER
from viewer.widgets.payload import unpacked

NODE = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # a package may have brought it
# Writes a line with the name and the shape of each, and then the numbers of all of them in 32 bits.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
const [browser, slug, sent, made] = process.argv.slice(1);
const { unpack } = await import(`${browser}/widgets/payload.js`);
const module = await import(`${browser}/walk/${slug}/derived.js`);
const arrived = unpack(new Uint8Array(readFileSync(sent)));
const [derive] = Object.values(module);
const derived = derive(arrived);
for (const name of Object.keys(derived)) if (name in arrived.tensors) delete derived[name]; // as frame.js does
for (const [name, compute] of Object.entries(derived)) {
    let computed = null;
    Object.defineProperty(arrived.tensors, name, { get: () => (computed ??= compute()) });
}
const names = Object.keys(derived);
const told = names.map((name) => [name, arrived.tensors[name].shape]);
const numbers = names.map((name) => Buffer.from(Float32Array.from(arrived.tensors[name].data).buffer));
writeFileSync(made, Buffer.concat([Buffer.from(JSON.stringify(told) + "\\n"), ...numbers]));
"""

_known: dict[tuple[str, int], tuple[Passage, dict[str, np.ndarray]]] = {}


def in_browser(slug: str, stage: Stage, walked: Passage) -> dict[str, np.ndarray]:
    """All tensors of a chapter as its pictures read them, constants and derived ones included."""
    if NODE is None:
        pytest.skip("the tools of the browser's code are not installed")
    key = (slug, id(walked))
    if key not in _known:
        _known[key] = (walked, _computed(slug, payload(slug, walked, stage).fetching(None).packed()))
    return _known[key][1]


def _computed(slug: str, packed: bytes) -> dict[str, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        sent, made = Path(folder) / "sent", Path(folder) / "made"
        sent.write_bytes(packed)
        command = [str(NODE), "--input-type=module", "--eval", SCRIPT, str(VIEWER), slug, str(sent), str(made)]
        subprocess.run(command, cwd=ROOT, check=True, timeout=300)
        line, numbers = made.read_bytes().split(b"\n", 1)
    tensors = dict(unpacked(packed).tensors)
    at = 0
    for name, shape in json.loads(line):
        count = int(np.prod(shape))
        tensors[name] = np.frombuffer(numbers, np.float32, count, at).reshape(shape)
        at += 4 * count
    assert at == len(numbers)
    return tensors
