"""The app's pictures in a notebook: after `import viewer.notebook`, the library's results display themselves.

    attention       a trace with all its attentions, or one attention
    player          a translation, token by token
    output          a separate page in a cell's output

The library doesn't know about it: this room gives its classes the `_repr_html_` that notebooks call.
"""

from transformer import Attention, Trace, Translation
from viewer.notebook.attention import attention_html, trace_html
from viewer.notebook.player import translation_html

for _shown, _html in ((Trace, trace_html), (Attention, attention_html), (Translation, translation_html)):
    setattr(_shown, "_repr_html_", _html)  # noqa: B010 - a plain assignment would set a name that the class lacks
