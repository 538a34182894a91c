"""The app's pictures in a notebook: after `import viewer.notebook`, the library's results display themselves.

    view            a picture that answers to Python, through anywidget
    attention       a trace with all its attentions, or one attention
    player          a translation, token by token
    output          a separate page in a cell's output

The library doesn't know about it: this package gives its classes the `_repr_html_` that notebooks call.
"""

from typing import TYPE_CHECKING

from transformer import Attention, GlassformerError, Trace, Translation
from viewer.notebook.shown import Shown, output_of

if TYPE_CHECKING:
    from viewer.notebook.widget import View

MISSING = "A picture that answers to Python needs one more package: pip install 'glassformer[notebook]'."


def _html(shown: Shown) -> str | None:
    output = output_of(shown)
    return output.html() if output else None


for _shown in (Trace, Attention, Translation):
    setattr(_shown, "_repr_html_", _html)  # noqa: B010 - a plain assignment would set a name that the class lacks


def view(shown: Shown) -> "View":
    """The same picture as a widget: what you choose in it is `view.focus`, and it follows what you set there.

    Raises:
        GlassformerError: if anywidget is not installed, or there is nothing to show.
    """
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    from viewer.notebook.widget import View

    return View(shown)
