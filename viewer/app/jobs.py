"""The training runs of this server."""

import atexit
import os
from functools import cache

from transformer.training.live.runs import Runs
from transformer.training.live.settings import EVERYDAY_MIXTURE

CORPUS_VARIABLE = "GLASSFORMER_TRAINING_CORPUS"  # a different mixture from the everyday corpus, such as a file of pairs
RUN = "run"  # in the address and in the session's state: the name of the visitor's run
OF_TOUR = "run_of_tour"  # in the session's state: the run that the tour began, which leads back there


@cache
def jobs() -> Runs:
    """The runs of this server; they end with it."""
    made = Runs()
    atexit.register(made.close)
    return made


def mixture() -> str:
    """The corpora from which a fresh model learns."""
    return os.environ.get(CORPUS_VARIABLE, "").strip() or EVERYDAY_MIXTURE
