"""The table of learned positions that is kept beside the models."""

from pathlib import Path

import pytest

from transformer.analysis.measures import learned_positions
from transformer.analysis.measures.learned_positions import shipped_table
from transformer.errors import ModelFolderError


def test_what_is_no_table_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "table.safetensors"
    damaged.write_bytes(b"\x00" * 20)
    for path in (damaged, tmp_path / "nowhere"):
        monkeypatch.setattr(learned_positions, "SHIPPED_TABLE", path)
        with pytest.raises(ModelFolderError, match=r"copy it again\.$"):
            shipped_table()
