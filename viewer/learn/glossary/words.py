"""What the glossary shows: every term with its meaning, its source, and the page that shows it."""

from viewer.app.page import Visit
from viewer.widgets import glossary
from viewer.widgets.payload import Payload


def payload(visit: Visit) -> Payload:
    """All words."""
    return Payload({"words": [{**each, "title": visit.titles[each["page"]]} for each in glossary.as_facts()]})
