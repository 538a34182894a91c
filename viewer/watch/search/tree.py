"""What the page on greedy decoding and beam search shows: the search as a tree, both totals, and where they differ."""

from dataclasses import dataclass
from typing import Any

from transformer import Beam, Greedy, Translation, Translator
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.analysis.measures.search_attention import AttentionOfSteps
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.watch.search.scores import scores
from viewer.watch.search.story import story
from viewer.watch.search.totals import totals_figure
from viewer.widgets import charts
from viewer.widgets.payload import Payload
from viewer.widgets.tokens import as_facts, chips, chips_within


@dataclass(frozen=True)
class BothSearches:
    """One sentence, decoded both ways.

    Attributes:
        greedy, beam: the two translations; the beam's with all its hypotheses.
        alpha: the length penalty of the beam.
        weights: (R, L, H, S) cross-attention of every hypothesis that was continued.
        rows: of each node, into `weights`.
    """

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
    translator = resources.loaded(name)
    greedy = translator.decode(sentence, Greedy(), record=True)
    probe = AttentionOfSteps()
    beam = translator.decode(sentence, Beam(size, alpha), record=True, probe=probe)
    weights, rows = probe.rows(beam.search.nodes)
    return BothSearches(greedy, beam, alpha, weights, tuple(rows))


def payload(translator: Translator, found: BothSearches, compared: SearchComparison | None = None) -> Payload:
    """The tree, both totals and the hypotheses, for the browser.

    Args:
        compared: both searches over whole test sets.
    """
    nodes, vocabulary = found.beam.search.nodes, translator.tokenizer.vocabulary
    shown = [chip for node in nodes for chip in chips_within([vocabulary[node.token]])]
    paths = [found.beam.search.path(index) for index in range(len(nodes))]
    told = story(found.greedy.hypothesis, found.beam.hypothesis, found.greedy.tokens, found.beam.tokens, found.alpha)
    facts = {
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
        "chart": charts.sent(totals_figure(found.greedy, found.beam, told)),
        "story": {"step": told.step, "words": told.words},
        "scores": scores(compared),
    }
    return Payload(facts, {"weights": found.weights})


def _line(translation: Translation) -> dict[str, Any]:
    return {
        "chips": as_facts(chips(translation.tokens)),
        "logProbabilities": translation.hypothesis.log_probabilities,
    }
