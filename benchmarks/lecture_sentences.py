"""Sentences that a lecture hall might type: our own, made by combining words, none of them from a corpus."""

import random

WHO = (
    "My brother", "The old man", "Our teacher", "Her neighbour", "The little girl", "A tired student", "The doctor",
    "Their uncle", "The woman next door", "A young soldier", "The baker", "My best friend", "Some tourists",
)  # fmt: skip
WHEN = ("", "Yesterday ", "In the morning ", "Every Sunday ", "After the storm ", "Before dinner ", "Last winter ")
DID = (
    "bought", "forgot", "painted", "carried", "found", "repaired", "sold", "looked for", "borrowed", "showed us",
    "hid", "described", "washed",
)  # fmt: skip
WHAT = (
    "a red bicycle", "the big map", "two wooden chairs", "an old radio", "the keys of the house", "a heavy suitcase",
    "the yellow boat", "a box of apples", "her favourite book", "a broken window", "three small pictures",
)  # fmt: skip
WHERE = (
    "", " in the garden", " near the station", " behind the church", " at the market", " on the way to the sea",
    " in front of the school", " because the night was long", " and then went home without a word",
)  # fmt: skip


def sentence(dice: random.Random) -> str:
    """One of about a hundred thousand sentences of four to twenty words."""
    when, who = dice.choice(WHEN), dice.choice(WHO)
    subject = who if not when else who[0].lower() + who[1:]
    return f"{when}{subject} {dice.choice(DID)} {dice.choice(WHAT)}{dice.choice(WHERE)}."
