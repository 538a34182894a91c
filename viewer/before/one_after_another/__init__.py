"""One after another: who must wait for whom, and what it costs."""
