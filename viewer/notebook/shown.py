"""What a notebook can show, and the page for it."""

from transformer import Attention, Trace, Translation
from viewer.notebook.attention import attention_output, trace_output
from viewer.notebook.output import Output
from viewer.notebook.player import branches_output, first_branch
from viewer.pictures.watch.steps.branches import Branches

Shown = Trace | Attention | Translation


def output_of(shown: Shown, taken: Branches | None = None) -> Output | None:
    """The page; None if there is nothing to see, as in a model without attention.

    Args:
        taken: the branches up to this translation, if it was not the first.
    """
    if isinstance(shown, Trace):
        return trace_output(shown)
    if isinstance(shown, Attention):
        return attention_output(shown)
    return branches_output(taken or first_branch(shown))
