"""What the alignment page shows: words of both sentences, what looked at what, and how well each head aligns."""

from typing import Any

import numpy as np

from transformer import Translation, Translator
from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.attribution.alignment_rates import AlignmentRates, MeasuredAlignment
from transformer.attribution.word_alignment import (
    ALTI,
    ATTENTION,
    VALUE_NORMS,
    VALUE_ZEROING,
    AlignmentMethod,
    all_matrices,
)
from transformer.corpora.everyday import AlignedPair, aligned_examples
from transformer.model.attentions import all_layers
from transformer.model.measurements import load_measurement
from transformer.text.cleaning import clean
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.words import word_pieces, words
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import UnansweredError
from viewer.transport.payload import Payload
from viewer.widgets.head_roles import measurement
from viewer.widgets.language import ENGLISH, FRENCH, read_by, written_by

# The methods on offer, and the sets of pairs on which they are measured, by their names in `alignment.json`.
CHOICES = (ATTENTION, VALUE_NORMS, VALUE_ZEROING, ALTI)
SETS = {"everyday": "the everyday grammar", "hansards": "Hansards, linked by people"}


def examples(translator: Translator) -> list[AlignedPair]:
    """The shipped sentences with a known alignment; none for a language that has none."""
    return aligned_examples() if (read_by(translator), written_by(translator)) == (ENGLISH, FRENCH) else []


def known(sentence: str, translator: Translator) -> AlignedPair | None:
    """The example with this source, if it is one."""
    return next((each for each in examples(translator) if each.source == clean(sentence)), None)


def word_for_two(pairs: list[AlignedPair]) -> tuple[str, str] | None:
    """A word that translates two on its own, which one link cannot show, and those two. The first one found."""
    for pair in pairs:
        source, target = (words(clean(text)) for text in (pair.source, pair.target))
        for index, word in enumerate(target):
            linked = [one for one, other in pair.alignment if other == index]
            if len(linked) == 2 and all(sum(one == each for one, _ in pair.alignment) == 1 for each in linked):
                return word, " ".join(source[each] for each in linked)
    return None


@within_budget
def aligned(name: str, sentence: str) -> Translation:
    """The model teacher-forced with an example's known translation, or with its own for any other sentence.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator = resources.loaded(name)
    example = known(sentence, translator)
    if example and translator.spell(example.target).ids:
        return translator.score(sentence, example.target)
    return resources.beam_search(name, sentence)


def recorded(name: str, sentence: str) -> Translation:
    """`aligned` with everything that was in the beam; a translation that was given had none."""
    found = aligned(name, sentence)
    if found.strategy is None:
        return found
    return resources.loaded(name).decode(sentence, found.strategy, record=True)


@within_budget
def counted(name: str, sentence: str) -> dict[str, np.ndarray]:
    """How much each source token counts for each step of `aligned`, by the methods on offer.

    Returns:
        `weights` and `norms`, (layers, H, T, S); `norms.all`, all heads together, and `zeroing`, (layers, T, S);
        `alti`, (T, S).
    """
    translator, translation = resources.loaded(name), aligned(name, sentence)
    found: dict[str, list[np.ndarray]] = {each: [] for each in ("norms", "norms.all", "zeroing", "alti")}
    for method, _, head, matrix in all_matrices(translator.model, translation.trace):
        kept = {VALUE_NORMS: "norms.all" if head is None else "norms", VALUE_ZEROING: "zeroing", ALTI: "alti"}
        if method in kept:
            found[kept[method]].append(matrix[: len(translation.tokens)].float().numpy())
    layers, heads = translator.model.config.decoder_layers, translator.model.config.heads
    stacked = {each: np.stack(matrices) for each, matrices in found.items()}
    weights = all_layers(translation.trace, "cross", "weights")[:, :, : len(translation.tokens)].numpy()
    norms = stacked["norms"].reshape(layers, heads, *stacked["norms"].shape[1:])
    return {**stacked, "weights": weights, "norms": norms, "alti": stacked["alti"][0]}


def measured_sets(name: str) -> list[dict[str, Any]]:
    """Each method's measurements on a model, in the browser's form; the set that it was trained on comes first."""
    found = load_measurement(name, MeasuredAlignment)
    sets = found.sets if found else {}
    ordered = [*SETS, *sorted(set(sets) - set(SETS))]
    return [_measured_set(SETS.get(each, each), sets[each]) for each in ordered if each in sets]


def _measured_set(title: str, found: AlignmentRates) -> dict[str, Any]:
    """A set of pairs with the best layer and head for each method and step on offer, the best first."""
    best: dict[tuple[str, str], tuple[AlignmentMethod, float]] = {}
    for method, rate in sorted(found.rates.items(), key=lambda each: each[1]):
        if method.method in CHOICES:
            best.setdefault((method.method, method.step), (method, rate))
    return {"title": title, "pairs": found.pairs, "best": [[*method, rate] for method, rate in best.values()]}


def payload(name: str, sentence: str) -> Payload:
    """Words, weights, the true links if they are known, and each head's error rate with the lowest possible one.

    Raises:
        UnansweredError: if the model translates the sentence as nothing.
    """
    translator, translation = resources.loaded(name), aligned(name, sentence)
    if not translation.text.strip():
        raise UnansweredError(
            "The model translates this as nothing, so there are no words to align. Try another sentence."
        )
    example = known(sentence, translator)
    texts = {"source": translation.source.text, "target": translation.generated}
    cutting = {"source": translator.tokenizer, "target": translator.tokenizer.target}
    pieces = {side: _pieces(text, cutting[side]) for side, text in texts.items()}
    roles = measurement(name, translator).roles
    layers = translator.model.config.decoder_layers
    facts: dict[str, Any] = {
        "model": name,
        "language": written_by(translator).name,
        "reads": read_by(translator).name,
        "source": {"text": texts["source"], "words": [word for word, _ in pieces["source"]]},
        "target": {"text": texts["target"], "words": [word for word, _ in pieces["target"]]},
        "pieces": {side: [members for _, members in cut] for side, cut in pieces.items()},
        "links": [list(link) for link in example.alignment] if example else None,
        "leastError": least_error_rate([example]) if example else None,
        "layers": layers,
        "heads": translator.model.config.heads,
        "alignedLayer": translator.alignment_layer,
        "layerErrors": translator.card.get("alignment", {}).get("error_rates"),
        "headErrors": [[role.layer, role.head, role.error_rate] for role in roles.heads if role.error_rate is not None]
        if roles
        else [],
        "leastHeadError": roles.least_error_rate if roles else None,
        "wordForTwo": word_for_two(examples(translator)),
        "sets": measured_sets(name),
        "measured": f"{roles.sentences} held-out sentences" if roles else "",
    }
    return Payload(facts, counted(name, sentence))


def _pieces(text: str, tokenizer: SubwordTokenizer) -> list[tuple[str, list[int]]]:
    """Each word with the positions of its tokens; words that share a token with the previous one belong to it."""
    cut = zip(words(tokenizer.cleaned(text)), word_pieces(text, tokenizer), strict=True)
    return [(word, members) for word, members in cut if members]
