"""Parameters by part and kind, against the paper's arithmetic."""

import pytest
from tiny import tiny_model

from transformer.analysis.measures.parameters import paper_base, parameters_by_kind
from transformer.model.translation_model import count_parameters


def test_the_papers_base_model_by_its_own_sizes() -> None:
    base = paper_base()
    assert all(parameter.is_meta for parameter in base.parameters())
    d, hidden, layers = 512, 2048, 6
    attention = 4 * (d * d + d)
    feed = d * hidden + hidden + hidden * d + d
    norm = 2 * d
    assert parameters_by_kind(base) == {
        "encoder": {"self-attention": layers * attention, "feed-forward": layers * feed, "norms": layers * 2 * norm},
        "decoder": {
            "self-attention": layers * attention,
            "cross-attention": layers * attention,
            "feed-forward": layers * feed,
            "norms": layers * 3 * norm,
        },
        "embeddings": {"vocabulary": 37_000 * d},
    }
    parts = {part: round(sum(kinds.values()) / 1e6, 1) for part, kinds in parameters_by_kind(base).items()}
    assert parts == {"encoder": 18.9, "decoder": 25.2, "embeddings": 18.9}


@pytest.mark.parametrize(
    "changes",
    [{}, {"norm": "pre"}, {"tied_embeddings": False}, {"positions": "learned"}, {"encoder_layers": 3}],
)
def test_the_kinds_add_up_to_the_parts(changes: dict[str, object]) -> None:
    model = tiny_model(**changes)
    by_kind, by_part = parameters_by_kind(model), count_parameters(model)
    assert sum(by_kind["encoder"].values()) == by_part["encoder"]
    assert sum(by_kind["decoder"].values()) == by_part["decoder"]
    assert by_kind["embeddings"]["vocabulary"] == by_part["embeddings"]
    assert by_kind["embeddings"].get("positions", 0) == by_part["positions"]
    assert sum(sum(kinds.values()) for kinds in by_kind.values()) == by_part["total"]
