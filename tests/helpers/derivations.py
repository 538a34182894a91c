"""What the browser has of a chapter's tensors: those that it is sent, and those that its modules compute from them."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from places import ROOT

from pages import PAGES
from viewer.app.page import Picture, Visit
from viewer.frame.passage import Passage
from viewer.transport.addresses import content_at
from viewer.transport.modules import VIEWER
from viewer.transport.payload import Payload, unpack

NODE = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # a package may have brought it
WITHOUT_STYLES = str(Path(__file__).with_name("without_styles.js"))
# Writes a line with the name and the shape of each, and then the numbers of all of them in 32 bits.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
const [browser, slug, sent, made] = process.argv.slice(1);
const { unpack } = await import(`${browser}/transport/payload.js`);
const module = await import(`${browser}/pictures/walk/${slug}/derived.js`);
const arrived = unpack(new Uint8Array(readFileSync(sent)));
Object.assign(arrived.facts.frame, arrived.facts.passage);
const [[, derive]] = Object.entries(module).filter(([name]) => name.startsWith("derive"));
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


def drawn(slug: str, walked: Passage) -> dict[str, np.ndarray]:
    """All tensors of a chapter as its pictures read them, parameters that it fetches and derived ones included."""
    return _once(slug, walked, lambda: with_parameters(sent(slug, walked)))


def sent(slug: str, walked: Passage, **visit: Any) -> Payload:
    """What a chapter is sent of a passage; its model must be found by its name."""
    page = next(page for page in PAGES if page.address == slug)
    picture = next(part for part in page.parts if isinstance(part, Picture))
    return picture.made(Visit(page, PAGES, walked.model, walked.typed, **visit)).fetching(None)


def with_parameters(payload: Payload) -> Payload:
    """A payload with the parameters that it says are at addresses."""
    fetched = [unpack(content_at(each)).tensors for each in payload.facts["frame"]["parameters"].values()]
    return Payload(payload.facts, {**payload.tensors, **{name: each[name] for each in fetched for name in each}})


def _once(slug: str, walked: Passage, made: Callable[[], Payload]) -> dict[str, np.ndarray]:
    if NODE is None:
        pytest.skip("the tools of the browser's code are not installed")
    key = (slug, id(walked))
    if key not in _known:
        _known[key] = (walked, _compute(slug, made().pack()))
    return _known[key][1]


def _compute(slug: str, packed: bytes) -> dict[str, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        sent, made = Path(folder) / "sent", Path(folder) / "made"
        sent.write_bytes(packed)
        command = [str(NODE), "--import", WITHOUT_STYLES, "--input-type=module", "--eval", SCRIPT]
        command += [str(VIEWER), slug, str(sent), str(made)]
        subprocess.run(command, cwd=ROOT, check=True, timeout=300)
        line, numbers = made.read_bytes().split(b"\n", 1)
    tensors = dict(unpack(packed).tensors)
    at = 0
    for name, shape in json.loads(line):
        count = int(np.prod(shape))
        tensors[name] = np.frombuffer(numbers, np.float32, count, at).reshape(shape)
        at += 4 * count
    assert at == len(numbers)
    return tensors
