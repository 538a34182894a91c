"""A text cut into sentences: the models have learned single ones, and take a full stop for the end."""

from sentencex import segment

from transformer.text.cleaning import clean


def split_sentences(text: str, language: str = "en") -> list[str]:
    """The sentences of a text, cleaned; a line's end ends a sentence too, an abbreviation's full stop does not.

    Args:
        language: of the text, such as "en".
    """
    lines = (clean(line) for line in text.splitlines())
    found = (clean(sentence) for line in lines if line for sentence in segment(language, line))
    return [sentence for sentence in found if sentence]
