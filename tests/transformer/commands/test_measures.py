"""The commands that measure: `evaluate`, `info`, `measure`."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from command_line import assert_one_error_line, lines_of, output_of
from tiny import PAIRS, constant_model, write_tsv

from transformer.__main__ import main
from transformer.analysis.measures.head_roles import HeadRoles
from transformer.attribution.alignment_rates import MeasuredAlignment
from transformer.model.folder import load_model, save_model
from transformer.model.measurements import load_measurement
from transformer.text.special_tokens import END


def test_evaluation_prints_scores_with_signatures(capsys, tmp_path, folder) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:4])
    before = (folder / "card.json").read_bytes()
    assert main(["evaluate", "--model", str(folder), "--corpus", tsv, "--beam", "2", "--device", "cpu"]) == 0
    header, greedy, beam, *signatures, exact, note = lines_of(capsys.readouterr().out)
    assert all(title in header for title in ("BLEU", "exact", "characters"))
    assert f"{tsv}  test" in greedy  # however long the name
    assert "exact" in exact
    assert "greedy" in greedy
    assert "beam 2, alpha 1" in beam
    assert "papers" in note
    assert len(signatures) == 2
    assert all("version:" in signature for signature in signatures)
    assert (folder / "card.json").read_bytes() == before


def test_evaluation_writes_its_rows_into_the_card_once(capsys, tmp_path, folder) -> None:
    tsv = write_tsv(tmp_path / "pairs.tsv", PAIRS[:3])
    arguments = ["evaluate", "--model", str(folder), "--corpus", tsv, "--device", "cpu", "--write-card", "--beam"]
    for beam in ("2", "2", "1"):
        assert main([*arguments, beam]) == 0
    card = json.loads((folder / "card.json").read_text())
    assert sorted(row["decoding"] for row in card["scores"]) == ["beam 2, alpha 1", "greedy"]
    for row in card["scores"]:
        assert (row["corpus"], row["split"], row["sentences"]) == (tsv, "test", 3)
        assert "version:" in row["bleu_signature"]
    assert card["longest_usual_source"] == 20
    capsys.readouterr()
    assert "BLEU" in output_of(capsys, ["info", "--model", str(folder)])


def test_evaluation_takes_a_split(capsys: pytest.CaptureFixture[str], tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "tatoeba").mkdir()
    write_tsv(tmp_path / "tatoeba" / "dev.en-fr.tsv", PAIRS[:3])
    arguments = ["evaluate", "--model", str(tiny_folder), "--data", str(tmp_path), "--beam", "1", "--device", "cpu"]
    assert "dev" in lines_of(output_of(capsys, [*arguments, "--corpus", "tatoeba:dev"]))[1]
    assert_one_error_line(capsys, [*arguments, "--corpus", "tatoeba:tset"], "no split 'tset'")
    for path in (r"C:\Users\me\p.tsv", "C:/Users/me/p.tsv", r"\\host\share\p.tsv", "notes: new.tsv", "a:b::c:d"):
        assert_one_error_line(
            capsys, [*arguments, "--corpus", path], "There is no corpus and no file" if "::" not in path else "a:b"
        )
    own = write_tsv(tmp_path / "C:notes.tsv", PAIRS[:3])
    for name in (own, f"{own}:dev"):
        assert "notes.tsv" in lines_of(output_of(capsys, [*arguments, "--corpus", name]))[1]
    assert_one_error_line(capsys, [*arguments, "--corpus", "tatoeba"], "no test pairs; measure on tatoeba:dev")
    assert_one_error_line(capsys, [*arguments, "--corpus", "multi30k"], str(tmp_path / "multi30k"))


def test_info_shows_sizes_of_a_folder_and_of_a_preset(capsys: pytest.CaptureFixture[str], tiny_folder: Path) -> None:
    printed = output_of(capsys, ["info", "--model", str(tiny_folder)])
    total = sum(parameter.numel() for parameter in load_model(tiny_folder).model.parameters())
    assert f"{total:,}" in printed
    assert "4 heads of 4" in printed
    assert "96" in output_of(capsys, ["info", "--model", "tiny"])


@pytest.mark.slow
def test_ablations_are_measured_and_written_beside_the_model(capsys, tiny_tokenizer, tmp_path) -> None:
    folder = tmp_path / "silent"  # a model that says nothing is soonest done
    silent = constant_model([float(token == END) for token in range(tiny_tokenizer.size)], max_length=48)
    save_model(folder, silent, tiny_tokenizer, torch.arange(tiny_tokenizer.size), {})
    corpus = write_tsv(tmp_path / "pairs.tsv", PAIRS[20:21])
    arguments = ["measure", "ablations", str(folder), "--corpus", corpus, "--device", "cpu"]
    assert_one_error_line(capsys, [*arguments, "--pairs", "0"], "--pairs")
    printed = output_of(capsys, arguments)
    assert "untouched" in printed
    assert "by random 2:" in printed
    assert len(json.loads((folder / "ablations.json").read_text())["edits"]["zero_head"]) == 24


@pytest.mark.slow
def test_alignments_are_measured_against_people(capsys, tiny_folder, tmp_path) -> None:
    (tmp_path / "test.en-fr.txt").write_text("it is cold . ||| il fait froid .\n" * 2)
    (tmp_path / "test.en-fr.gold").write_text("1-1 2-2 3-3 4p4\n" * 2)
    arguments = ["measure", "alignment", str(tiny_folder), "--device", "cpu", "--gold", str(tmp_path)]
    lines = lines_of(output_of(capsys, arguments))
    assert len(lines) == 22
    assert " 2 pairs" in lines[-1]
    assert_one_error_line(capsys, [*arguments[:-1], str(tmp_path / "none")], "none.txt")

    folder = tmp_path / "model"
    shutil.copytree(tiny_folder, folder)
    arguments[2] = str(folder)
    assert "alignment.json" in output_of(capsys, [*arguments, "--explained", "--save", "own"])
    saved = load_measurement(folder, MeasuredAlignment)
    assert len(saved.sets["own"].rates) == 49


def test_head_roles_are_measured_and_written(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ["measure", "heads", str(folder), "--device", "cpu", "--pairs"]
    printed = output_of(capsys, [*arguments, "7"])
    roles = load_measurement(folder, HeadRoles)
    assert roles.source == "everyday, dev"
    assert 0 < roles.sentences <= 7
    assert len(printed.splitlines()) == 2 + len(roles.heads) == 26
    assert str(folder / HeadRoles.FILE) in printed
    assert_one_error_line(capsys, [*arguments, "0"], "--pairs")
