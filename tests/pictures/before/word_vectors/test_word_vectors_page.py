"""Word vectors without a browser: any word, any sentence, files that are not there."""

from pathlib import Path

import pytest
from app_tests import open_page, problems


def test_unknown_words_and_empty_fields_are_one_sentence_each(tiny_vectors: Path) -> None:
    app = open_page("word_vectors")
    app.text_input(key="word").set_value("blu *e*")
    app.text_input(key="c").set_value("qeen")
    app.text_input(key="lesson").set_value("zebra")
    app.text_input(key="second").set_value("Money.")
    app.run()
    told = problems(app)
    assert ["“blu *e*” is too rare" in told[0], "Near spellings: queen" in told[1], len(told)] == [True, True, 2]
    assert [each.value.split()[0] for each in app.info] == ["The", "Type"]
    for field in ("word", "a", "lesson", "sense", "first"):
        app.text_input(key=field).set_value("")
    app.run()
    assert problems(app) == []


@pytest.mark.parametrize("damaged", [True, False])
def test_files_that_cannot_be_read_are_one_sentence(tiny_vectors: Path, damaged: bool) -> None:
    path = tiny_vectors / "cbow.safetensors"
    path.write_bytes(b"no vectors") if damaged else path.unlink()
    (told,) = problems(open_page("word_vectors"))
    assert "word vectors" in told
