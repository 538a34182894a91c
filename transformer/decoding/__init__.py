"""Finding a translation, and everything that can be seen while it is found."""
