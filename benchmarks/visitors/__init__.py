"""Sentences that visitors might type, and which translations of them a careful reader called good."""
