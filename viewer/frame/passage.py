"""One sentence's way through the model, which all chapters show."""

from dataclasses import dataclass

from transformer import Trace, Translation, Translator
from viewer.app import resources
from viewer.app.budget import within_budget


@dataclass(frozen=True)
class Passage:
    """One sentence's way through the model.

    Attributes:
        model: its name, or the path of its folder. translator: the model itself.
        translation: by beam search.
        trace: every activation, teacher-forced on that translation.
        typed: the sentence before it was cleaned; empty where nobody typed it.
    """

    model: str
    translator: Translator
    translation: Translation
    trace: Trace
    typed: str = ""


@within_budget
def passage_of(name: str, sentence: str) -> Passage | None:
    """The sentence's way through the model, teacher-forced on the result of beam search; None without a sentence."""
    if resources.read(name, sentence).empty:
        return None
    translation = resources.beam_search(name, sentence)
    return Passage(name, resources.load_model(name), translation, translation.trace, sentence)
