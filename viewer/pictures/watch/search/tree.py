"""What the page on greedy decoding and beam search shows: the search as a tree, and both translations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from torch import Tensor

from transformer import Beam, Greedy, Translation
from transformer.analysis.measures.search_attention import search_attention
from transformer.decoding.encoded import encode_source
from viewer.app import resources
from viewer.app.budget import within_budget


class SearchLine(TypedDict):
    """A translation token by token."""

    tokens: Sequence[str]
    logProbabilities: Sequence[float]


class TreeNode(TypedDict):
    """One hypothesis at one step of a beam search, by the token that it adds; `parent` is −1 at the first step."""

    parent: int
    step: int
    token: str
    logProbability: float
    total: float
    state: Literal["kept", "pruned", "finished"]


class TreePassage(TypedDict):
    """What goes with a search's activations; `sentence` is as it was typed."""

    sentence: str
    source: Sequence[str]
    greedy: SearchLine
    beam: SearchLine
    nodes: Sequence[TreeNode]


@dataclass(frozen=True)
class BothSearches:
    """One sentence, decoded both ways.

    Attributes:
        greedy, beam: the two translations; the beam's with all its hypotheses.
        attention: by name, (H, R, S): what every hypothesis that was continued looked at.
    """

    greedy: Translation
    beam: Translation
    attention: Mapping[str, Tensor]


@within_budget
def search(name: str, sentence: str, size: int, alpha: float) -> BothSearches:
    """Decode a sentence both ways, and record the whole search.

    Raises:
        GlassformerError: if there is nothing to translate.
    """
    translator, source = resources.load_model(name), resources.read(name, sentence)
    greedy = translator.decode(source, Greedy(), record=True)
    beam = translator.decode(source, Beam(size, alpha), record=True)
    memory = encode_source(translator, source).memory
    return BothSearches(greedy, beam, search_attention(translator.model, memory, beam.search.nodes))


def passage(sentence: str, found: BothSearches) -> TreePassage:
    """The tree and both translations.

    Args:
        sentence: as typed.
    """
    vocabulary = found.beam.translator.tokenizer.vocabulary
    return {
        "sentence": sentence,
        "source": found.beam.source.tokens,
        "greedy": _line(found.greedy),
        "beam": _line(found.beam),
        "nodes": [
            {
                "parent": node.parent,
                "step": node.step,
                "token": vocabulary[node.token],
                "logProbability": node.log_probability,
                "total": node.total,
                "state": node.state.value,
            }
            for node in found.beam.search.nodes
        ],
    }


def _line(translation: Translation) -> SearchLine:
    return {"tokens": translation.tokens, "logProbabilities": translation.hypothesis.log_probabilities}
