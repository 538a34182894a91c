"""What the pages measure on a model: roles of heads, the stream, neurons, order, similarity, cost and more."""
