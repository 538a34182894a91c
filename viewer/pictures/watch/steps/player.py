"""What the player shows: every step's choices and attention, and the branch that it left."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from torch import Tensor

from transformer import Translation, Translator
from transformer.decoding.strategies import Beam, Greedy, Strategy
from transformer.edits.comparison import word_changes
from transformer.model.attentions import all_layers
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from viewer.app.budget import within_budget
from viewer.engine.live.offer import offer
from viewer.pictures.watch.steps.branches import Branches
from viewer.transport.payload import Payload
from viewer.widgets.language import read_by, written_by
from viewer.widgets.tokens import as_facts, chips, chips_within
from viewer.widgets.word_diff import word_diff

SHOWN = 10  # candidates of each step


def payload(translator: Translator[Any], taken: Branches, own: Translation | None) -> Payload:
    """The visitor's current branch, the one it left, and the visitor's own translation.

    Args:
        translator: of any model whose decoder looks at the source.
        own: the visitor's translation, scored; None if there is none.
    """
    now, before = taken.branches[-1], taken.branches[-2] if len(taken.branches) > 1 else None
    shown = {"now": _of_branch(taken.model, now)}
    if before:
        shown["before"] = _of_branch(taken.model, before)
    if own:
        shown["own"] = _shown(own)
    changes = word_changes(before.text, now.text) if before else None
    path: list[dict[str, Any]] = [{"text": taken.branches[0].text, "fork": None, "chosen": None}]
    for fork, branch in zip(taken.forks, taken.branches[1:], strict=True):
        path.append({"text": branch.text, "fork": asdict(fork), "chosen": chips([branch.tokens[fork.step]])[0].text})
    facts = {
        "sizes": _sizes(translator.model, len(now.source.tokens)),
        "recurrent": isinstance(translator.model, RecurrentNetwork),
        "alignedLayer": translator.alignment_layer,
        "source": as_facts(chips(now.source.tokens)),
        "branches": {name: each.facts for name, each in shown.items()},
        "path": path,
        "difference": {"before": word_diff(changes, "before"), "now": word_diff(changes, "after")} if changes else None,
        "language": written_by(translator).code,
        "reads": read_by(translator).name,
        "strategy": now.strategy.in_words if now.strategy else "",
        "runs": {"encoder": now.runs.encoder, "decoder": now.runs.decoder} if now.runs and now.strategy else None,
    }
    tensors = {f"{name}.cross": each.tensors["cross"] for name, each in shown.items()}
    if "self" in shown["now"].tensors:
        tensors["now.self"] = shown["now"].tensors["self"]
    return Payload(facts, tensors)


def typing(
    translator: Translator[Any], name: str, sentence: str, strategy: Strategy, prefix: Sequence[int]
) -> dict[str, Any]:
    """Further facts, with which the browser's own model does the same with what is typed; it draws no samples.

    Args:
        name: of the model. sentence: as typed. prefix: what the translation begins with.
    """
    if not isinstance(strategy, Beam | Greedy):
        return {}
    size = strategy.size if isinstance(strategy, Beam) else None
    search = {"sentence": sentence, "size": size, "alpha": strategy.alpha, "prefix": prefix}
    return {"search": search, "engine": offer(name, translator, "pictures/watch/steps/live.js")}


def _sizes(model: TranslationModel, source: int) -> dict[str, int]:
    """Letters as in the paper; a recurrent network has one layer with one head, as wide as its state."""
    layers, heads = (model.config.decoder_layers, model.config.heads) if isinstance(model, Transformer) else (1, 1)
    return {"S": source, "D": model.config.d_model, "H": heads, "decoder_layers": layers}


def _of_branch(model: str, branch: Translation) -> Payload:
    return _kept(model, branch.source.text, branch.hypothesis.tokens, branch.strategy, branch.forced, branch)


@within_budget
def _kept(
    model: str, source: str, tokens: tuple[int, ...], strategy: Strategy | None, forced: int, _branch: Translation
) -> Payload:
    """What is shown of a branch. Its trace, which is many times larger, belongs to a copy and is dropped with it."""
    return _shown(replace(_branch))


def _shown(translation: Translation) -> Payload:
    """The tokens of a translation with the candidates of each step, and the attention of each step."""
    frame = translation.steps(SHOWN)
    shown = [chip for token in frame["token"] for chip in chips_within([token])]
    named = frame.assign(text=[chip.text for chip in shown], joined=[chip.joined for chip in shown])
    columns = ["step", "rank", "id", "probability", "log_probability", "drawn_from", "taken", "text", "joined"]
    steps: list[list[dict[str, Any]]] = [[] for _ in translation.tokens]
    for row in named[columns].to_dict(orient="records"):  # all at once: pandas takes long for a table, however short
        steps[row.pop("step")].append(row)
    hypothesis = translation.hypothesis
    facts = {
        "chips": as_facts(chips(translation.tokens)),
        "text": translation.text,
        "forced": translation.forced,
        "logProbabilities": hypothesis.log_probabilities,
        "entropies": [float(value) for value in translation.entropies],
        "steps": steps,
        "leftAt": translation.left_at(),
    }
    return Payload(facts, _attention(translation))


def _attention(translation: Translation) -> dict[str, Tensor]:
    """The weights over the source, and for a Transformer over earlier tokens."""
    length = len(translation.tokens)
    names = {"cross": all_layers(translation.trace, "cross", "weights")[:, :, :length].clone()}
    if not isinstance(translation.translator.model, RecurrentNetwork):
        names["self"] = all_layers(translation.trace, "decoder", "weights")[:, :, :length].clone()
    return names
