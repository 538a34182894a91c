"""Speed, measured by hand: each script writes its table beside itself."""
