"""The table of learned positions that is kept beside the models."""

from pathlib import Path

import pytest

from transformer.analysis.measures import learned_positions
from transformer.analysis.measures.learned_positions import shipped_table
from transformer.analysis.measures.order import cosine
from transformer.errors import ModelFolderError


def test_what_is_no_table_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "table.safetensors"
    damaged.write_bytes(b"\x00" * 20)
    for path in (damaged, tmp_path / "nowhere"):
        monkeypatch.setattr(learned_positions, "SHIPPED_TABLE", path)
        with pytest.raises(ModelFolderError, match=r"copy it again\.$"):
            shipped_table()


def test_the_shipped_table_says_how_it_was_made_and_was_really_trained() -> None:
    table = shipped_table()
    assert table.facts["command"].startswith("python -m transformer train --corpus everyday")
    assert "--positions learned" in table.facts["command"]
    seen = int(table.facts["seen"])
    reached = [int(count) for count in table.facts["sentences_with_position"].split()]
    assert len(reached) == seen
    assert reached == sorted(reached, reverse=True)
    often = sum(count > 1000 for count in reached)
    alike, untrained = cosine(table.rows[:often]), cosine(table.rows[seen:])
    assert alike.diagonal(1).mean() > 0.7  # neighbours became alike where training sentences reached often
    assert untrained.diagonal(1).abs().mean() < 0.2  # the rows that no sentence reached are still random
    assert float(table.facts["bleu_learned"]) > 80
    assert float(table.facts["bleu_sinusoidal"]) > 80
