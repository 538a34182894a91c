"""Pages that watch the model decode: what goes to the browser, and what stands in the address."""
