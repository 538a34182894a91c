"""Models that visitors have kept: whose they are, how long they stay, and that nothing else is offered or deleted."""

import datetime
import json
import re
import shutil
from pathlib import Path

import pytest

from transformer.errors import TrainingError
from transformer.training.live.kept_models import (
    DAYS_VARIABLE,
    MODELS_VARIABLE,
    MOST_KEPT,
    MOST_KEPT_BY_ONE,
    RECORD_FILE,
    KeptModels,
)

FIRST_DAY = datetime.date(2030, 1, 31)


class Calendar:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.day = FIRST_DAY

    def __call__(self) -> datetime.date:
        return self.day

    def pass_days(self, days: int) -> None:
        self.day += datetime.timedelta(days=days)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that all processes of a server share."""
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def models(home: Path, tmp_path: Path, calendar: Calendar) -> KeptModels:
    return KeptModels(lambda: tmp_path / "spare", calendar)


def keep(models: KeptModels, visitor: str, tiny_folder: Path, tmp_path: Path) -> str:
    run = tmp_path / "run"
    shutil.copytree(tiny_folder, run)
    name = models.keep(visitor, run)
    assert not run.exists()
    return name


def names(models: KeptModels, visitor: str) -> list[str]:
    return [each.name for each in models.of(visitor)]


def test_a_model_belongs_to_who_kept_it(models: KeptModels, home: Path, tiny_folder: Path, tmp_path: Path) -> None:
    annas, bens = (keep(models, visitor, tiny_folder, tmp_path) for visitor in ("anna", "ben"))
    assert re.fullmatch(r"fresh-1-[0-9a-f]{8}", annas)
    assert re.fullmatch(r"fresh-2-[0-9a-f]{8}", bens)
    assert names(models, "anna") == [annas]
    assert names(models, "") == names(models, "clara") == []
    assert [each.name for each in models.all()] == [annas, bens]
    assert models.find(bens).folder == home / bens
    assert models.find("../home/" + bens) is None
    assert "anna" not in (home / annas / RECORD_FILE).read_text()  # a browser's name could be used by who reads it
    for name in (annas, "nowhere", ".."):
        with pytest.raises(TrainingError, match="You have kept no model"):
            models.delete("ben", name)
    models.delete("anna", annas)
    assert names(models, "anna") == []
    assert [path.name for path in home.iterdir()] == [bens]


def test_it_stays_so_many_days(
    models: KeptModels,
    home: Path,
    tiny_folder: Path,
    tmp_path: Path,
    calendar: Calendar,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(DAYS_VARIABLE, "2")
    name = keep(models, "anna", tiny_folder, tmp_path)
    assert models.of("anna")[0].record.until == "2030-02-02"
    calendar.pass_days(2)
    models.sweep()
    assert names(models, "anna") == [name]
    calendar.pass_days(1)
    assert models.all() == []
    assert models.find(name) is None
    models.sweep()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("written", ["", "0", "-3", "a week", "99999999999999999999"])
def test_days_that_make_no_sense_are_drawn_into_their_limits(
    models: KeptModels, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv(DAYS_VARIABLE, written)
    keep(models, "anna", tiny_folder, tmp_path)
    until = datetime.date.fromisoformat(models.of("anna")[0].record.until)
    assert until > FIRST_DAY


def test_what_the_operator_put_there_is_everyones_and_stays(
    models: KeptModels, home: Path, tiny_folder: Path, calendar: Calendar
) -> None:
    shutil.copytree(tiny_folder, home / "ours")
    # What is no whole model, or has an odd name, is not offered, and what says nothing readable of itself not deleted.
    (home / "fresh-1").mkdir()
    (home / "fresh-1" / "config.json").write_text("{}")
    shutil.copytree(tiny_folder, home / ".. 2")
    for name, written in (("odd", "[" * 100_000), ("late", json.dumps({"owner": "x", "until": "yesterday"}))):
        shutil.copytree(tiny_folder, home / name)
        (home / name / RECORD_FILE).write_text(written)
    calendar.pass_days(10_000)
    models.sweep()
    assert [(each.name, each.record is None) for each in models.all()] == [
        ("odd", False),
        ("late", False),
        ("ours", True),
    ]
    with pytest.raises(TrainingError, match="You have kept no model"):
        models.delete("anna", "ours")
    assert (home / "ours").exists()


def test_what_a_killed_process_has_left_is_removed(models: KeptModels, home: Path) -> None:
    for name in (".fresh-1-aa.deleted", ".fresh-2-bb.unfinished", ".mine"):
        (home / name).mkdir(parents=True)
    models.sweep()
    assert sorted(path.name for path in home.iterdir()) == [
        ".fresh-2-bb.unfinished",
        ".mine",
    ]  # one may still be copied


def test_one_keeps_so_many_and_a_server_so_many(
    models: KeptModels, home: Path, tiny_folder: Path, tmp_path: Path
) -> None:
    kept = [keep(models, "anna", tiny_folder, tmp_path) for _ in range(MOST_KEPT_BY_ONE)]
    shutil.copytree(tiny_folder, tmp_path / "run")
    with pytest.raises(TrainingError, match=f"You keep {MOST_KEPT_BY_ONE} models already"):
        models.keep("anna", tmp_path / "run")
    models.delete("anna", kept[0])
    models.keep("anna", tmp_path / "run")
    for number in range(MOST_KEPT - MOST_KEPT_BY_ONE):
        (home / f"mine-{number}").mkdir()
        for file in ("config.json", "model.safetensors"):
            (home / f"mine-{number}" / file).touch()
    shutil.copytree(tiny_folder, tmp_path / "run")
    with pytest.raises(TrainingError, match=f"keeps {MOST_KEPT} models at most"):
        models.keep("ben", tmp_path / "run")
    assert (tmp_path / "run" / "config.json").exists()


def test_two_servers_give_different_names(tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)
    one, other = (KeptModels(lambda place=tmp_path / server: place) for server in "ab")
    assert one.all() == []
    first, second = (keep(models, "anna", tiny_folder, tmp_path) for models in (one, other))
    assert first != second
    assert one.find(second) is None
    assert one.of("anna")[0].folder == tmp_path / "a" / "kept" / first
