"""What the page on greedy decoding and beam search says of whole test sets."""

import json

import pytest

from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.model.folder import find_model
from transformer.model.measurements import load_measurement
from viewer.pictures.watch.search.scores import TOLD_OF, scores


@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_table_holds_what_was_measured_on_this_model(model: str) -> None:
    stored = json.loads((find_model(model) / SearchComparison.FILE).read_text(encoding="utf-8"))
    sent = scores(load_measurement(model, SearchComparison))
    assert (sent["beam"], sent["alpha"]) == (stored["beam"], stored["alpha"])
    assert stored["rows"][sent["toldOf"]]["corpus"] == TOLD_OF
    for shown, row in zip(sent["rows"], stored["rows"], strict=True):
        assert (shown["sentences"], shown["differ"]) == (row["sentences"], row["differ"])
        for search in ("greedy", "beam"):
            assert shown[search]["bleu"] == row[f"{search}_bleu"]
            assert shown[search]["logProbability"] == row[f"{search}_log_probability"]
            assert shown[search]["milliseconds"] == row[f"{search}_milliseconds"]
