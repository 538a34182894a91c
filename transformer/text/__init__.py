"""Text: cleaned, split into tokens, joined again, and judged by how well the vocabulary knows it.

In the order of reading:

    special_tokens  the tokens that are not text, and the mark at the beginning of a word
    cleaning        one way to write an apostrophe, a space and a line; a plain spelling for other characters
    line_breaks     lines that were broken to fit a page, joined again
    sentences       where one ends and the next begins
    tokenizer       text to token ids and back: byte-pair encoding
    words           what a word is, of a text and of its tokens
    english         the English words of the project
    capitals        words typed in capitals, in lower case
    carried         what the model cannot spell, carried around it
    source          a text as the encoder reads it
    trust           how far to trust a translation before reading it
    numbers         whether both sides have the same numbers
    doubts          why a translation cannot be good, however sure the model is
    padding         sentences of different length as one tensor
"""
