"""The pages' names for the grades of a translation."""

from transformer.text.trust import Level

TITLES = {
    Level.GOOD: "Probably good",
    Level.CAREFUL: "Read with care",
    Level.POOR: "Do not rely on this",
}
