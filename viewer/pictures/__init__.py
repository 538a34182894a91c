"""The pictures of the pages, by the group in the menu, and the Python that computes what they show."""
