"""What the glossary shows: every term with its meaning, source and page, and the questions that learners ask."""

from viewer.app.page import Visit
from viewer.pictures.learn.questions import asked
from viewer.transport.payload import Payload
from viewer.widgets import glossary

# To begin with, in the order of their way through the model.
BASIC = (
    *("token", "vocabulary", "vector", "embedding", "encoder"),
    *("attention", "head", "decoder", "softmax", "gradient"),
)


def payload(visit: Visit) -> Payload:
    """All words, and what is asked about them."""
    named = [
        {**each, "example": word.example, "title": visit.titles[word.page]}
        for each, word in zip(glossary.as_facts(), glossary.words(), strict=True)
    ]
    return Payload({"words": named, "basic": BASIC, "questions": asked.questions()})
