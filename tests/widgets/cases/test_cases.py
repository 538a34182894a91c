"""The cases that the browser's formulas are tested on are what the library computes."""

import json
from typing import Any

import pytest
from make_cases import FILE, FORMULAS, cases

WRITTEN = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def computed() -> dict[str, Any]:
    return cases()


@pytest.mark.parametrize("name", [each.__name__ for each in FORMULAS])
def test_a_formula_has_the_results_that_the_library_has(name: str, computed: dict[str, Any]) -> None:
    assert not different(WRITTEN[name], computed[name], name)


def test_the_file_has_no_other_formulas(computed: dict[str, Any]) -> None:
    assert WRITTEN.keys() == computed.keys()


def different(written: Any, computed: Any, place: str = "") -> list[str]:
    """The places where two values that JSON can say differ by more than another machine's rounding."""
    if isinstance(computed, dict) and isinstance(written, dict) and written.keys() == computed.keys():
        return [each for key in computed for each in different(written[key], computed[key], f"{place}[{key!r}]")]
    if isinstance(computed, list) and isinstance(written, list) and len(written) == len(computed):
        pairs = enumerate(zip(written, computed, strict=True))
        return [each for key, pair in pairs for each in different(*pair, f"{place}[{key}]")]
    if isinstance(computed, float) and isinstance(written, float):
        same = written == pytest.approx(computed, rel=1e-6, abs=1e-12)
    else:
        same = written == computed
    return [] if same else [f"{place}: {written} is {computed}"]
