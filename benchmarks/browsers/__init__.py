"""Node, Chromium and Firefox run the browser's engine, and others, on the same sentences."""
