"""Two at a time: a state that a visitor has pinned, beside the present one."""
