"""Models that others have trained, read into ours.

    reading        which architectures are read, and why others are not
    checkpoint     a folder as Hugging Face's `transformers` writes it: configuration, weights, vocabulary
    hub            the same from huggingface.co
    marian         Marian's models, such as Helsinki-NLP/opus-mt-en-es
    sentencepiece  the piece models that cut their texts

What only orders the same numbers differently is put into our order here, so that no model needs to know where it came
from.
"""
