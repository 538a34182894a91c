"""The heads of every attention: their weights, their roles, and all of them joined."""
