"""No page takes much of the server, however long a text is, and each says where it was cut."""

import multiprocessing
import os
import re
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from app_tests import open_page

from pages import PAGES as RECORDS

PROCESS = Path("/proc/self")
MOST_ADDED, MOST_AT_REST = 300, 900  # megabytes
LONGEST = 5.0  # seconds of one core, where nothing else runs
BUSY = 3  # times as many that a busy machine may take
# Where a model is asked hundreds of times, a sentence may have 40 tokens.
FORTY = (
    "The old man and the young woman walk to the house and see the dog and the cat and the big red car in the street"
)
LIMITED = {
    "head_ablation": {"sentence": "7" * 38},
    "patching": {"sentence": FORTY, "other": FORTY.replace("woman", "girl")},
    "why": {"sentence": "7" * 38, "asked": "29"},
}
# Cut to 120 tokens; the German model writes as many as it may, so that its pages take most.
GERMAN = "en-de"
LONG = {"sentence": "é" * 1000}
PAGES = {page.address: page.about_sentence for page in RECORDS if page.address != "training"}


def visit_all(model: str, folder: str) -> tuple[dict[str, tuple[float, float]], float]:
    """Megabytes that each page adds at its peak and the seconds that it computes, and the megabytes held at the end."""
    import torch
    from streamlit.components.v2 import manifest_scanner

    torch.set_num_threads(1)
    os.environ.update(GLASSFORMER_MODEL=model, GLASSFORMER_CACHE=folder)
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    _visit("translate", {"sentence": "The dog eats bread."})
    costs = {}
    for page in PAGES:
        before, begun = _megabytes("VmRSS"), time.process_time()
        (PROCESS / "clear_refs").write_text("5", encoding="ascii")  # from here on the peak is this page's
        _visit(page, LIMITED.get(page, LONG))
        costs[page] = _megabytes("VmHWM") - before, time.process_time() - begun
    return costs, _megabytes("VmRSS")


def _visit(page: str, asked: dict[str, str]) -> None:
    app = open_page(page, **asked)
    assert not app.warning, (page, app.warning[0].value)
    cut = [each.value for each in app.caption if "This sentence is too long for the model" in each.value]
    assert len(cut) == (asked is LONG and PAGES.get(page, False)), (page, cut)


def _megabytes(name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB$", (PROCESS / "status").read_text(encoding="ascii"), re.MULTILINE)
    assert found
    return int(found[1]) / 1024


@pytest.mark.slow
@pytest.mark.skipif(not (PROCESS / "clear_refs").exists(), reason="only Linux says how much memory a process took")
def test_the_longest_text_takes_no_page_long_or_much_memory(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("forkserver")) as fresh:
        costs, at_rest = fresh.submit(visit_all, GERMAN, str(tmp_path)).result()
    assert {page: cost for page, cost in costs.items() if cost[0] > MOST_ADDED or cost[1] > BUSY * LONGEST} == {}
    assert at_rest <= MOST_AT_REST
