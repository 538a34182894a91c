"""Everything that several pages draw with: elements, matrices, charts, chips, tables, marks."""
