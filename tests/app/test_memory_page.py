"""What pages keep of a sentence is counted whole, also what only grew when the page looked at it."""

from pathlib import Path

import pytest
from app_tests import open_page

from transformer.decoding.strategies import Beam
from viewer.app import resources
from viewer.app.budget import KEPT, clear
from viewer.app.memory_size import bytes_of
from viewer.pictures.watch.steps import branches, player


@pytest.mark.slow
@pytest.mark.parametrize("page", ["steps", "why"])
def test_nothing_has_grown_beyond_what_was_counted(page: str) -> None:
    clear()
    open_page(page, sentence="The dog eats bread.")
    assert len(KEPT) > 1
    assert KEPT.currsize == sum(map(bytes_of, KEPT.values()))


@pytest.mark.slow
def test_a_branch_is_kept_without_its_trace_and_without_its_beam(app_folder: Path) -> None:
    taken = branches.follow(str(app_folder), "The dog eats bread.", Beam(3), "", ())
    player.payload(resources.load_model(str(app_folder)), taken, None)
    (branch,) = taken.branches
    assert "trace" not in vars(branch)
    assert not branch.search.nodes
