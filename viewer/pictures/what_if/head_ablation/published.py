"""What other people found when they removed heads: their figures, with sources and methods."""

from transformer.analysis.evaluation.ablations import AT_RANDOM, BY_GRADIENT, BY_LOSS, Ablations
from viewer.pictures.what_if.head_ablation.pruning import spare, spare_interval

# Our own sentences about figures from the two papers' abstracts or the named sections.
PUBLISHED = (
    (
        "Michel et al. 2019",
        "“Are Sixteen Heads Really Better than One?”, NeurIPS, arXiv 1905.10650",
        "One head at a time, 8 of 96 encoder heads change BLEU significantly (section 3.2). Ranked by gradient, 20% "
        "of all heads can go without noticeable harm (section 4). Cross-attention needs its many heads most.",
        "A large Transformer with 16 heads per layer, WMT English–French. As here, heads are removed from a trained "
        "model, and nothing is trained afterwards.",
    ),
    (
        "Voita et al. 2019",
        "“Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy Lifting, the Rest Can Be Pruned”, ACL, "
        "arXiv 1905.09418",
        "38 of 48 encoder heads can go for 0.15 BLEU, WMT English–Russian. Specialised heads go last.",
        "Only the encoder’s heads are pruned, during training: gates learn which heads to close, and the other heads "
        "take over their work. Here nothing is trained to be pruned.",
    ),
)


def published_rows(measured: Ablations | None, names: list[str], kinds: str) -> list[list[str]]:
    """A row for each paper, after one for the model itself if it was measured: who, where, what they found, and with
    what model.

    Args:
        names: of the corpora. kinds: how many heads of each kind the model has, in words.
    """
    rows = [list(row) for row in PUBLISHED]
    if measured is None:
        return rows
    found = "; ".join(
        f"{name}: {spare(measured, BY_LOSS, at)[0]}{spare_interval(measured, at)} by measured loss, "
        f"{spare(measured, BY_GRADIENT, at)[0]} by gradient, "
        f"{' / '.join(map(str, spare(measured, AT_RANDOM, at)))} at random"
        for at, name in enumerate(names)
    )
    pairs = ", ".join(f"{count} pairs of {name}" for name, (_, _, count) in zip(names, measured.corpora, strict=True))
    heads = len(measured.prunings[0].removed)
    own = [
        "This model",
        f"{heads} heads: {kinds}",
        f"Heads that can go for one BLEU point. {found}.",
        f"Held-out sets: {pairs}. Heads are removed from the trained model, and nothing is trained afterwards.",
    ]
    return [own, *rows]
