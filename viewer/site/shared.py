"""What the pages of a site share: the model, its own numbers, the code, as files that are packed for the browser."""

import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

from viewer.app import resources
from viewer.engine.live.offer import ADDRESSES, offer
from viewer.site.elsewhere import freeze
from viewer.transport import plotly_script
from viewer.transport.addresses import content_at
from viewer.transport.constants import Made
from viewer.transport.modules import VIEWER
from viewer.transport.payload import Payload, unpack

WORKER = "engine/live/worker.js"
_HALVES, _WHOLES = 2, 4  # bytes of most numbers in the weights, and in the data


def code_path(path: Path) -> str:
    """Where a file of the viewer lies on the site."""
    return f"code/{path.relative_to(VIEWER).as_posix()}"


class SharedFiles:
    """Of one model: its engine, and its own numbers.

    Attributes:
        shared: the files, by their paths.
        engine: what the browser loads; None if it can't run this model, or gets none.
    """

    def __init__(self, model: str, root: str, with_model: bool = True, with_ages: bool = True) -> None:
        self.shared: dict[str, bytes] = {}
        self._root, self._with_ages = root, with_ages
        self.engine = self._as_files(offer(model, resources.load_model(model))) if with_model else None

    def alone(self, made: Made) -> Payload:
        """A payload that needs no server: its addresses are those of files, which are `shared`."""
        facts = dict(made.payload.facts)
        if "engine" in facts:
            facts["engine"] = self.engine and self._as_files(facts["engine"])
        if ages := facts.get("ages"):
            facts["ages"] = {**ages, "engine": self._as_files(ages["engine"])} if self._with_ages else None
        if made.constants is not None:
            packed = pack(unpack(made.constants.packed))
            path = f"data/{made.constants.name}.{sha256(packed).hexdigest()[:8]}.bin"
            self.shared[path] = packed
            facts["frame"] = {**facts["frame"], "constants": self._root + path}
        if parameters := facts.get("frame", {}).get("parameters"):
            # They are among the weights that the browser has, if it can run the model.
            stored = None if self.engine else {name: self._share(each) for name, each in parameters.items()}
            facts["frame"] = {**facts["frame"], "parameters": stored}
        return freeze(Payload(facts, made.payload.tensors))

    def _as_files(self, offered: dict[str, Any] | None) -> dict[str, Any] | None:
        if offered is None:
            return None
        files = {name: self._file(offered[name]) for name in ADDRESSES if name != "script"}
        weights = offered["weights"]
        stored = (
            [{**each, "address": self._file(each["address"])} for each in weights]
            if isinstance(weights, list)
            else {**weights, "address": self._file(weights["address"]), "planes": _HALVES}
        )
        script = self._root + code_path(VIEWER / WORKER)
        return {**offered, **files, "script": script, "weights": stored, "alone": True}

    def _share(self, address: str) -> str:
        """Copy a file that pages fetch on demand into the site, and return its path from the page."""
        path = f"data/{address.rpartition('/')[2]}"
        self.shared[path] = content_at(address)
        return self._root + path

    def _file(self, address: str) -> str:
        """The path from a page to a file that is shared."""
        path = f"engine/{address.rpartition('/')[2].rpartition('.')[0]}.bin"
        if path not in self.shared:
            content, is_weights = content_at(address), "/weights-" in path
            # Bytes of weights repeat nothing, but some are more frequent than others.
            packed = compress(_apart(content, _HALVES), zlib.Z_FILTERED) if is_weights else compress(content)
            self.shared[path] = packed
        return self._root + path


def pack(payload: Payload) -> bytes:
    """A payload as a file: its header, then its numbers' bytes, sorted."""
    packed = payload.pack()
    begin = 8 + int.from_bytes(packed[:8], "little")
    return compress(packed[:begin] + _apart(packed[begin:], _WHOLES))


def _apart(content: bytes, planes: int) -> bytes:
    """The first bytes of all numbers, then the second ones, and so on: so they gzip smaller. `rejoined` undoes it."""
    return b"".join(content[at::planes] for at in range(planes))


def plotly() -> bytes:
    """The script that draws charts."""
    return compress((plotly_script.FOLDER / "plotly.min.js").read_bytes())


def compress(content: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> bytes:
    """A file as its `gzip` form."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, strategy)  # 16: as gzip
    return packing.compress(content) + packing.flush()
