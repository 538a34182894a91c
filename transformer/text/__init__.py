"""Text: cleaned, split into tokens, joined again, and judged by how well the vocabulary knows it.

In the order of reading:

    special_tokens  the tokens that are not text, and the mark at the beginning of a word
    cleaning        one way to write an apostrophe, a space and a line; a plain spelling for other characters
    line_breaks     rejoins lines that were broken to fit a page
    sentences       where one ends and the next begins
    tokenizer       text to token ids and back: byte-pair encoding
    paired          the same with a piece model for each language, from models trained elsewhere
    words           what counts as a word, in a text and in its tokens
    english         the project's English words
    capitals        words typed in capitals, read in lower case
    carried         what the model cannot spell, which bypasses it
    source          a text as the encoder reads it
    reader          from a typed text to that source
    trust           how far to trust a translation before reading it
    numbers         whether both sides have the same numbers
    doubts          why a translation can't be good, however sure the model is
    padding         sentences of different lengths as one tensor
"""
