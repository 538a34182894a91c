"""French morphology: what happens where words meet, agreement, conjugation and the order of pronouns."""

import re
from collections.abc import Sequence
from functools import cache

from transformer.corpora.everyday.tables import conjugation_table

Token = tuple[str, tuple[int, ...]]

_VOWELS = set("aàâeéèêëiîïoôuùûœ")
_ASPIRATED = {
    "haricot", "haricots", "hibou", "hiboux", "hamster", "hamsters", "huit", "haut", "haute", "hauts", "hautes",
    "héros", "huitième", "hockey", "hollandais",
}  # fmt: skip
_NO_LIAISON = _ASPIRATED | {"onze", "oui", "yaourt", "yaourts"}
_ELIDING = {"le", "la", "le-", "la-", "je", "me", "te", "se", "de", "ne", "que", "jusque", "lorsque"}
_CONTRACTIONS = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
_ABSORBED_BY_DE = {"du", "des"}
_BEFORE_VOWEL = {
    "ma": "mon",
    "ta": "ton",
    "sa": "son",
    "ce": "cet",
    "beau": "bel",
    "nouveau": "nouvel",
    "vieux": "vieil",
}
CLITIC_ORDER = ("me", "te", "se", "nous", "vous", "le-", "la-", "les-", "lui", "leur", "y", "en")


def starts_with_vowel_sound(word: str) -> bool:
    """Whether a word asks for elision before it: a vowel or a mute h, but not `haricot`, `onze` or `yaourt`."""
    lowered = word.lower()
    if lowered in _NO_LIAISON:
        return False
    return lowered[0] in _VOWELS or lowered[0] == "h" or lowered == "y"


def join_sounds(tokens: Sequence[Token]) -> list[Token]:
    """Apply elision and contraction from right to left: `je` + `ai` is `j'ai`, `à` + `le` is `au`.

    A trailing hyphen marks a pronoun (`le-`): it elides like the article but never contracts (`envie de le voir`).
    """
    joined: list[Token] = []  # built backwards
    for text, labels in reversed(tokens):
        following = joined[-1][0] if joined else "."
        if text in _ELIDING and starts_with_vowel_sound(following):
            text = text.rstrip("-")[:-1] + "'"
        elif text == "si" and following in {"il", "ils"}:
            text = "s'"
        elif text == "ce" and following in {"est", "était"}:
            text = "c'"
        elif text == "de" and following in _ABSORBED_BY_DE:
            labels = tuple({*labels, *joined.pop()[1]})
        elif (text, following) in _CONTRACTIONS:
            text, labels = _CONTRACTIONS[text, following], tuple({*labels, *joined.pop()[1]})
        joined.append((text, labels))
    # A lone hyphen mark goes; the hyphen of `donne-le` stands in front and stays.
    return [(text.rstrip("-"), labels) for text, labels in reversed(joined)]


def form_before(form: str, following: str) -> str:
    """The form of a determiner or adjective before the word that follows: `mon amie`, `cet homme`, `un bel arbre`."""
    return _BEFORE_VOWEL.get(form, form) if starts_with_vowel_sound(following) else form


def feminine_of(adjective: str) -> str:
    """The regular feminine of an adjective or participle."""
    for ending, feminine in (
        ("eux", "euse"), ("er", "ère"), ("f", "ve"), ("ien", "ienne"), ("el", "elle"), ("on", "onne"),
        ("rec", "recque"), ("e", "e"),
    ):  # fmt: skip
        if adjective.endswith(ending):
            return adjective.removesuffix(ending) + feminine
    return adjective + "e"


def plural_of(word: str) -> str:
    """The regular plural of a noun or adjective."""
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith(("eau", "eu")) and word != "bleu":
        return word + "x"
    return word.removesuffix("al") + "aux" if word.endswith("al") else word + "s"


def agree_participle(participle: str, feminine: bool, plural: bool) -> str:
    """A past participle in the gender and number of the word it agrees with."""
    if participle == "dû" and (feminine or plural):
        participle = "du"
    form = participle + "e" if feminine else participle
    return plural_of(form) if plural else form


def order_clitics(clitics: Sequence[str]) -> list[str]:
    """Object pronouns in their order before a verb: `me le`, `le lui`, `lui en`."""
    return sorted(clitics, key=CLITIC_ORDER.index)


def order_imperative_clitics(clitics: Sequence[str]) -> list[str]:
    """Object pronouns in their order after an affirmative imperative, hyphenated: `-le`, `-moi`."""
    stressed = {"me": "moi", "te": "toi"}
    order = ("le-", "la-", "les-", "me", "te", "lui", "nous", "vous", "leur", "y", "en")
    return ["-" + stressed.get(clitic, clitic.rstrip("-")) for clitic in sorted(clitics, key=order.index)]


_PRESENT_ENDINGS = {
    "er": ("e", "es", "e", "ons", "ez", "ent"),
    "ir": ("is", "is", "it", "issons", "issez", "issent"),
    "re": ("s", "s", "", "ons", "ez", "ent"),
}
_IMPERFECT_ENDINGS = ("ais", "ais", "ait", "ions", "iez", "aient")
_FUTURE_ENDINGS = ("ai", "as", "a", "ons", "ez", "ont")
_MUTE_ENDING_PERSONS = {0, 1, 2, 5}


def _soften(stem: str, ending: str) -> str:
    """Keep the sound of c and g before a and o: `commençons`, `mangeais`."""
    if ending[0] in "ao" and stem.endswith("g"):
        return stem + "e" + ending
    if ending[0] in "ao" and stem.endswith("c"):
        return stem[:-1] + "ç" + ending
    return stem + ending


def _stem_before_mute_e(stem: str, future: bool) -> str:
    """The stem of an -er verb before a mute ending: `achèt-`, `préfèr-`, `nettoi-`."""
    if re.search(r"[ou]y$", stem):
        return stem[:-1] + "i"
    if re.search(r"e[^aeiouyéèê]$", stem) or (not future and re.search(r"é[^aeiouyéèê]$", stem)):
        return stem[:-2] + "è" + stem[-1]
    return stem


@cache
def conjugate(infinitive: str, tense: str, person: int) -> str:
    """One finite form: tense `present`, `imperfect`, `future`, `conditional` or `imperative`, person 0 (je) to 5 (ils).

    Raises ValueError for an unknown tense or ending.
    """
    group, stem = infinitive[-2:], infinitive[:-2]
    irregular = conjugation_table().get(infinitive)
    if irregular is None and (group not in _PRESENT_ENDINGS or infinitive.endswith("oir")):
        raise ValueError(f"No conjugation is known for the verb {infinitive!r}.")
    if tense == "present":
        if irregular:
            return irregular.present[person]
        if group == "er" and person in _MUTE_ENDING_PERSONS:
            stem = _stem_before_mute_e(stem, future=False)
        ending = _PRESENT_ENDINGS[group][person]
        return _soften(stem, ending) if group == "er" else stem + ending
    if tense == "imperfect":
        we = conjugate(infinitive, "present", 3)
        stem = "ét" if infinitive == "être" else we.removesuffix("ons")
        if stem.endswith(("ge", "ç")) and _IMPERFECT_ENDINGS[person][0] == "i":
            stem = stem[:-1] if stem.endswith("ge") else stem[:-1] + "c"
        return stem + _IMPERFECT_ENDINGS[person]
    if tense in {"future", "conditional"}:
        if irregular:
            stem = irregular.future
        elif group == "er":
            stem = _stem_before_mute_e(stem, future=True) + "er"
        else:
            stem = infinitive.removesuffix("e")
        return stem + (_FUTURE_ENDINGS if tense == "future" else _IMPERFECT_ENDINGS)[person]
    if tense == "imperative":
        special = {"être": ("sois", "soyons", "soyez"), "avoir": ("aie", "ayons", "ayez")}
        if infinitive in special:
            return special[infinitive][{1: 0, 3: 1, 4: 2}[person]]
        form = conjugate(infinitive, "present", person)
        return form[:-1] if person == 1 and form.endswith(("es", "vas")) else form
    raise ValueError(f"No tense is called {tense!r}.")


@cache
def past_participle(infinitive: str) -> str:
    """The masculine singular past participle."""
    irregular = conjugation_table().get(infinitive)
    return irregular.participle if irregular else infinitive[:-2] + {"er": "é", "ir": "i", "re": "u"}[infinitive[-2:]]
