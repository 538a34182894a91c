"""Lines of Python next to a picture: they run as shown, and compute what is shown."""

import json
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Snippet:
    """Lines of which the last binds `result`; `⟨model⟩`, `⟨sentence⟩` and `⟨target⟩` are filled in, with quotes.

    Attributes:
        title: what they compute. code: the template.
    """

    title: str
    code: str

    def fill_in(self, model: str, sentence: str, target: str = "") -> dict[str, str]:
        """As shown in the browser."""
        code = self.code
        for name, text in (("model", model), ("sentence", sentence), ("target", target)):
            code = code.replace(f"⟨{name}⟩", json.dumps(text, ensure_ascii=False))
        return {"title": self.title, "code": code}

    def run(self, model: str, sentence: str, target: str = "") -> Tensor:
        """Run the lines and return their `result`."""
        names: dict[str, Tensor] = {}
        exec(self.fill_in(model, sentence, target)["code"], names)
        return names["result"].detach()
