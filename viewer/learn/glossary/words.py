"""What the glossary's page shows: every word with its meaning, its source, and the page on which one sees it."""

from collections.abc import Mapping

from viewer.widgets import glossary
from viewer.widgets.parcel import Parcel


def parcel(titles: Mapping[str, str]) -> Parcel:
    """All words.

    Args:
        titles: of the pages, by their addresses.
    """
    return Parcel({"words": [{**each, "title": titles[each["page"]]} for each in glossary.as_facts()]})
