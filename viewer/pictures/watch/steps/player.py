"""What the player is sent: a decoding step by step, and the branches that lead to it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NotRequired, TypedDict

from torch import Tensor

from transformer import Translation, Translator
from transformer.decoding.strategies import Sampling, Strategy
from transformer.edits.comparison import word_changes
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.model.transformer import Transformer
from viewer.app.budget import within_budget
from viewer.frame.facts import activation_facts
from viewer.pictures.watch.steps.branches import Branches
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language
from viewer.widgets.word_diff import Stretch, word_diff

SHOWN = 10  # candidates of each step, as in viewer/engine/live/decodings.js


class CandidateFacts(TypedDict):
    """A token of a step; `drawnFrom` is its probability after temperature, top-k and top-p."""

    rank: int
    id: int
    token: str
    logProbability: float
    drawnFrom: NotRequired[float]


class DecodingFacts(TypedDict):
    """A translation token by token, with what else it could have been at every step; the first `forced` were given."""

    text: str
    tokens: Sequence[str]
    forced: int
    logProbabilities: Sequence[float]
    entropies: Sequence[float]
    candidates: Sequence[Sequence[CandidateFacts]]


class StepsPassage(TypedDict):
    """What goes with a decoding's activations: `sentence` as it was typed, and how often the decoder ran."""

    sentence: str
    source: Sequence[str]
    runs: int | None
    now: DecodingFacts


class BranchTaken(TypedDict):
    """A branch on the visitor's path: its text, and the token that was chosen at a step; none for the first one."""

    text: str
    step: int | None
    chosen: str | None


class StepsChosen(TypedDict):
    """What the visitor chose and gave: the path, the branch before the last choice and how that changed the words, and
    their own translation.
    """

    path: Sequence[BranchTaken]
    difference: tuple[Sequence[Stretch], Sequence[Stretch]] | None
    before: DecodingFacts | None
    own: DecodingFacts | None


class StepsModel(TypedDict):
    """What the player says of the model, and of how it decodes."""

    layers: int
    heads: int
    width: int
    recurrent: bool
    alignedLayer: int
    language: str
    reads: str
    strategy: str


class _Shown(NamedTuple):
    """A translation and the decoder's attention."""

    facts: DecodingFacts
    tensors: dict[str, Tensor]


def of_model(translator: Translator[Any], strategy: Strategy | None) -> StepsModel:
    """A recurrent network has one layer with one head, as wide as its state."""
    model = translator.model
    layers, heads = (model.config.decoder_layers, model.config.heads) if isinstance(model, Transformer) else (1, 1)
    return {
        "layers": layers,
        "heads": heads,
        "width": model.config.d_model,
        "recurrent": isinstance(model, RecurrentNetwork),
        "alignedLayer": translator.alignment_layer,
        "language": target_language(translator).code,
        "reads": source_language(translator).name,
        "strategy": strategy.in_words if strategy else "",
    }


def payload(
    translator: Translator[Any],
    taken: Branches,
    own: Translation | None,
    sentence: str = "",
    engine: Mapping[str, Any] | None = None,
) -> Payload:
    """The visitor's current branch, the one it left, and the visitor's own translation.

    Args:
        translator: of any model whose decoder looks at the source.
        own: the visitor's translation, scored; None if there is none.
        sentence: as typed. engine: the offer to the browser's own model.
    """
    now, before = taken.branches[-1], taken.branches[-2] if len(taken.branches) > 1 else None
    shown = {"": _of_branch(taken.model, now)}
    if before:
        shown["before."] = _of_branch(taken.model, before)
    if own:
        shown["own."] = _translation_payload(own)
    passage: StepsPassage = {
        "sentence": sentence,
        "source": now.source.tokens,
        "runs": now.runs.decoder if now.runs and now.strategy else None,
        "now": shown[""].facts,
    }
    chosen = _chosen(taken, shown) if len(shown) > 1 else None
    facts = activation_facts(engine, sentence, passage, chosen)
    tensors = {f"{of}{name}": each for of, branch in shown.items() for name, each in branch.tensors.items()}
    return Payload({**of_model(translator, now.strategy), **facts}, tensors)


def _chosen(taken: Branches, shown: Mapping[str, _Shown]) -> StepsChosen:
    path: list[BranchTaken] = [{"text": taken.branches[0].text, "step": None, "chosen": None}]
    for fork, branch in zip(taken.forks, taken.branches[1:], strict=True):
        path.append({"text": branch.text, "step": fork.step, "chosen": branch.tokens[fork.step]})
    before, own = (shown[each].facts if each in shown else None for each in ("before.", "own."))
    changes = word_changes(path[-2]["text"], path[-1]["text"]) if before else None
    difference = (word_diff(changes, "before"), word_diff(changes, "after")) if changes else None
    return {"path": path, "difference": difference, "before": before, "own": own}


def _of_branch(model: str, branch: Translation) -> _Shown:
    return _branch_payload(model, branch.source.text, branch.hypothesis.tokens, branch.strategy, branch.forced, branch)


@within_budget
def _branch_payload(
    model: str, source: str, tokens: tuple[int, ...], strategy: Strategy | None, forced: int, _branch: Translation
) -> _Shown:
    """Build a branch's payload from a copy, so that its trace, which is many times larger, is dropped afterwards."""
    return _translation_payload(replace(_branch))


def _translation_payload(translation: Translation) -> _Shown:
    facts: DecodingFacts = {
        "text": translation.text,
        "tokens": translation.tokens,
        "forced": translation.forced,
        "logProbabilities": translation.hypothesis.log_probabilities,
        "entropies": [float(value) for value in translation.entropies],
        "candidates": candidates_of(translation),
    }
    return _Shown(facts, _attention(translation))


def candidates_of(translation: Translation) -> list[list[CandidateFacts]]:
    """The likeliest tokens of every step, and the one that was taken."""
    candidates: list[list[CandidateFacts]] = [[] for _ in translation.tokens]
    for row in translation.candidates(SHOWN):
        candidate: CandidateFacts = {
            "rank": row["rank"],
            "id": row["id"],
            "token": row["token"],
            "logProbability": row["log_probability"],
        }
        if isinstance(translation.strategy, Sampling):
            candidate["drawnFrom"] = row["drawn_from"]
        candidates[row["step"]].append(candidate)
    return candidates


def _attention(translation: Translation) -> dict[str, Tensor]:
    """The weights over the source, and for a Transformer over earlier tokens."""
    trace = translation.trace
    return {
        name: trace[name].float()
        for name in trace
        if name.startswith("decoder.") and name.endswith("_attention.weights")
    }
