"""What was measured of a case: one choice between words, and which heads carry what decides it.

A case is a JSON file of `assets/cases/`, a folder for each model, that `measure case` writes. A page that shows one
compares `Case.weights_sha256` with the model at hand: other weights have other numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from transformer.assets import asset
from transformer.dataclass_json import from_json, to_json, write_lines
from transformer.errors import GlassformerError
from transformer.files import read_json, write_atomically

FOLDER = asset("cases")


@dataclass(frozen=True)
class Interval:
    """A share or a mean, with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class RankedHead:
    """A head, and what patching it moves of the difference between two words: 1 would be all of it.

    Attributes:
        kind: `encoder`, `decoder` or `cross`. layer, head: counted from 0. moved: the mean over pairs of sentences.
    """

    kind: str
    layer: int
    head: int
    moved: Interval

    @property
    def name(self) -> str:
        """The head in the form of edits, such as `cross.1.2`."""
        return f"{self.kind}.{self.layer}.{self.head}"


@dataclass(frozen=True)
class HaltedSentence:
    """One sentence, halted before one of the rivals is written.

    Attributes:
        sentence: in English. filling: what stands in its blank. expected: the rival that is right.
        counterpart: the sentence with another filling, which asks for another rival; patches come from it.
        translation: the model's, greedy. written: its beginning, up to the halt. step: how many tokens that is.
        shares: the probability of each rival at the halt.
        clue: positions of the source tokens that decide. clue_weight: what the leader gives them there.
        mean_weight: what the mean of that layer's heads gives them.
        decoy: the position outside the clue to which that mean gives most, as `decoy_token`, and `decoy_weight`.
        moved, moved_team: what patching the leader, or the team, moves, as a share.
        experiments: the probability of each rival under an edit: `hide_clue`, `hide_decoy` (closed to the encoder and
            the decoder), `zero_leader`, `zero_understudy`, `zero_both`, `zero_team`; see `Case.edit`. Sentences held
            out have `hide_clue` and `zero_team` alone.
        holds: whether the case's claim holds, see `Case`.
    """

    sentence: str
    filling: str
    expected: str
    counterpart: str
    translation: str
    written: str
    step: int
    shares: tuple[float, ...]
    clue: tuple[int, ...]
    clue_weight: float
    mean_weight: float
    decoy: int
    decoy_token: str
    decoy_weight: float
    moved: float
    moved_team: float
    experiments: Mapping[str, tuple[float, ...]]
    holds: bool


@dataclass(frozen=True)
class Case:
    """A choice between rivals, as a model makes it.

    The claim for one sentence: of all words, the model finds the right rival the likeliest; at that moment the leader
    gives the clue at least half of its weight; and the team, patched from the counterpart, moves at least half of the
    difference between the two rivals.

    Attributes:
        name: of the file. title: as a heading. model: by name. weights_sha256: of the weights that were measured.
        target: the language that the model writes. frame: the English sentence, with `___` for its blank.
        rivals: the competing words. tokens: of the vocabulary, one for each, as the frame's translation writes them.
        heads: all, by what patching them moves over pairs of sentences, the largest first.
        leader: the first of cross-attention, such as `cross.1.2`. team: all of cross-attention with an interval above a
            tenth. understudy: of all heads, the one that costs the fillings most once the leader is gone.
        pairs: of sentences on which the heads were ranked.
        fillings: what the wheel offers. held_out: sentences with other frames and words, which played no part in
            finding the heads. unreached: those of them whose translation writes no rival; the claim does not hold.
        holding: the share of sentences held out for which the claim holds, with its Wilson interval.
        command: which measured it. date: when.
    """

    name: str
    title: str
    model: str
    weights_sha256: str
    target: str
    frame: str
    rivals: tuple[str, ...]
    tokens: tuple[str, ...]
    heads: tuple[RankedHead, ...]
    leader: str
    team: tuple[str, ...]
    understudy: str
    pairs: int
    fillings: tuple[HaltedSentence, ...]
    held_out: tuple[HaltedSentence, ...]
    unreached: tuple[str, ...]
    holding: Interval
    command: str
    date: str

    def edit(self, experiment: str, trial: HaltedSentence) -> str:
        """An experiment on a sentence, in the form that `transformer.edits.parse` reads.

        Raises:
            KeyError: if there is no such experiment.
        """
        return edits_of(trial.clue, trial.decoy, self.leader, self.understudy, self.team)[experiment]


def edits_of(clue: Iterable[int], decoy: int, leader: str, understudy: str, team: Sequence[str]) -> dict[str, str]:
    """The edit of each experiment by its name."""
    zeroed = {"leader": [leader], "understudy": [understudy], "both": [leader, understudy], "team": team}
    return {
        "hide_clue": ":".join(["close", *map(str, clue)]),
        "hide_decoy": f"close:{decoy}",
        **{f"zero_{which}": ",".join(f"zero_head:{head}" for head in heads) for which, heads in zeroed.items()},
    }


def list_cases(model: str) -> tuple[str, ...]:
    """The names of the cases measured on a model, in the order of the alphabet."""
    return tuple(sorted(path.stem for path in path_of(model, "").glob("*.json")))


def path_of(model: str, file: str) -> Path:
    """A file among a model's cases."""
    return FOLDER / model / file


def load_case(model: str, name: str) -> Case:
    """A measured case.

    Raises:
        GlassformerError: if there is none of that name, or its file is damaged.
    """
    if name not in (known := list_cases(model)):
        raise GlassformerError(
            f"No case {name!r} was measured on {model!r}; choose from: {', '.join(known) or 'none'}."
        )
    path = path_of(model, f"{name}.json")
    try:
        return cast(Case, from_json(Case, read_json(path)))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise GlassformerError(f"{path} is missing or damaged ({error}): measure it again.") from None


def save_case(case: Case) -> Path:
    """Write a case into the folder of its model, and return the file's path.

    Raises:
        GlassformerError: if it cannot be written.
    """
    path = path_of(case.model, f"{case.name}.json")
    write_atomically(path, write_lines(to_json(case)))
    return path
