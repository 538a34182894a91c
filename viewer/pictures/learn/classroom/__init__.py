"""A class: its code, its store, what students see and what the teacher sees."""
