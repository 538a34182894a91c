"""The model in the browser: the engine of JavaScript and WebAssembly, and what offers it."""
