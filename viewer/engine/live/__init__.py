"""Pictures that the browser's own model draws while one types, as on the front page."""
