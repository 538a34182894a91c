"""English morphology: plurals, verb forms, and the auxiliaries that carry tense and negation."""

_DOUBLING = {"cut", "run", "swim", "sit", "get", "put", "win", "stop", "forget", "travel", "begin", "plan"}
_BE = {"present": ("am", "are", "is", "are", "are", "are"), "past": ("was", "were", "was", "were", "were", "were")}


def plural_of(noun: str) -> str:
    """The regular plural of a noun."""
    return noun + "s"


def third_person(verb: str) -> str:
    """The form after he, she and it; only the first word of a phrasal verb changes."""
    head, _, rest = verb.partition(" ")
    if head == "have":
        head = "has"
    elif head.endswith(("s", "sh", "ch", "x", "o")):
        head += "es"
    elif head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "s"
    return f"{head} {rest}".strip()


def ing_form(verb: str) -> str:
    """The -ing form; only the first word of a phrasal verb changes."""
    head, _, rest = verb.partition(" ")
    if head in _DOUBLING:
        head += head[-1] + "ing"
    elif head.endswith("e") and not head.endswith("ee"):
        head = head[:-1] + "ing"
    else:
        head += "ing"
    return f"{head} {rest}".strip()


def with_rest(form: str, verb: str) -> str:
    """Put the rest of a phrasal verb after an irregular form of its first word: `looked` + `for`."""
    _, _, rest = verb.partition(" ")
    return f"{form} {rest}".strip()


def be(person: int, tense: str = "present") -> str:
    """The form of `be` for person 0 (I) to 5 (they), in the present or past."""
    return _BE[tense][person]


def do(person: int) -> str:
    """The form of the auxiliary `do` for person 0 to 5."""
    return "does" if person == 2 else "do"


def agree(verb: str, person: int) -> str:
    """The present tense form for person 0 to 5."""
    return third_person(verb) if person == 2 else verb
