"""Text: cleaned, cut into tokens, spelled again, and judged by how well the vocabulary knows it.

In the order of reading:

    special_tokens  the tokens that stand for no text, and the sign at a word's beginning
    cleaning        one way to write an apostrophe, a space and a line
    capitals        a sentence typed all in capitals, in small letters
    sentences       where one ends and the next begins
    tokenizer       text to token ids and back: byte-pair encoding
    words           what a word is, of a text and of its tokens
    source          a text as the encoder reads it
    trust           how far to trust a translation before reading it
    padding         sentences of different length as one tensor
"""
