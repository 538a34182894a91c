"""What learners ask most, from `assets/questions.json`: a few to begin with, then the question asked most first."""

import json
from functools import cache
from typing import Any
from urllib.parse import urlencode

from transformer.assets import asset
from viewer.app.page import Visit
from viewer.app.state import MODEL
from viewer.transport.payload import Payload

ASKED_OF = "en-fr"  # the model that the answers are true of


@cache
def questions() -> tuple[dict[str, Any], ...]:
    """All questions, each with the `address` where one sees its answer, relative to any page.

    In the file, `forms` are other words that people use for it, `see` is what the link shows, `page` what it opens, and
    `where` the rest of its address; `at` is what stands at the place (viewer/widgets/arriving.js).
    """
    read = json.loads(asset("questions.json").read_text(encoding="utf-8"))
    return tuple(
        {**each, "address": f"{each['page']}?{urlencode({MODEL: ASKED_OF, **each['where']})}"} for each in read
    )


def payload(_: Visit) -> Payload:
    """What the page of questions is sent."""
    return Payload({"questions": questions()})
