"""The record of a training: whether what lies in its folder is a model already."""

from pathlib import Path

import pytest

from transformer.errors import ModelFolderError
from transformer.model.folder import load_model
from transformer.model.run_record import RUN_FILE, RunRecord, read_run_record, why_no_model, write_run_record


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_run_record(tmp_path) is None
    for record in (RunRecord("en", "de"), RunRecord("fr", "en", finished=True)):
        write_run_record(tmp_path, record)
        assert read_run_record(tmp_path) == record


@pytest.mark.parametrize("content", ["", "[" * 100_000, "[]", '{"source": "en"}', '{"wings": 2}'])
def test_a_damaged_record_tells_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / RUN_FILE).write_text(content)
    assert read_run_record(tmp_path) is None
    assert why_no_model(tmp_path) is None


@pytest.mark.parametrize("inner", ["", "model"])
def test_the_folder_of_an_unfinished_training_says_so(tmp_path: Path, inner: str) -> None:
    write_run_record(tmp_path, RunRecord("en", "fr"))
    with pytest.raises(ModelFolderError, match="is not finished: continue it with the command that started it"):
        load_model(tmp_path / inner)


def test_the_folder_of_a_finished_training_names_its_model(tmp_path: Path) -> None:
    write_run_record(tmp_path, RunRecord("en", "fr", finished=True))
    with pytest.raises(ModelFolderError) as error:
        load_model(tmp_path)
    assert str(tmp_path / "model") in str(error.value)
    with pytest.raises(ModelFolderError, match="There is no model"):
        load_model(tmp_path / "other")
