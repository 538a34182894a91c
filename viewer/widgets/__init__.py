"""Everything that several pages draw with: components, payloads, matrices, charts, chips, tables."""
