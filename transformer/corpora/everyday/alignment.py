"""Aligned text: words, synchronous phrases, and sentences that carry their own word alignment.

A `Phrase` holds an English and a French word sequence that were derived together. Words that translate each other share
a label, so however deeply phrases are nested, the alignment of the sentence can be read off at the end.
"""

from dataclasses import dataclass
from functools import cache

from transformer.corpora.everyday.morphology import join_sounds
from transformer.text.words import words

Token = tuple[str, tuple[int, ...]]
"""One word and the labels it shares with its translation."""


@dataclass(frozen=True)
class AlignedPair:
    """A sentence, its translation, the links between their `words`, and the construction that made them."""

    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] = ()
    construction: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """English and French words derived together; equal labels translate each other."""

    english: tuple[Token, ...]
    french: tuple[Token, ...]
    label_count: int


@cache
def _parse(template: str) -> tuple[tuple[str, str], ...]:
    """Split a template into (word, label) pairs; a slot is a pair whose word starts with a brace."""
    parts: list[tuple[str, str]] = []
    for part in template.split():
        if part.startswith("{"):
            parts.append((part, ""))
            continue
        text, _, label = part.partition("/")
        for piece in text.split("_"):
            keep_whole = "'" not in piece or piece.startswith("'") or piece.endswith("'") or piece == "n't"
            parts.extend((word, label) for word in ([piece] if keep_whole else words(piece)))
    return tuple(parts)


def align(english: str, french: str, **slots: Phrase) -> Phrase:
    """Build a phrase from two templates, such as `align("I/1 like/2 {x}", "je/1 aime/2 {x}", x=noun_phrase)`.

    Words with the same label after the slash are linked; a word without one stands for itself only. An underscore joins
    words that form one unit. A slot in braces is filled with a phrase, at its own place in each language.
    """
    offsets: dict[str, int] = {}
    label_count = 0
    for name, phrase in slots.items():
        offsets["{" + name + "}"] = label_count
        label_count += phrase.label_count
    labels: dict[str, int] = {}
    sides: list[list[Token]] = [[], []]
    for side, template in enumerate((english, french)):
        for text, label in _parse(template):
            if text in offsets:
                phrase = slots[text[1:-1]]
                offset = offsets[text]
                tokens = phrase.french if side else phrase.english
                sides[side] += [(word, tuple(number + offset for number in numbers)) for word, numbers in tokens]
            elif label:
                number = labels.setdefault(label, label_count + len(labels))
                sides[side].append((text, (number,)))
            else:
                sides[side].append((text, ()))
    return Phrase(tuple(sides[0]), tuple(sides[1]), label_count + len(labels))


def unit(english: str, french: str) -> Phrase:
    """A phrase whose words are all linked with one another, such as `unit("in the evening", "le soir")`."""
    return align(english.replace(" ", "_") + "/1", french.replace(" ", "_") + "/1")


EMPTY = Phrase((), (), 0)
_VOWEL_LETTERS = set("aeiou")
_CONSONANT_SOUNDS = ("uni", "use", "one", "eu")
_VOWEL_SOUNDS = ("hour", "honest")
_PRONOUNS = {"i", "you", "he", "she", "it", "we", "they", "that", "who", "what", "where", "there"}
_CONTRACTED = {"am": "'m", "is": "'s", "are": "'re", "will": "'ll", "would": "'d"}
_NEGATABLE = {
    "do",
    "does",
    "did",
    "is",
    "are",
    "was",
    "were",
    "will",
    "would",
    "can",
    "could",
    "must",
    "should",
    "has",
    "have",
}
_STEMS_BEFORE_NOT = {"will": "wo", "can": "ca"}


def _choose_a_or_an(tokens: list[Token]) -> list[Token]:
    chosen = list(tokens)
    for position, (text, labels) in enumerate(tokens[:-1]):
        if text == "a":
            following = tokens[position + 1][0].lower()
            vowel = following[0] in _VOWEL_LETTERS and not following.startswith(_CONSONANT_SOUNDS)
            if vowel or following.startswith(_VOWEL_SOUNDS):
                chosen[position] = ("an", labels)
    return chosen


def _contract(tokens: list[Token], everywhere: bool) -> list[Token]:
    """Write English contractions: always after `can`, everywhere else only when asked."""
    contracted = list(tokens)
    for position in range(1, len(tokens)):
        text, labels = tokens[position]
        before, labels_before = tokens[position - 1]
        if text == "not" and before.lower() in _NEGATABLE and (everywhere or before.lower() == "can"):
            contracted[position] = ("n't", labels)
            contracted[position - 1] = (_STEMS_BEFORE_NOT.get(before.lower(), before), labels_before)
        elif everywhere and text in _CONTRACTED and before.lower() in _PRONOUNS and position + 1 < len(tokens):
            following = tokens[position + 1][0]
            is_subject = not (before.lower() in {"what", "where", "who", "that"} and text != "is")
            is_subject = is_subject and not (before.lower() == "there" and text == "are")
            isnt_comes = following == "not" and text in _NEGATABLE  # `he isn't` rather than `he's not`
            if not isnt_comes and following not in {".", "?", "!", ","} and is_subject:
                contracted[position] = (_CONTRACTED[text], labels)
    return contracted


def _join(texts: list[str], french: bool) -> str:
    sentence = ""
    for text in texts:
        attaches = text in {".", ","} or text[0] == "'" or text == "n't" or (text[0] == "-" and len(text) > 1)
        attaches = attaches or (not french and text in {"?", "!"})
        if sentence and not attaches and not (french and sentence.endswith("'")):
            sentence += " "
        sentence += text
    return sentence[0].upper() + sentence[1:]


def sentences(phrase: Phrase, construction: str) -> list[AlignedPair]:
    """Write out a derived sentence: once in full and, where English contracts, once contracted."""
    french = join_sounds(phrase.french)
    target = _join([text for text, _ in french], french=True)
    places: dict[int, list[int]] = {}
    for position, (_, labels) in enumerate(french):
        for label in labels:
            places.setdefault(label, []).append(position)
    pairs: list[AlignedPair] = []
    for everywhere in (False, True):
        english = _choose_a_or_an(_contract(list(phrase.english), everywhere))
        source = _join([text for text, _ in english], french=False)
        if pairs and source == pairs[0].source:
            break
        links = sorted(
            {
                (start, end)
                for start, (_, labels) in enumerate(english)
                for label in labels
                for end in places.get(label, ())
            }
        )
        pairs.append(AlignedPair(source, target, tuple(links), construction))
    return pairs
