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
    figures         figures that the models miscopy: what they read instead, and how another language writes them
    carried         what the model cannot spell or copy, which bypasses it
    written_out     units in words, and forgotten spaces
    capitals        words typed in capitals or in a headline, read in lower case
    source          a text as the encoder reads it
    reader          from a typed text to that source
    trust           how far to trust a translation before reading it
    numbers         whether both sides have the same numbers
    doubts          why a translation can't be good, however sure the model is
    padding         sentences of different lengths as one tensor
"""
