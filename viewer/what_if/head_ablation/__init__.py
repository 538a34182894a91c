"""Without a head: a sentence and held-out sets with one head changed at a time, and with ever more of them gone."""
