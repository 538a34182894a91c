"""What each edit costs a model: held-out loss and BLEU, before and after; and how many heads you can remove.

    sample = [HeldOutCorpus.of(translator, "everyday", "dev", pairs)]
    measured = measure_edit(translator, sample, parse("zero_head:cross.1.2"))

The loss is the teacher-forced cross-entropy of the references; BLEU is that of greedy translations.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from transformer.analysis.evaluation.scores import bleu_from_counts, score_translations, sentence_counts
from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted, group_by_length
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.edits import Edit, compose, parse
from transformer.edits.change import EditableModel
from transformer.edits.laboratory import ZERO, measured_edits
from transformer.edits.places import all_heads, head_names
from transformer.model.attentions import place
from transformer.model.loss import translation_loss
from transformer.model.probe import intervene
from transformer.text.padding import pad_rows
from transformer.text.source import Source
from transformer.text.special_tokens import PAD
from transformer.translator import Translator

AT_ONCE = 50  # sentences in a batch
EVERY = 4  # heads removed from one point of a pruning curve to the next
BY_LOSS, BY_GRADIENT, AT_RANDOM = "loss", "gradient", "random"
SEEDS = (0, 1, 2)
LOST = 1.0  # BLEU points
RESAMPLES = 1000


@dataclass(frozen=True)
class HeldOutCorpus:
    """Sentence pairs of one corpus that no model was trained on, as a model reads them.

    Attributes:
        corpus, split: where they come from.
        sources: in the encoder's form. targets: ids, START … END. references: as texts.
    """

    corpus: str
    split: str
    sources: tuple[Source, ...]
    targets: tuple[tuple[int, ...], ...]
    references: tuple[str, ...]

    @classmethod
    def of(cls, translator: EditableModel, corpus: str, split: str, pairs: Iterable[Pair]) -> "HeldOutCorpus":
        """Pairs as a model reads them, without those that are too long for it."""
        read = [
            (translator.read(each.source), translator.tokenizer.encode_target(each.target), each.target)
            for each in pairs
        ]
        fitting = [each for each in read if len(each[1]) <= translator.model.config.max_length and not each[0].cut]
        sources, targets, references = zip(*fitting, strict=True)
        return cls(corpus, split, sources, tuple(tuple(ids) for ids in targets), references)


@dataclass(frozen=True)
class Cost:
    """The quality of a model on each held-out corpus, in order.

    Attributes:
        loss: cross-entropy per target token in nats. bleu: of greedy translations.
    """

    loss: tuple[float, ...]
    bleu: tuple[float, ...]


@dataclass(frozen=True)
class Pruning:
    """Heads removed one after another, the least important first.

    Attributes:
        order: what they are ranked by: `loss` (their own ablation's), `gradient` (Michel et al. 2019), or `random`.
        seed: of a random order.
        removed: the heads in the order of removal, such as `encoder.2.1`.
        kept: how many are left, at each point. bleu: of each corpus, at each point.
        spare: of each corpus, the interval that holds the number of heads that can go, see `spare_interval`.
    """

    order: str
    seed: int | None
    removed: tuple[str, ...]
    kept: tuple[int, ...]
    bleu: tuple[tuple[float, ...], ...]
    spare: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Ablations:
    """What was measured on one model.

    Attributes:
        signature: sacreBLEU's. corpora: name, split and number of pairs of each.
        untouched: the model as it is. edits: by group, each edit as text and the model's quality under it.
        prunings: see `Pruning`.
    """

    FILE: ClassVar[str] = "ablations.json"
    signature: str
    corpora: tuple[tuple[str, str, int], ...]
    untouched: Cost
    edits: dict[str, dict[str, Cost]]
    prunings: tuple[Pruning, ...]

    def frame(self) -> pd.DataFrame:
        """A row for each edit and corpus, with `loss_change` and `bleu_change`."""
        rows = [
            (group, edit, name, cost.loss[at], cost.bleu[at], untouched.loss[at], untouched.bleu[at])
            for untouched in [self.untouched]
            for group, costs in self.edits.items()
            for edit, cost in costs.items()
            for at, (name, _, _) in enumerate(self.corpora)
        ]
        table = pd.DataFrame(rows, columns=["group", "edit", "corpus", "loss", "bleu", "own_loss", "own_bleu"])
        table["loss_change"] = table["loss"] - table.pop("own_loss")
        table["bleu_change"] = table["bleu"] - table.pop("own_bleu")
        return table

    def spare_heads(self, pruning: Pruning) -> tuple[int, ...]:
        """How many heads you can remove before BLEU falls by more than `LOST`, for each corpus."""
        return tuple(
            _spare(own, curve, pruning.kept) for own, curve in zip(self.untouched.bleu, pruning.bleu, strict=True)
        )


def _spare(own: float, curve: Sequence[float], kept: Sequence[int]) -> int:
    """How many heads you can remove on one curve of BLEU."""
    fallen = next((at for at, bleu in enumerate(curve) if bleu < own - LOST), len(curve))
    return kept[0] - kept[fallen - 1] if fallen else 0


def spare_interval(counts: Sequence[np.ndarray], kept: Sequence[int]) -> tuple[int, int]:
    """The 95% interval of how many heads you can remove, by drawing the sentences again (the bootstrap).

    Args:
        counts: at each point of a pruning, `sentence_counts` (N, 10) of the same N sentences, the first of the
            untouched model. kept: heads left at each point.
    """
    chance = np.random.default_rng(0)
    together = np.stack(counts)
    found = []
    for _ in range(RESAMPLES):
        drawn = together[:, chance.integers(together.shape[1], size=together.shape[1])].sum(axis=1)
        own, *curve = map(bleu_from_counts, drawn)
        found.append(_spare(own, [own, *curve], kept))
    low, high = np.percentile(found, (2.5, 97.5), method="nearest")
    return int(low), int(high)


def measure_edit(translator: EditableModel, sample: Sequence[HeldOutCorpus], edit: Edit) -> Cost:
    """The quality of a model under an edit."""
    losses = tuple(round(measure_edited_loss(translator, each, edit), 4) for each in sample)
    scores = [score_translations(translate_edited(translator, each.sources, edit), each.references) for each in sample]
    return Cost(losses, tuple(score.bleu for score in scores))


@torch.no_grad()
def measure_edited_loss(translator: EditableModel, held_out: HeldOutCorpus, edit: Edit) -> float:
    """Cross-entropy per target token in nats, under an edit."""
    probe, sources = edit.probe(translator), [edit.source(translator, source) for source in held_out.sources]
    total, tokens = 0.0, 0
    for source, target in _batches(translator, sources, held_out.targets, edit.sees_padding):
        total += float(translation_loss(translator.model, source, target, probe=probe))
        tokens += int((target[:, 1:] != PAD).sum())
    return total / max(tokens, 1)


def _batches(
    translator: EditableModel, sources: Sequence[Source], targets: Sequence[Sequence[int]], apart: bool = False
) -> Iterator[tuple[Tensor, Tensor]]:
    """Padded batches of pairs of similar length."""
    device = translator.model.output_projection.weight.device
    lengths = [(len(source.ids), len(target)) for source, target in zip(sources, targets, strict=True)]
    for group in group_by_length(lengths, AT_ONCE, apart):
        source = pad_rows([sources[index].ids for index in group]).to(device)
        yield source, pad_rows([targets[index] for index in group]).to(device)


def translate_edited(translator: EditableModel, sources: Sequence[Source], edit: Edit) -> list[str]:
    """Greedy translations under an edit, in the order of their sources."""
    options, ids = SearchOptions(probe=edit.probe(translator)), [edit.source(translator, each).ids for each in sources]
    found = decode_sorted(translator.model, ids, Greedy(), AT_ONCE, options, edit.sees_padding)
    return [translator.tokenizer.decode(each.tokens) for each in found]


def sweep(
    translator: Translator, pairs: Iterable[tuple[str, str]], edits: Iterable[Edit | str], beam: int = 1
) -> pd.DataFrame:
    """Translate a corpus by the model as it is and under each edit, one edit at a time.

    Returns:
        A row for each, the model itself first: `edit`, `bleu`, and `changed`, how many translations the edit changes.
    """
    texts, references = zip(*pairs, strict=True)
    sources = [translator.read(text) for text in texts]
    rows, untouched = [], translator.translate_all(sources, beam)
    for edit in ("", *edits):
        found = translator.translate_all(sources, beam, edit=edit) if edit else untouched
        changed = sum(one != other for one, other in zip(found, untouched, strict=True))
        rows.append((parse(edit).written, score_translations(found, references).bleu, changed))
    return pd.DataFrame(rows, columns=["edit", "bleu", "changed"])


def gradient_importance(translator: EditableModel, sample: Sequence[HeldOutCorpus]) -> dict[str, float]:
    """How much each head matters by the gradient of its own switch ξ (Michel et al. 2019, arXiv 1905.10650).

        I_h = E_x |∂L(x) / ∂ξ_h| at ξ = 1,   scaled so that each attention's squares sum to 1, as in the paper

    Returns:
        By the head's name, such as `encoder.2.1`.
    """
    config = translator.model.config
    heads = all_heads(config)
    sums: dict[str, Tensor] = defaultdict(lambda: torch.zeros(config.heads))
    for held_out in sample:
        for source, target in _batches(translator, held_out.sources, held_out.targets):
            switches = {
                place(kind, layer): torch.ones(len(source), config.heads, device=source.device, requires_grad=True)
                for kind, layer in dict.fromkeys(each[:2] for each in heads)
            }
            with torch.enable_grad():
                of_heads = {at: switch[:, :, None, None] for at, switch in switches.items()}
                probe = intervene({f"{at}.context": partial(torch.mul, switch) for at, switch in of_heads.items()})
                loss = translation_loss(translator.model, source, target, probe=probe)
                gradients = torch.autograd.grad(loss, list(switches.values()))
            for at, gradient in zip(switches, gradients, strict=True):
                sums[at] = sums[at] + gradient.abs().sum(dim=0).cpu()
    scaled = {at: total / total.norm().clamp_min(1e-12) for at, total in sums.items()}
    return {f"{kind}.{layer}.{head}": float(scaled[place(kind, layer)][head]) for kind, layer, head in heads}


def measure_ablations(
    translator: EditableModel,
    sample: Sequence[HeldOutCorpus],
    progress: Callable[[str], object] = lambda _: None,
) -> Ablations:
    """Measure every edit of the laboratory, every head, and the pruning of heads in several orders.

    Args:
        progress: called with each edit once it is measured; `count_steps` says how many there are.
    """

    def measured(edit: Edit) -> Cost:
        found = measure_edit(translator, sample, edit)
        progress(edit.written)
        return found

    untouched = measured(Edit())
    groups = measured_edits(translator.model.config)
    costs = {group: {edit.written: measured(edit) for edit in edits} for group, edits in groups.items()}
    names = head_names(translator.model.config)
    by_loss = {name: sum(costs[ZERO][f"{ZERO}:{name}"].loss) for name in names}
    by_gradient = gradient_importance(translator, sample)
    orders: list[tuple[str, int | None, list[str]]] = [
        (BY_LOSS, None, sorted(names, key=by_loss.__getitem__)),
        (BY_GRADIENT, None, sorted(names, key=by_gradient.__getitem__)),
        *((AT_RANDOM, seed, _shuffle(names, seed)) for seed in SEEDS),
    ]
    prunings = [measure_pruning(translator, sample, *each, progress) for each in orders]
    corpora = tuple((each.corpus, each.split, len(each.sources)) for each in sample)
    references = [reference for each in sample for reference in each.references]
    signature = score_translations(references, references).bleu_signature  # it depends on their script
    return Ablations(signature, corpora, untouched, costs, tuple(prunings))


def measure_pruning(
    translator: EditableModel,
    sample: Sequence[HeldOutCorpus],
    order: str,
    seed: int | None,
    heads: Sequence[str],
    progress: Callable[[str], object] = lambda _: None,
) -> Pruning:
    """Remove heads in their order, and count at each of `pruning_points` what is left of BLEU."""
    points = pruning_points(len(heads))
    kept = tuple(len(heads) - count for count in points)
    counts: list[list[np.ndarray]] = [[] for _ in sample]
    for point in points:
        edit = compose(*(parse(f"{ZERO}:{head}") for head in heads[:point]))
        for each, found in zip(sample, counts, strict=True):
            texts = translate_edited(translator, each.sources, edit)
            found.append(sentence_counts(texts, each.references))
        progress(edit.written)
    bleu = tuple(tuple(round(bleu_from_counts(each.sum(axis=0)), 2) for each in found) for found in counts)
    return Pruning(order, seed, tuple(heads), kept, bleu, tuple(spare_interval(found, kept) for found in counts))


def count_steps(translator: EditableModel) -> int:
    """How many edits `measure_ablations` measures."""
    heads = len(all_heads(translator.model.config))
    edits = sum(map(len, measured_edits(translator.model.config).values()))
    return 1 + edits + (2 + len(SEEDS)) * len(pruning_points(heads))


def pruning_points(heads: int) -> list[int]:
    """How many heads are removed at each point: one at a time at first, EVERY at a time from 2 · EVERY on."""
    return sorted({*range(min(2 * EVERY, heads)), *range(0, heads, EVERY), heads})


def _shuffle(names: Sequence[str], seed: int) -> list[str]:
    order = torch.randperm(len(names), generator=torch.Generator().manual_seed(seed)).tolist()
    return [names[index] for index in order]
