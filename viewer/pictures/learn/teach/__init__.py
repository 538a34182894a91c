"""For teachers: lessons of 90 and 45 minutes whose every part opens the right page, and a worksheet."""
