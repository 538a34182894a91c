"""A model in 8 bits is the same model, rounded."""

import torch

from transformer.__main__ import main
from transformer.model.folder import WEIGHTS_FILE, load_model, read_card

# Of a number with three bits after its first; and of the numbers below 2^-6, which lie 2^-9 apart.
RELATIVE, ABSOLUTE = 2**-4, 2**-10


def test_a_model_in_eight_bits_is_half_as_large_and_differs_only_by_rounding(tiny_folder, tmp_path, capsys) -> None:
    folder = tmp_path / "small"
    export = ["export", "--model", str(tiny_folder), "--to", "8-bit", "--out", str(folder)]
    assert main(export) == 0
    whole, rounded = load_model(tiny_folder), load_model(folder)
    for name, weight in whole.model.named_parameters():
        found = rounded.model.get_parameter(name)
        assert torch.allclose(found, weight, RELATIVE, ABSOLUTE)
        assert bool((found == weight).all()) is (weight.dim() < 2)
    assert torch.equal(rounded.source_token_counts, whole.source_token_counts)
    assert (folder / WEIGHTS_FILE).stat().st_size < 0.8 * (tiny_folder / WEIGHTS_FILE).stat().st_size
    assert "scores" in read_card(tiny_folder)
    assert "scores" not in read_card(folder)
    assert main(export) == 2
    assert "already exists" in capsys.readouterr().err
