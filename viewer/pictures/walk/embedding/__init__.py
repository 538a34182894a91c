"""From text to vectors: the tokens' rows of the table, and the table itself."""
