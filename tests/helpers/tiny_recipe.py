"""A recipe with every kind of stage that takes a second."""

from pathlib import Path

from tiny import PAIRS, write_tsv

SIZES = "encoder_layers = 1\ndecoder_layers = 1\nd_model = 16\nheads = 2\nd_ff = 32\nvocabulary = 160\n"
STEPS = 'optimizer = "muon"\nwarmup = 1\nbatch_tokens = 200\nvalidate_every = 3\nsave_every = 2\naverage = 1\n'
RECIPE = f"""
target = "fr"
[[stage]]
name = "learn"
kind = "train"
corpus = "PAIRS"
steps = 6
{SIZES}{STEPS}
[[stage]]
name = "settle"
kind = "train"
initial = "{{learn}}"
corpus = "PAIRS*2"
steps = 5
{STEPS}
[[stage]]
name = "measure"
kind = "evaluate"
corpus = "PAIRS"
beam = 2
"""


def write_recipe(folder: Path) -> Path:
    """The recipe and the pairs that it learns from, in a folder."""
    write_tsv(folder / "pairs.tsv", PAIRS * 2)
    path = folder / "own.toml"
    path.write_text(RECIPE.replace("PAIRS", str(folder / "pairs.tsv")))
    return path
