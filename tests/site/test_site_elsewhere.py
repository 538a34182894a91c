"""What the site leaves out of a payload is what the browser finds elsewhere; how large it is; what it refuses."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pages import PAGES
from viewer.__main__ import main
from viewer.app.page import Part, Picture
from viewer.site.elsewhere import ELSEWHERE, without_first
from viewer.site.files import site_files, whole_page
from viewer.site.record import address_of, make_payload, pictures, visit_of
from viewer.site.shared import SharedFiles
from viewer.transport.addresses import content_at
from viewer.transport.constants import Made
from viewer.transport.payload import unpack

pytestmark = pytest.mark.slow

MODEL, SENTENCE = "en-fr", "The black dog sleeps in front of the door."


def first_picture(slug: str, model: str, sentence: str) -> tuple[Part, Made]:
    visit = visit_of(next(page for page in PAGES if page.address == slug), PAGES, model, sentence)
    part = pictures(visit)[0]
    return part, make_payload(part, visit)


def make_part(slug: str, sentence: str = SENTENCE) -> Made:
    found = first_picture(slug, MODEL, sentence)[1]
    return Made(unpack(found.payload.pack()), found.constants)


def test_only_the_first_example_has_activations() -> None:
    pages = [page for page in PAGES for part in page.pictures if isinstance(part, Picture) and part.needs]
    stored = dict(site_files(pages, [MODEL], [SENTENCE, "I love you very much."]))
    for slug in (address_of(page, pages) for page in pages):
        first, second = (stored[f"data/{slug}-0-{number}.bin"] for number in (0, 1))
        assert len(second) < 0.1 * len(first), slug


def test_what_the_first_example_has_is_stored_once() -> None:
    first, second = make_part("embedding").payload, make_part("embedding", "I love you very much.").payload
    stored = without_first(second, first)
    same = stored.facts[ELSEWHERE]
    assert "frame" in same["facts"]
    assert "passage" not in same["facts"]
    facts = {name: first.facts[name] for name in same["facts"]}
    tensors = {name: first.tensors[name] for name in same["tensors"]}
    assert {**facts, **{name: fact for name, fact in stored.facts.items() if name != ELSEWHERE}} == second.facts
    put_back = {**tensors, **stored.tensors}
    assert put_back.keys() == second.tensors.keys()
    assert all(np.array_equal(put_back[name], tensor) for name, tensor in second.tensors.items())


def test_the_site_fits_into_30_megabytes() -> None:
    """Both languages without examples; nine examples add 4 MB."""
    files = {path: len(content) for path, content in site_files(PAGES, ["en-fr", "en-de"], [])}
    folders = Counter[str]()
    for path, size in files.items():
        folders[path.partition("/")[0]] += size
    assert folders["engine"] < 22.5e6
    assert folders["code"] < 5e6
    assert folders.total() < 25.5e6


def test_parameters_are_among_the_weights_or_files_or_part_of_the_page(tiny_folder) -> None:
    name = str(tiny_folder)
    _, first = first_picture("projections", name, "The dog eats bread.")
    addresses = first.payload.facts["frame"]["parameters"]
    assert len(addresses) == 6
    site = SharedFiles(name, "../")
    assert site.alone(first).facts["frame"]["parameters"] is None
    site = SharedFiles(name, "", with_model=False)
    paths = site.alone(first).facts["frame"]["parameters"]
    for module, path in paths.items():
        assert path.startswith("data/")
        assert site.shared[path] == content_at(addresses[module])
    page = whole_page("projections", PAGES, name, ["The dog eats bread."])
    assert all(f'id="held-{path}"' in page for path in paths.values())


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.txt").write_text(" \n", encoding="utf-8")
    refused = {
        "is not empty": ["--out", str(tmp_path)],
        "There is no page 'nothing'": ["--one-file", str(tmp_path / "nothing.html")],
        "has no sentences": ["--out", str(tmp_path / "site"), "--sentences", str(tmp_path / "empty.txt")],
    }
    for words, arguments in refused.items():
        assert main(["site", *arguments]) == 2
        assert words in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
