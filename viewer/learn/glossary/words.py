"""What the glossary shows: every term with its meaning, its source, and the page that shows it."""

from collections.abc import Mapping

from viewer.widgets import glossary
from viewer.widgets.payload import Payload


def payload(titles: Mapping[str, str]) -> Payload:
    """All words.

    Args:
        titles: of the pages, by their addresses.
    """
    return Payload({"words": [{**each, "title": titles[each["page"]]} for each in glossary.as_facts()]})
