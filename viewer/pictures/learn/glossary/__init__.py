"""The glossary's page: `words`, all words with the pages that show them."""
