"""The codes by which students join a class and come back to it, as they are made, typed and read aloud."""

import hashlib
import secrets
import unicodedata

LETTERS = "ACDEFGHJKMNPRTVWXY34679"  # none that looks like another
CODE, WAY_BACK = 6, 9  # letters of a class's code, and of the one by which a student comes back
# Letters of other keyboards that look like ours.
_LOOK_ALIKE = str.maketrans("АСЕНКМРТУХΑΕΗΚΜΝΡΤΥΧ", "ACEHKMPTYXAEHKMNPTYX")


def new_code() -> str:
    """A class's code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def way_back(student: str) -> str:
    """The code by which a student comes back, made of the secret name."""
    drawn = hashlib.sha256(student.encode()).digest()[:WAY_BACK]
    return "".join(LETTERS[each % len(LETTERS)] for each in drawn)


def normalise_code(code: str) -> str:
    """Normalise a typed or pasted class code: upper case, no dashes, spaces or look-alikes."""
    signs = unicodedata.normalize("NFKD", code).upper().translate(_LOOK_ALIKE)
    return "".join(str(unicodedata.digit(each, each)) for each in signs if each.isalnum())[: 2 * CODE]


def isolate_direction(name: str) -> str:
    """Isolate a name's writing direction, so that it doesn't turn the text around it."""
    return f"\u2068{name}\u2069"


def format_code(code: str) -> str:
    """Write a code as people read it aloud: in groups of three."""
    return " ".join(code[at : at + 3] for at in range(0, len(code), 3))
