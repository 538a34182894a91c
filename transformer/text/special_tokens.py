"""The tokens that are not text, and the mark at the beginning of a word: the same in every vocabulary."""

PAD, UNKNOWN, START, END = 0, 1, 2, 3  # the first four ids of every vocabulary
SPECIAL_TOKENS = {PAD: "<pad>", UNKNOWN: "<unk>", START: "<s>", END: "</s>"}  # how each is written
WORD_START = "▁"  # how a piece at the beginning of a word is written
