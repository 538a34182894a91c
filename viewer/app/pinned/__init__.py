"""Two at a time: a state that a visitor has pinned, next to the current one."""
