"""What learners ask most, from `assets/questions.json`: an answer, its source, and the link to where one sees it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from transformer.assets import asset
from viewer.app.page import Visit
from viewer.app.state import MODEL
from viewer.transport.payload import Payload

ASKED_OF = "en-fr"  # the model that the answers are true of


@dataclass(frozen=True)
class Question:
    """A question, and where its answer is seen.

    Attributes:
        slug: its name in the address. question: as learners ask it. group: what it is about.
        forms: other words that people use for it. answer: in at most two sentences. source: whose answer it is.
        see: what the link shows. page: what it opens. where: the rest of its address, as `at`, a heading on that page
            (viewer/widgets/arriving.js).
    """

    slug: str
    question: str
    group: str
    forms: tuple[str, ...]
    answer: str
    source: str
    see: str
    page: str
    where: Mapping[str, str]

    @property
    def address(self) -> str:
        """Where one sees the answer, relative to any page."""
        return f"{self.page}?{urlencode({MODEL: ASKED_OF, **self.where})}"


@cache
def questions() -> tuple[Question, ...]:
    """All questions, the one asked most first."""
    return tuple(Question(**each) for each in json.loads(asset("questions.json").read_text(encoding="utf-8")))


def as_facts() -> list[dict[str, Any]]:
    """All questions in the browser's form."""
    shown = ("slug", "question", "group", "forms", "answer", "source", "see", "address")
    return [{name: getattr(each, name) for name in shown} for each in questions()]


def payload(_: Visit) -> Payload:
    """What the page of questions is sent."""
    return Payload({"questions": as_facts()})
