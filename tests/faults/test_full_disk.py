"""A disk that is full at the first write, the second, and so on: one sentence, nothing half-written, and it goes on."""

import errno
import os

import pytest
from tiny import PAIRS, write_tsv

from transformer.__main__ import main
from transformer.model.folder import WEIGHTS_FILE, load_model

pytestmark = pytest.mark.slow

SIZES = "--encoder-layers 1 --decoder-layers 1 --d-model 16 --heads 2 --d-ff 32 --vocabulary 160 --threads 1"
STEPS = "--optimizer muon --steps 5 --warmup 1 --batch-tokens 200 --validate-every 3 --save-every 2 --average 1"


def test_a_training_survives_a_disk_that_fills_up_at_any_write(tmp_path, monkeypatch, capsys) -> None:
    command = ["train", "--corpus", write_tsv(tmp_path / "pairs.tsv", PAIRS), *SIZES.split(), *STEPS.split()]
    command += ["--resume", "--out"]
    assert main([*command, str(tmp_path / "whole")]) == 0
    expected = (tmp_path / "whole/model" / WEIGHTS_FILE).read_bytes()
    put, room = os.replace, []

    def replace(origin: str, place: str) -> None:
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        room.pop()
        put(origin, place)

    monkeypatch.setattr(os, "replace", replace)
    run, failures = tmp_path / "run", 0
    while True:  # one file more than the time before finds room, and the next one does not
        room[:] = [1] * failures
        capsys.readouterr()
        if main([*command, str(run)]) == 0:
            break
        failures += 1
        assert "The disk is full" in capsys.readouterr().err
        assert not (run / "model" / WEIGHTS_FILE).exists()
        assert [path.name for path in run.rglob(".*.safetensors.*")] == []
    assert failures > 4
    assert (run / "model" / WEIGHTS_FILE).read_bytes() == expected
    load_model(run / "model")
