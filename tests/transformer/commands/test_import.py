"""`import` writes a whole model folder or nothing, and says in one sentence what is in the way."""

import errno
import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import assert_one_error_line, lines_of, output_of
from tiny_marian import write_marian

import transformer
from transformer.__main__ import main
from transformer.commands import import_model
from transformer.errors import ModelFolderError
from transformer.model.folder import CARD_FILE, find_model, imported_models, own_models_folder


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("GLASSFORMER_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_marian(tmp_path_factory.mktemp("hub") / "opus-mt-en-fr")


def card_of(name: str) -> dict:
    return json.loads((find_model(name) / CARD_FILE).read_text(encoding="utf-8"))


def test_a_folder_becomes_a_model_that_is_opened_by_its_name(original, home, capsys) -> None:
    assert main(["import", str(original), "--pair", "Hello.::Bonjour.", "I::Je"]) == 0
    assert str(home / "opus-mt-en-fr") in capsys.readouterr().out
    assert os.listdir(home) == ["opus-mt-en-fr"]
    assert imported_models() == {"opus-mt-en-fr": home / "opus-mt-en-fr"}
    card = transformer.load("opus-mt-en-fr").card
    assert card["examples"] == [{"source": "Hello.", "target": "Bonjour."}, {"source": "I", "target": "Je"}]
    assert card["licences"] == {"opus-mt-en-fr": "apache-2.0"}
    assert (card["source_language"], card["target_language"]) == ("en", "fr")
    assert len(lines_of(output_of(capsys, ["translate", "--model", "opus-mt-en-fr", "The cat drinks tea."]))) == 1
    assert main(["info", "--model", "opus-mt-en-fr"]) == 0
    assert_one_error_line(capsys, ["import", str(original)], "already a model called 'opus-mt-en-fr'")
    with pytest.raises(ModelFolderError, match="opus-mt-en-fr"):
        find_model("opus-mt-fr-en")


def test_without_the_variable_it_is_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GLASSFORMER_MODELS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert own_models_folder() == tmp_path / "glassformer" / "models"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert own_models_folder() == tmp_path / ".local" / "share" / "glassformer" / "models"
    assert imported_models() == {}


def test_a_model_of_ones_own_training_is_no_imported_one(home: Path, tiny_folder: Path) -> None:
    shutil.copytree(tiny_folder, home / "fresh-1")
    assert imported_models() == {}
    with pytest.raises(ModelFolderError, match="no model 'fresh-1'"):
        find_model("fresh-1")


def test_several_languages_are_named_and_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_marian(tmp_path / "en-roa", languages=["fra", "spa"])
    told = output_of(capsys, ["import", str(folder), "--name", "romance"])
    assert "2 languages; choose with --into: fra, spa" in told
    assert main(["translate", "--model", "romance", "--into", "spa", "The cat."]) == 0
    assert_one_error_line(capsys, ["translate", "--model", "romance", "--into", "deu", "The cat."], "fra, spa")
    assert main(["translate", "--model", "romance", ">>spa<< The cat.", ">>deu<< The cat."]) == 0
    unknown = "The model doesn’t know '>>deu<<', and read it as text; it writes fra, spa."
    assert capsys.readouterr().err == f"line 2: {unknown}\n"
    model = transformer.load("romance")
    assert model.doubts(model.translate(">>deu<< The cat.", beam=1)) == (unknown,)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "neither a folder nor a name"),
        (["/nowhere/at/all"], "neither a folder nor a name"),
        (["FOLDER/config.json"], "neither a folder nor a name"),
        (["FOLDER", "--name", "a/b"], "can't be called 'a/b'"),
        (["FOLDER", "--name", "en-fr"], "already a model called 'en-fr'"),
        (["FOLDER", "--revision", "v2"], "--revision is for a model on huggingface.co"),
        (["FOLDER", "--name", ""], "can't be called ''"),
        (["FOLDER", "--pair", "Hello."], "--pair takes a sentence and its translation"),
    ],
)
def test_what_is_wrong_with_the_arguments_is_one_sentence(arguments, told, original, home, capsys) -> None:
    typed = [each.replace("FOLDER", str(original)) for each in arguments]
    assert_one_error_line(capsys, ["import", *typed], told)
    assert not home.exists()


def test_a_model_that_cannot_be_read_leaves_nothing(tmp_path, home, capsys) -> None:
    folder = write_marian(tmp_path / "opus")
    (folder / "model.safetensors").unlink()
    assert_one_error_line(capsys, ["import", str(folder)], "no weights")
    assert not home.exists()


@pytest.mark.slow
def test_a_name_is_downloaded_from_the_hub(original, tmp_path, capsys, monkeypatch) -> None:
    asked = []

    def snapshot(name: str, revision: str | None, allow_patterns: list[str]) -> str:
        asked.append((name, revision, "model.safetensors" in allow_patterns, "pytorch_model.bin" in allow_patterns))
        return str(original)

    monkeypatch.setattr("huggingface_hub.snapshot_download", snapshot)
    assert main(["import", "Helsinki-NLP/opus-mt-en-xx", "--revision", "v2"]) == 0
    assert asked == [("Helsinki-NLP/opus-mt-en-xx", "v2", True, False)]
    kept = card_of("opus-mt-en-xx")["imported"]
    assert (kept["from"], kept["revision"]) == ("Helsinki-NLP/opus-mt-en-xx", f"v2 {original.name}")


def test_what_the_hub_cannot_give_is_one_sentence(home, capsys, monkeypatch) -> None:
    from huggingface_hub.errors import LocalEntryNotFoundError, RepositoryNotFoundError, RevisionNotFoundError

    def answered(status: int, kind: type[RepositoryNotFoundError | RevisionNotFoundError]) -> Exception:
        return kind("No.", response=SimpleNamespace(status_code=status, headers={}, request=None))

    monkeypatch.setenv("HF_TOKEN", "hf_expired")

    def failing(error: Exception):
        def snapshot(*_: object, **__: object) -> str:
            raise error

        return snapshot

    for error, told in (
        (LocalEntryNotFoundError("offline"), "can't be reached"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (answered(401, RepositoryNotFoundError), "refuses your token"),
        (answered(404, RepositoryNotFoundError), "There is no public model"),
        (answered(404, RevisionNotFoundError), "no branch, tag or commit"),
        (RuntimeError("many\n\nlines"), "many lines"),
    ):
        monkeypatch.setattr("huggingface_hub.snapshot_download", failing(error))
        assert_one_error_line(capsys, ["import", "Helsinki-NLP/opus-mt-en-xx"], told)
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr("huggingface_hub.snapshot_download", failing(answered(401, RepositoryNotFoundError)))
    assert_one_error_line(capsys, ["import", "Helsinki-NLP/opus-mt-en-xx"], "There is no public model")
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert_one_error_line(capsys, ["import", "Helsinki-NLP/opus-mt-en-xx"], "pip install 'glassformer[import]'")
    assert not home.exists()


@pytest.mark.slow
def test_measuring_writes_what_the_pages_show_and_the_card_what_was_measured(
    original: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    confidence = next(each for each in import_model._TRANSLATED if each[0] == "confidence")
    few = [(*settings, "--pairs", "6") for settings in import_model._LINKED]  # the last of an option counts
    monkeypatch.setattr(import_model, "_LINKED", few)
    monkeypatch.setattr(import_model, "_TRANSLATED", [(*confidence, "--pairs", "60")])  # ablations take minutes
    assert main(["import", str(original), "--measure"]) == 0
    assert {"heads.json", "alignment.json", "confidence.json"} <= set(os.listdir(home / "opus-mt-en-fr"))
    card = card_of("opus-mt-en-fr")
    assert card["imported"]["measured"] == ["heads", "alignment", "confidence"]
    assert card["alignment"]["best_layer"] in (0, 1)
    assert transformer.load("opus-mt-en-fr").alignment_layer == card["alignment"]["best_layer"]


def test_languages_without_test_sentences_are_said_to_be_not_measured(tmp_path, capsys) -> None:
    folder = write_marian(tmp_path / "opus-mt-fi-ru")
    (folder / "tokenizer_config.json").unlink()
    assert "no test sentences from fi into ru" in output_of(capsys, ["import", str(folder), "--measure"])
    assert card_of("opus-mt-fi-ru")["imported"]["measured"] == []
