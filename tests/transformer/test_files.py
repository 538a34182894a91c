"""Files are whole or absent, and full disks are explained."""

import errno
import os
from pathlib import Path

import pytest

from transformer.errors import GlassformerError
from transformer.files import from_json, lock_folder, read_json, write_atomically, write_together


def failing(number: int):
    def function(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return function


def test_a_file_is_written_with_its_folder_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o644
    assert os.listdir(path.parent) == ["file"]


@pytest.mark.parametrize("function", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, function, number) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, function, failing(number))
    with pytest.raises(GlassformerError) as error:
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert str(path) in str(error.value)
    assert ("disk is full" in str(error.value)) is (number != errno.EIO)
    assert os.listdir(tmp_path) == ["file"]
    assert path.read_bytes() == b"old"


def test_an_interrupted_write_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "file", b"new")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("failing_call", [1, 2, 3])
def test_several_files_are_put_into_their_places_together(tmp_path, monkeypatch, failing_call) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    write_together(dict.fromkeys(paths, b"old"))
    sync, calls = os.fsync, []

    def full_at_last(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == failing_call:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full_at_last)
    with pytest.raises(GlassformerError, match="disk is full"):
        write_together(dict.fromkeys(paths, b"new"))
    assert sorted(os.listdir(tmp_path)) == ["a", "b", "c"]
    assert {path.read_bytes() for path in paths} == {b"old"}


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "", "{", "1" * 5_000])
def test_a_json_text_that_cannot_be_read_is_one_kind_of_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text)
    (tmp_path / "file.json").write_text(text)
    with pytest.raises(ValueError):
        read_json(tmp_path / "file.json")


def test_a_folder_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    again = lock_folder(folder, "training")
    with lock_folder(folder, "training"), pytest.raises(GlassformerError, match="Another training is running"):
        again.__enter__()
    with lock_folder(folder, "build"):
        pass


def begun_by_a_killed_process(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file as far as a process that is killed before it is in its place; returns what that leaves."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as world:
        world.setattr("os.replace", killed)
        world.setattr("os.unlink", lambda path: None)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(path, b"new")
    (left,) = path.parent.glob(f".{path.name}.*")
    return left


@pytest.mark.parametrize("place", ["run.json", "1-learn/stage.json"])
def test_who_holds_a_folder_clears_what_a_killed_process_had_begun_to_write(tmp_path, monkeypatch, place) -> None:
    path = tmp_path / place
    write_atomically(path, b"old")
    path.with_name(".own").write_bytes(b"kept")
    left = begun_by_a_killed_process(path, monkeypatch)
    with lock_folder(tmp_path, "build"):
        assert not left.exists()
    assert path.read_bytes() == b"old"
    assert path.with_name(".own").read_bytes() == b"kept"


def test_what_another_process_writes_in_a_folder_of_its_own_stays(tmp_path, monkeypatch) -> None:
    with lock_folder(tmp_path / "first", "training"):
        going_on = begun_by_a_killed_process(tmp_path / "first/state.safetensors", monkeypatch)
        with lock_folder(tmp_path, "training"):
            assert going_on.exists()


def test_a_folder_that_cannot_be_held_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(GlassformerError, match="cannot be written to"), lock_folder(tmp_path / "file", "build"):
        pass
