"""The bottleneck: a whole sentence in one vector."""
