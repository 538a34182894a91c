"""The lines of PyTorch for a picture: they run as they are shown, and give the value that is shown.

A snippet is a template. `⟨sentence⟩` and `⟨model⟩` (with quotes), `⟨layer⟩`, `⟨head⟩`, `⟨token⟩` and a chapter's own
names in such brackets are filled in with the focus, in the browser as here.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer import Trace
from transformer.model.attentions import USES, AttentionKind
from viewer.app.state import Focus
from viewer.frame.facts import SnippetFacts


@dataclass(frozen=True)
class Snippet:
    """Three to ten lines that reproduce a value on the page.

    Attributes:
        title: what they compute.
        code: the template for each kind of attention; the last line binds `result`.
        expected: the same value read from the trace, for the test that runs every snippet.
        extra: values for the chapter's own names when nothing else is chosen, such as `{"dimension": 0}`.
    """

    title: str
    code: Mapping[AttentionKind, str]
    expected: Callable[[Trace, Focus], Tensor]
    extra: Mapping[str, str | int | float] | None = None

    @classmethod
    def everywhere(
        cls,
        title: str,
        code: str,
        expected: Callable[[Trace, Focus], Tensor],
        extra: Mapping[str, str | int | float] | None = None,
    ) -> "Snippet":
        """One template for all kinds of attention, as `for_every_kind` fills it in."""
        return cls(title, for_every_kind(code), expected, extra)

    def fill_in(self, sentence: str, focus: Focus, model: str) -> str:
        """The code as it is shown for a sentence, a focus and a model, a shipped one's name or a path."""
        values: dict[str, str | int | float] = {"layer": focus.layer, "head": focus.head or 0, "token": focus.token}
        values |= self.extra or {}
        code = self.code[focus.kind]
        for name, text in (("sentence", sentence), ("model", model)):
            code = code.replace(f"⟨{name}⟩", json.dumps(text, ensure_ascii=False))
        for name, value in values.items():
            code = code.replace(f"⟨{name}⟩", str(value))
        return code

    def run(self, sentence: str, focus: Focus, model: str) -> Tensor:
        """Run the code and return its `result`."""
        names: dict[str, object] = {}
        with torch.inference_mode():
            exec(self.fill_in(sentence, focus, model), names)
        return torch.as_tensor(names["result"])


def for_every_kind(code: str) -> dict[AttentionKind, str]:
    """One template for all kinds: `⟨stack⟩` is encoder or decoder, `⟨attention⟩` self_attention or cross_attention."""
    return {kind: code.replace("⟨stack⟩", use.stack).replace("⟨attention⟩", use.module) for kind, use in USES.items()}


def for_browser(snippets: Sequence[Snippet]) -> list[SnippetFacts]:
    """As the frame's JavaScript fills them in."""
    return [{"title": each.title, "code": dict(each.code.items()), "extra": each.extra or {}} for each in snippets]
