"""What goes from Python to the browser: payloads, scripts, and files with an address of their own."""
