"""What the page on greedy decoding and beam search shows: the search as a tree, and both translations."""

from dataclasses import dataclass
from typing import Any

from transformer import Beam, Greedy, Translation, Translator
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.analysis.measures.search_attention import search_attention
from transformer.decoding.encoded import encode_source
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.engine.live.offer import offer
from viewer.pictures.watch.search.scores import scores
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips, chips_within, first_difference


@dataclass(frozen=True)
class BothSearches:
    """One sentence, decoded both ways.

    Attributes:
        model: its name, or the path of its folder. sentence: as typed. size: of the beam.
        greedy, beam: the two translations; the beam's with all its hypotheses.
        alpha: the length penalty of the beam.
        weights: (R, L, H, S) cross-attention of every hypothesis that was continued.
        rows: of each node, into `weights`.
    """

    model: str
    sentence: str
    size: int
    greedy: Translation
    beam: Translation
    alpha: float
    weights: Any
    rows: tuple[int, ...]


@within_budget
def search(name: str, sentence: str, size: int, alpha: float) -> BothSearches:
    """Decode a sentence both ways, and record the whole search.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator, source = resources.loaded(name), resources.read(name, sentence)
    greedy = translator.decode(source, Greedy(), record=True)
    beam = translator.decode(source, Beam(size, alpha), record=True)
    memory = encode_source(translator, source).memory
    weights, rows = search_attention(translator.model, memory, beam.search.nodes)
    return BothSearches(name, sentence, size, greedy, beam, alpha, weights, tuple(rows))


def payload(translator: Translator, found: BothSearches, compared: SearchComparison | None = None) -> Payload:
    """The tree and both translations, for the browser.

    Args:
        compared: both searches over whole test sets.
    """
    nodes, vocabulary = found.beam.search.nodes, translator.tokenizer.vocabulary
    shown = [chip for node in nodes for chip in chips_within([vocabulary[node.token]])]
    paths = [found.beam.search.path(index) for index in range(len(nodes))]
    facts = {
        "sentence": found.sentence,
        "size": found.size,
        "alpha": found.alpha,
        "layers": translator.model.config.decoder_layers,
        "heads": translator.model.config.heads,
        "alignedLayer": translator.alignment_layer,
        "source": as_facts(chips(found.beam.source.tokens)),
        "nodes": [
            {
                "parent": node.parent,
                "step": node.step,
                "text": chip.text,
                "joined": chip.joined,
                "logProbability": node.log_probability,
                "total": node.total,
                "state": node.state.value,
                "row": row,
                "translation": translator.tokenizer.decode(path),
                "greedy": path == found.greedy.hypothesis.tokens[: node.step + 1],
            }
            for node, path, chip, row in zip(nodes, paths, shown, found.rows, strict=True)
        ],
        "greedy": _line(found.greedy),
        "beam": _line(found.beam),
        "parted": first_difference(found.greedy.hypothesis.tokens, found.beam.hypothesis.tokens),
        "scores": scores(compared),
        "engine": offer(found.model, translator, "pictures/watch/search/live.js"),
    }
    return Payload(facts, {"weights": found.weights})


def _line(translation: Translation) -> dict[str, Any]:
    return {
        "chips": as_facts(chips(translation.tokens)),
        "logProbabilities": translation.hypothesis.log_probabilities,
    }
