"""What the tests of edits share."""

import pytest
from tiny_reader import FOREIGN, TinyReader


@pytest.fixture(scope="module", params=["post", "pre", FOREIGN])
def reader(request: pytest.FixtureRequest, tiny_tokenizer) -> TinyReader:
    return TinyReader(tiny_tokenizer, request.param)
