"""What the tests of edits share."""

import pytest
from tiny_reader import TinyReader


@pytest.fixture(scope="module", params=["post", "pre"])
def reader(request: pytest.FixtureRequest, tiny_tokenizer) -> TinyReader:
    return TinyReader(tiny_tokenizer, request.param)
