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


class Disk:
    """Lets a number of files be put in place and then is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = 0
        self.put = os.replace
        monkeypatch.setattr(os, "replace", self.replace)

    def replace(self, origin: str, place: str) -> None:
        if self.room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.room -= 1
        self.put(origin, place)


def test_a_training_survives_a_disk_that_fills_up_at_any_write(tmp_path, monkeypatch, capsys) -> None:
    pairs = tmp_path / "pairs.tsv"
    write_tsv(pairs, PAIRS)
    command = ["train", "--corpus", str(pairs), *SIZES.split(), *STEPS.split(), "--resume", "--out"]
    assert main([*command, str(tmp_path / "whole")]) == 0
    expected = (tmp_path / "whole/model" / WEIGHTS_FILE).read_bytes()
    disk = Disk(monkeypatch)
    run, failures = tmp_path / "run", 0
    while True:  # one file more than the time before finds room, and the next one does not
        disk.room = failures
        capsys.readouterr()
        if main([*command, str(run)]) == 0:
            break
        failures += 1
        told = capsys.readouterr().err
        assert "The disk is full" in told
        assert not (run / "model" / WEIGHTS_FILE).exists()
        assert [path.name for path in run.rglob(".*.safetensors.*")] == []
    assert failures > 4
    assert (run / "model" / WEIGHTS_FILE).read_bytes() == expected
    load_model(run / "model")
