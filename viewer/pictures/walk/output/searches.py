"""What the chapter "Decoder and output" says of the model, and of another search for the sentence's translation."""

from collections.abc import Sequence
from typing import TypedDict

from transformer import ModelConfig, Translator
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.model.measurements import load_measurement
from viewer.app.budget import within_budget
from viewer.frame.parameters import output_matrix
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload


class ComparedFacts(TypedDict):
    """A test set that was translated greedily and by beam search."""

    corpus: str
    split: str
    sentences: int
    greedy_bleu: float
    beam_bleu: float
    differ: float


class SearchesFacts(TypedDict):
    """All of them, none for a model that was not measured, and the beam's width."""

    rows: Sequence[ComparedFacts]
    beam: int


class OutputModel(TypedDict):
    """Whether one table serves input and output, the module that holds the output's, and both searches."""

    tied: bool
    matrix: str
    searches: SearchesFacts


class OutputMeasured(TypedDict):
    """What greedy decoding makes of the sentence."""

    greedy: str


def modules(config: ModelConfig) -> tuple[str, ...]:
    """The modules whose parameters the chapter shows."""
    return (output_matrix(config),)


def of_model(model: str, translator: Translator) -> OutputModel:
    """What belongs to the model; both searches as `measure searches` measured them."""
    config, measured = translator.model.config, load_measurement(model, SearchComparison)
    rows: list[ComparedFacts] = [
        {
            "corpus": row.corpus,
            "split": row.split,
            "sentences": row.sentences,
            "greedy_bleu": row.greedy_bleu,
            "beam_bleu": row.beam_bleu,
            "differ": row.differ,
        }
        for row in (measured.rows if measured else ())
    ]
    searches: SearchesFacts = {"rows": rows, "beam": measured.beam if measured else 0}
    return {"tied": config.tied_embeddings, "matrix": output_matrix(config), "searches": searches}


def measured(passage: Passage) -> Payload:
    """What only the server knows of the sentence."""
    facts: OutputMeasured = {"greedy": _greedy(passage.model, passage.translation.source.text, passage)}
    return Payload({**facts})


@within_budget
def _greedy(name: str, sentence: str, _passage: Passage) -> str:
    """What greedy decoding by the model called `name` makes of a sentence."""
    return _passage.translator.translate(_passage.translation.source, beam=1, alpha=0.0).text
