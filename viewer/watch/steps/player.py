"""What the player shows of a decoding: every step's choices and attention, and the road it left."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from torch import Tensor

from transformer import Translation, Translator
from transformer.decoding.strategies import Strategy
from transformer.model.attentions import AttentionKind, all_layers
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from viewer.app.budget import within_budget
from viewer.watch.running_totals import running_totals
from viewer.watch.steps.roads import Journey
from viewer.widgets.language import written_by
from viewer.widgets.payload import Payload
from viewer.widgets.tokens import as_facts, chips, chips_within

SHOWN = 10  # candidates of each step


@dataclass(frozen=True)
class Shown:
    """What the player shows of one translation.

    Attributes:
        facts: its tokens, and of each step the most probable ones.
        tensors: the attention with which each token was said, see `_tensors`.
    """

    facts: dict[str, Any]
    tensors: dict[str, Tensor]


def payload(translator: Translator[Any], journey: Journey, own: Translation | None) -> Payload:
    """The road that the visitor is on, the one it left, and the visitor's own translation.

    Args:
        translator: of any model whose decoder looks at the source.
        own: a translation of the visitor's, scored; None if there is none.
    """
    now, before = journey.roads[-1], journey.roads[-2] if len(journey.roads) > 1 else None
    shown = {"now": _of_road(journey.model, now)}
    if before:
        shown["before"] = _of_road(journey.model, before)
    if own:
        shown["own"] = _shown(own)
    tensors = {f"{name}.{key}": value for name, each in shown.items() for key, value in each.tensors.items()}
    facts = {
        "sizes": _sizes(translator.model, len(now.source.tokens)),
        "recurrent": isinstance(translator.model, RecurrentNetwork),
        "alignedLayer": translator.alignment_layer,
        "source": as_facts(chips(now.source.tokens)),
        "roads": {name: each.facts for name, each in shown.items()},
        "path": [
            {
                "text": road.text,
                "fork": None if number == 0 else asdict(journey.forks[number - 1]),
                "said": None if number == 0 else chips([road.tokens[journey.forks[number - 1].step]])[0].text,
            }
            for number, road in enumerate(journey.roads)
        ],
        "difference": word_difference(before.text, now.text) if before else None,
        "language": written_by(translator).code,
        "strategy": now.strategy.in_words if now.strategy else "",
        "runs": {"encoder": now.runs.encoder, "decoder": now.runs.decoder} if now.runs and now.strategy else None,
    }
    return Payload(facts, tensors)


def _sizes(model: TranslationModel, source: int) -> dict[str, int]:
    """Letters as in the paper; a recurrent network has one layer with one head, as wide as its state."""
    layers, heads = (model.config.decoder_layers, model.config.heads) if isinstance(model, Transformer) else (1, 1)
    return {"S": source, "D": model.config.d_model, "H": heads, "decoder_layers": layers}


def _of_road(model: str, road: Translation) -> Shown:
    return _kept(model, road.source.text, road.hypothesis.tokens, road.strategy, road.forced, road)


@within_budget
def _kept(
    model: str, source: str, tokens: tuple[int, ...], strategy: Strategy | None, forced: int, _road: Translation
) -> Shown:
    """What is shown of a road. Its trace, which is many times larger, is that of a copy, and is forgotten with it."""
    return _shown(replace(_road))


def _shown(translation: Translation) -> Shown:
    return Shown(_facts(translation), {key: value.clone() for key, value in _tensors(translation).items()})


def _facts(translation: Translation) -> dict[str, Any]:
    frame = translation.steps(SHOWN)
    columns = ["rank", "id", "probability", "log_probability", "drawn_from", "taken"]
    shown = [chip for token in frame["token"] for chip in chips_within([token])]
    named = frame.assign(text=[chip.text for chip in shown], joined=[chip.joined for chip in shown])
    records = named[[*columns, "text", "joined", "step"]].to_dict(orient="records")
    hypothesis = translation.hypothesis
    return {
        "chips": as_facts(chips(translation.tokens)),
        "text": translation.text,
        "forced": translation.forced,
        "finished": hypothesis.finished,
        "logProbabilities": hypothesis.log_probabilities,
        "totals": running_totals(hypothesis),
        "logProbability": hypothesis.log_probability,
        "score": hypothesis.score,
        "entropies": [float(value) for value in translation.entropies],
        "steps": [list(rows) for _, rows in groupby(records, key=lambda row: row["step"])],
        "leftAt": translation.left_at(),
    }


def _tensors(translation: Translation) -> dict[str, Tensor]:
    """The weights over the source, and of a Transformer over what was said."""
    length = len(translation.tokens)
    recurrent = isinstance(translation.translator.model, RecurrentNetwork)
    kinds: dict[str, AttentionKind] = {"cross": "cross"} if recurrent else {"cross": "cross", "self": "decoder"}
    return {name: all_layers(translation.trace, kind, "weights")[:, :, :length] for name, kind in kinds.items()}


def word_difference(before: str, now: str) -> dict[str, list[dict[str, Any]]]:
    """Both texts in stretches of words, each with whether the other text has it in the same place."""
    one, other = before.split(), now.split()
    parts: dict[str, list[dict[str, Any]]] = {"before": [], "now": []}
    for kind, begin, end, from_, to in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        for name, stretch in (("before", one[begin:end]), ("now", other[from_:to])):
            _add(parts[name], stretch, kind == "equal")
    return parts


def _add(parts: list[dict[str, Any]], stretch: Sequence[str], same: bool) -> None:
    if stretch:
        parts.append({"text": " ".join(stretch), "same": same})
