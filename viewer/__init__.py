"""From numbers to pictures: arrays and tokens in, figures and browser components out; shared state and caches."""
