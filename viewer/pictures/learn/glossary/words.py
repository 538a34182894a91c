"""What the glossary shows: every term with its meaning, source and page, and the questions that learners ask."""

from dataclasses import asdict

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
    named = [{**asdict(word), "slug": word.slug, "title": visit.titles[word.page]} for word in glossary.words()]
    return Payload({"words": named, "basic": BASIC, "questions": asked.questions()})
