"""A picture in a notebook that answers to Python, as a widget."""

import os
import sys
from dataclasses import replace
from typing import Any
from uuid import uuid4

import anywidget
import traitlets

from transformer import GlassformerError, Translation
from transformer.checks import check_type
from viewer.notebook.focus import update_focus
from viewer.notebook.output import Output
from viewer.notebook.player import first_branch
from viewer.notebook.shown import Shown, output_of
from viewer.pictures.watch.steps.branches import Branches, Fork
from viewer.transport.modules import VIEWER, bundle


class View(anywidget.AnyWidget):
    """A trace, an attention or a translation in a frame. `observe` hears of every change of both attributes.

    A click on a different token of a translation continues from there: `shown` becomes the new branch.

    Attributes:
        shown: what the picture shows; set something else, and it appears in the same place.
        focus: where the picture looks, such as {"kind": "cross", "layer": 2, "head": None, "token": 4}: counted from
            0, no head for the mean of all; the token is the query. You can set a part: `view.focus = {"head": 1}`.
    """

    _esm = bundle(VIEWER / "notebook" / "widget.js").script
    shown = traitlets.Any()
    focus = traitlets.Dict().tag(sync=True)
    frame = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)

    _output: Output
    _taken: Branches | None = None

    def __init__(self, shown: Shown) -> None:
        super().__init__(shown=shown, frame=str(uuid4()))
        self.on_msg(self._follow)

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        """HTML that shows without a kernel too, and that the widget connects to while there is one.

        JupyterLab prefers a widget to HTML, and shows an error in its place once the kernel is gone. So the widget
        itself is for those who connect it to nothing else.
        """
        data, metadata = super()._repr_mimebundle_(**asked) or ({}, {})
        if "google.colab" not in sys.modules and "VSCODE_PID" not in os.environ:
            data = {}
        return {**data, "text/html": self._output.html(self.frame), "text/plain": self._output.text}, metadata

    @traitlets.validate("shown")
    def _draw(self, proposal: Any) -> Shown:
        shown: Shown = check_type(proposal["value"], Shown, "A trace, an attention or a translation")
        if self._taken is None or self._taken.branches[-1] is not shown:
            self._taken = first_branch(shown) if isinstance(shown, Translation) else None
        output = output_of(shown, self._taken)
        if output is None:
            raise GlassformerError("There is nothing to show: no text, or a model without attention.")
        self._output = output
        return shown

    @traitlets.observe("shown")
    def _show(self, _change: Any) -> None:
        with self.hold_sync():
            self.page, self.title = self._output.opened(), self._output.title
            self.focus = {}  # as before, as far as it exists

    @traitlets.validate("focus")
    def _look(self, proposal: Any) -> dict[str, Any]:
        return update_focus(proposal["value"], {**self._output.focus, **self.focus}, self._output.extents)

    def _follow(self, _view: Any, asked: Any, _buffers: Any) -> None:
        """Take another branch, or go back to an earlier one, as the picture asks."""
        taken = self._taken
        if taken is None:
            return
        match asked:
            case {"fork": {"step": step, "token": token}}:
                branch = self.shown.translator.fork(self.shown, step, token)
                forks, branches = (*taken.forks, Fork(step, token)), (*taken.branches, branch)
            case {"back": int(depth)} if 0 <= depth < len(taken.branches):
                forks, branches = taken.forks[:depth], taken.branches[: depth + 1]
            case _:
                return
        self._taken = replace(taken, forks=forks, branches=branches)
        with self.hold_sync():
            self.shown = branches[-1]
            if forks:
                self.focus = {"token": forks[-1].step}
