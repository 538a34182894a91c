"""The TSV files in `assets/everyday/lexicon/`, and the irregular French verbs among them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from transformer.assets import asset

ASSETS = asset("everyday")
LEXICON_FOLDER = ASSETS / "lexicon"


@dataclass(frozen=True)
class Conjugation:
    """The irregular forms of a French verb: six present forms, the future stem and the past participle."""

    present: tuple[str, ...]
    future: str
    participle: str


def read_rows(name: str, required: int, columns: int, folder: Path | None = None) -> list[tuple[str, ...]]:
    """Read one lexicon file, padded to `columns`; lines that start with # are comments.

    Raises FileNotFoundError when the file is missing, ValueError when a line has too few, too many or empty columns.
    """
    path = (folder or LEXICON_FOLDER) / name
    if not path.is_file():
        raise FileNotFoundError(f"The lexicon file {path} is missing.")
    rows: list[tuple[str, ...]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if not required <= len(cells) <= columns or not all(cells[:required]):
            raise ValueError(
                f"{path}, line {number}: expected {required} to {columns} filled columns, got {len(cells)}."
            )
        rows.append(tuple(cells + [""] * (columns - len(cells))))
    return rows


@cache
def conjugation_table() -> dict[str, Conjugation]:
    """The irregular French verbs by infinitive."""
    rows = read_rows("conjugation.tsv", 9, 9)
    return {row[0]: Conjugation(row[1:7], row[7], row[8]) for row in rows}
