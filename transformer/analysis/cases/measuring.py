"""Measure a case: find the heads on the fillings, then try the claim on sentences held out."""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import torch
from torch import Tensor

from transformer.analysis.cases.ranking import Halt, find_halt, moved_by, next_logits, rank_heads
from transformer.analysis.cases.record import Case, HaltedSentence, Interval, RankedHead, edits_of, path_of
from transformer.corpora import Direction
from transformer.decoding.strategies import Greedy
from transformer.decoding.translation import find_translations
from transformer.edits import parse
from transformer.edits.edit import RowByRow
from transformer.edits.places import head_names
from transformer.errors import EditError, GlassformerError
from transformer.model.attentions import place
from transformer.model.folder import find_model, weights_fingerprint
from transformer.model.probe import Recorder
from transformer.text.words import pieces_at
from transformer.translator import Translator

BLANK = "___"
HALF, TENTH = 0.5, 0.1
NORMAL = 1.959964  # of a 95% interval


@dataclass(frozen=True)
class Story:
    """What to measure: sentences with a blank, and what can stand in it.

    Attributes:
        fillings: for each rival, what asks for it. also: more frames to find the heads on, each with a filling for the
            first two rivals. held_out: frames like those, to try the claim on. one_sided: only with the first filling.
    """

    title: str
    frame: str
    rivals: tuple[str, ...]
    fillings: Mapping[str, tuple[str, ...]]
    also: tuple[tuple[str, str, str], ...]
    held_out: tuple[tuple[str, str, str], ...]
    one_sided: bool = False


def read_story(model: str, name: str) -> Story:
    """What is measured as a case of a model, from `stories.toml` in its folder.

    Raises:
        GlassformerError: if there is none of that name.
    """
    path = path_of(model, "stories.toml")
    stories = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if name not in stories:
        raise GlassformerError(
            f"There is no story {name!r} for {model!r}; choose from: {', '.join(stories) or 'none'}."
        )
    told = stories[name]
    fillings = {rival: tuple(words) for rival, words in told["fillings"].items()}
    also, held_out = (tuple((frame, *words) for frame, *words in told.get(part, ())) for part in ("also", "held_out"))
    return Story(told["title"], told["frame"], tuple(fillings), fillings, also, held_out, told.get("one_sided", False))


@dataclass(frozen=True)
class _Asked:
    """A sentence to try, before it is measured."""

    frame: str
    filling: str
    expected: str
    other: str
    other_expected: str

    @property
    def sentence(self) -> str:
        return self.frame.replace(BLANK, self.filling)

    @property
    def counterpart(self) -> str:
        return self.frame.replace(BLANK, self.other)


def measure_case(translator: Translator, name: str, story: Story, command: str) -> Case:
    """Rank the heads on the fillings, then try the claim on the sentences held out."""
    first, second = story.rivals[:2]
    wheel = list(_ask_fillings(story))
    found_on = [*wheel, *_ask_frames(story, story.also)]
    both = {first, second}
    pairs = [(each.sentence, each.counterpart) for each in found_on if {each.expected, each.other_expected} == both]
    table = rank_heads(translator, pairs, (first, second))
    heads = tuple(
        RankedHead(row["kind"], row["layer"], row["head"], Interval(row["moved"], row["low"], row["high"]))
        for row in table.to_dict("records")
    )
    team = [head for head in heads if head.kind == "cross" and head.moved.low > TENTH]
    if not team:
        raise EditError(f"No head of cross-attention moves a tenth of the choice between {first} and {second}.")
    halts = [_halt(translator, each, story.rivals) for each in found_on]
    understudy = _find_understudy(translator, halts, found_on, story.rivals, team[0])
    detective = _Detective(translator, story.rivals, team[0], understudy, team)
    held_out, unreached = [], []
    for asked in _ask_frames(story, story.held_out):
        try:
            held_out.append(detective.try_out(asked, ("hide_clue", "zero_team")))
        except EditError:
            unreached.append(asked.sentence)
    return Case(
        name,
        story.title,
        translator.name,
        weights_fingerprint(find_model(translator.name)),
        Direction.of_card(translator.card).target,
        story.frame,
        story.rivals,
        halts[0].tokens,
        heads,
        team[0].name,
        tuple(head.name for head in team),
        understudy,
        len(pairs),
        tuple(map(detective.try_out, wheel)),
        tuple(held_out),
        tuple(unreached),
        wilson(sum(each.holds for each in held_out), len(held_out) + len(unreached)),
        command,
        date.today().isoformat(),
    )


def wilson(count: int, of: int) -> Interval:
    """A share with its 95% interval by Wilson's score, which is right for few trials and near 0 and 1."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    share, spread = count / of, NORMAL**2 / of
    centre, half = share + spread / 2, math.sqrt(spread * (share * (1 - share) + spread / 4))
    return Interval(share, max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread)))


@dataclass(frozen=True)
class _Detective:
    """What is done with each sentence."""

    translator: Translator
    rivals: tuple[str, ...]
    leader: RankedHead
    understudy: str
    team: Sequence[RankedHead]

    def try_out(self, asked: _Asked, tried: Sequence[str] = ()) -> HaltedSentence:
        """Measure one sentence.

        Args:
            tried: which experiments; by default all.

        Raises:
            EditError: if its translation writes no rival.
        """
        translator, halt = self.translator, _halt(self.translator, asked, self.rivals)
        source = halt.translation.source
        begin = asked.frame.index(BLANK)
        (clue,) = pieces_at(source.text, [(begin, begin + len(asked.filling))], translator.tokenizer)
        weights_name = f"{place('cross', self.leader.layer)}.weights"
        recorder = Recorder(only=[weights_name])
        plain = next_logits(translator.model, halt, recorder)
        weights = recorder.activations[weights_name][0, :, -1].cpu()  # (H, S)
        mean = weights.mean(dim=0)
        decoy = int(mean.index_fill(0, torch.tensor(clue), -1.0).argmax())
        ids = dict(zip(self.rivals, halt.ids, strict=True))
        between = ids[asked.expected], ids[asked.other_expected]
        team = [each.name for each in self.team]
        other = translator.read(asked.counterpart)
        moved, whole = moved_by(translator, halt, other, between, [[self.leader.name], team])
        leader_moved, team_moved = map(_round, (moved / whole).tolist())
        clue_weight = _round(float(weights[self.leader.head, clue].sum()))
        right = int(plain.argmax()) == between[0]
        return HaltedSentence(
            asked.sentence,
            asked.filling,
            asked.expected,
            asked.counterpart,
            halt.translation.text,
            translator.write(source, halt.translation.hypothesis.tokens[: halt.step]),
            halt.step,
            _shares(plain, halt),
            tuple(clue),
            clue_weight,
            _round(float(mean[clue].sum())),
            decoy,
            translator.tokenizer.decode([source.ids[decoy]]) or source.tokens[decoy],
            _round(float(mean[decoy])),
            leader_moved,
            team_moved,
            {
                experiment: _shares(next_logits(translator.model, halt, parse(edit).probe(translator)), halt)
                for experiment, edit in edits_of(clue, decoy, self.leader.name, self.understudy, team).items()
                if experiment in (tried or (experiment,))
            },
            right and clue_weight >= HALF and team_moved >= HALF,
        )


def _ask_fillings(story: Story) -> Iterable[_Asked]:
    """Every filling, with the next one of another rival as its counterpart: of the first for all but the first."""
    first, second = story.rivals[:2]
    for rival, words in story.fillings.items():
        against = second if rival == first else first
        others = story.fillings[against]
        for at, word in enumerate(words):
            yield _Asked(story.frame, word, rival, others[at % len(others)], against)


def _ask_frames(story: Story, frames: Iterable[tuple[str, str, str]]) -> Iterable[_Asked]:
    """Both sentences of each frame, each the other's counterpart."""
    first, second = story.rivals[:2]
    for frame, one, other in frames:
        yield _Asked(frame, one, first, other, second)
        if not story.one_sided:
            yield _Asked(frame, other, second, one, first)


def _halt(translator: Translator, asked: _Asked, rivals: Sequence[str]) -> Halt:
    (translation,) = find_translations(translator, [translator.read(asked.sentence)], Greedy())
    return find_halt(translation, rivals)


def _shares(logits: Tensor, halt: Halt) -> tuple[float, ...]:
    return tuple(_round(share) for share in logits.softmax(dim=-1)[list(halt.ids)].tolist())


def _round(value: float) -> float:
    return round(value, 4)


@torch.no_grad()
def _find_understudy(
    translator: Translator, halts: Sequence[Halt], asked: Sequence[_Asked], rivals: Sequence[str], leader: RankedHead
) -> str:
    """The head that costs the right rival most, in nats over all sentences, once the leader is zero."""
    heads = [name for name in head_names(translator.model.config) if name != leader.name]
    edits = [parse(f"zero_head:{leader.name},zero_head:{name}") for name in heads]
    costs = torch.zeros(len(heads))
    device = translator.model.output_projection.weight.device
    for halt, each in zip(halts, asked, strict=True):
        rows = [[list(ids)] * len(heads) for ids in (halt.translation.source.ids, halt.prefix)]
        source, target = (torch.tensor(ids, device=device) for ids in rows)
        logits = translator.model(source, target, RowByRow(translator, edits))[:, -1].cpu()
        costs -= logits.log_softmax(dim=-1)[:, halt.ids[rivals.index(each.expected)]]
    return heads[int(costs.argmax())]
