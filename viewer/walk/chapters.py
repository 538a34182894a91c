"""The seven chapters in the order in which a sentence flows, and what each says first."""

from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "pages"


@dataclass(frozen=True)
class Chapter:
    """One page of the walk.

    Attributes:
        slug: its address, and the name of its files in `pages/` and `viewer/browser/walk/`.
        title: at its head. short: in menus and beside the arrows that lead to it.
        story: what happens here and why, in two sentences.
    """

    slug: str
    title: str
    short: str
    story: str

    @property
    def page(self) -> Path:
        """The file that draws it."""
        return PAGES / f"{self.slug}.py"


CHAPTERS = (
    Chapter(
        "embedding",
        "Embedding",
        "Embedding",
        "The sentence is cut into pieces that the vocabulary knows, and each piece fetches its row of a table "
        "learned in training. From here on a word is a vector: words used alike have come to lie close together.",
    ),
    Chapter(
        "positions",
        "Positional encoding",
        "Positions",
        "Attention alone does not know in which order the tokens stand, so every position adds a pattern of its "
        "own to the vector there. The pattern is made of sines and cosines of growing wavelength, the same for "
        "every sentence.",
    ),
    Chapter(
        "projections",
        "Queries, keys, values",
        "Q, K, V",
        "Three matrices turn each vector into a query (what it looks for), a key (what it can be found by) and a "
        "value (what it hands over). Every head has matrices of its own, so that it can look for something else.",
    ),
    Chapter(
        "scores",
        "Scores and masks",
        "Scores",
        "A query is compared with every key; the scaled results become weights that sum to one, and the values "
        "are added up by these weights. A mask sets what must not be seen to −∞ before the softmax, so that its "
        "weight is exactly zero.",
    ),
    Chapter(
        "heads",
        "Attention heads",
        "Heads",
        "Several heads attend side by side, each with its own idea of what matters; together they make one layer's "
        "attention. Look for heads that follow the previous word, keep to their own, or line the two languages up.",
    ),
    Chapter(
        "residual",
        "Residual, norm, feed-forward",
        "Residual",
        "Every sublayer only adds something to the stream of vectors that runs through the stack; a LayerNorm "
        "keeps their size in hand. Between two attentions a feed-forward layer works on each position alone, with "
        "most of its neurons silent.",
    ),
    Chapter(
        "output",
        "Decoder and output",
        "Output",
        "The decoder reads the translation so far, shifted right by one, and its last vector is compared with "
        "every piece of the vocabulary. In training all positions answer at once, in decoding one after the "
        "other: the numbers are the same.",
    ),
)


def chapter(slug: str) -> Chapter:
    """The chapter called `slug`."""
    return next(each for each in CHAPTERS if each.slug == slug)


def neighbours(slug: str) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after it; None at the ends."""
    place = CHAPTERS.index(chapter(slug))
    return (CHAPTERS[place - 1] if place else None, CHAPTERS[place + 1] if place + 1 < len(CHAPTERS) else None)
