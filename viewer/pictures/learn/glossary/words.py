"""What the glossary shows: every term with its meaning, its source, and the page that shows it."""

from viewer.app.page import Visit
from viewer.transport.payload import Payload
from viewer.widgets import glossary


def payload(visit: Visit) -> Payload:
    """All words."""
    return Payload({"words": [{**each, "title": visit.titles[each["page"]]} for each in glossary.as_facts()]})
