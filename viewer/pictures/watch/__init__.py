"""Watch it decode: translations, steps, searches, alignments."""
