"""The seven chapters in the order a sentence flows through them, and what each says first."""

from dataclasses import dataclass
from pathlib import Path

from viewer.app.pages import page_file


@dataclass(frozen=True)
class Chapter:
    """One page of the walk.

    Attributes:
        slug: its address, and the name of its folder in `viewer/walk/`.
        title: at its head. short: in menus and next to the arrows that lead to it.
        look: what the picture at Look shows, in one sentence. story: what happens here and why.
    """

    slug: str
    title: str
    short: str
    look: str
    story: str

    @property
    def page(self) -> Path:
        """The file that draws it."""
        return page_file(self.slug)


CHAPTERS = (
    Chapter(
        "embedding",
        "Embedding",
        "Embedding",
        "Your sentence is cut into pieces, and each piece has a place on this map: pieces used in similar ways "
        "can end up close together.",
        "Your sentence is cut into pieces from a fixed list, the vocabulary, and each piece looks up its row in a "
        "table learned in training. From here on a piece is this row of numbers, a vector. Pieces used in similar "
        "ways can end up with similar vectors.",
    ),
    Chapter(
        "positions",
        "Positional encoding",
        "Positions",
        "Attention can’t see the order of words, so the model adds a different pattern at each place.",
        "Attention by itself can’t tell what order the tokens are in, so a vector encoding the position is added to "
        "each token’s vector. It’s made of sines and cosines, fast ones and slow ones, and is the same in every "
        "sentence.",
    ),
    Chapter(
        "projections",
        "Queries, keys, values",
        "Q, K, V",
        "Every word asks a question, and takes most from the word that answers best.",
        "Three matrices turn each vector into a query (what it looks for), a key (what it can be found by) and a "
        "value (what it hands over). Every head has its own matrices, so each can look for something different.",
    ),
    Chapter(
        "scores",
        "Scores and masks",
        "Scores",
        "To write a word, the model compares what it’s looking for with every English word, and takes most from the "
        "best match.",
        "A query is compared with every key. The scaled scores become weights that add up to 1, and these weights "
        "mix the values. A mask sets hidden scores to −∞ before the softmax, so their weight is exactly zero.",
    ),
    Chapter(
        "heads",
        "Attention heads",
        "Heads",
        "Several heads look at the sentence at once, and they can learn to look at different words.",
        "Several heads attend side by side, and heads can learn to look at different things; together they make one "
        "layer’s attention. Look for heads that look at the previous word, at the word itself, or at the English word "
        "being translated.",
    ),
    Chapter(
        "residual",
        "Residual, norm, feed-forward",
        "Residual",
        "A word’s vector runs through all layers, and each layer adds to it instead of replacing it.",
        "Each token’s vector runs through the whole stack, and every sublayer adds something to it: this is the "
        "residual stream. A LayerNorm keeps its numbers in a range the sublayers can work with. After attention "
        "comes a feed-forward layer, which works on each token alone; most of its neurons stay at or near 0.",
    ),
    Chapter(
        "output",
        "Decoder and output",
        "Output",
        "The last vector is compared with every piece the model knows, and the best match is written next.",
        "The decoder reads the translation so far, shifted right by one, and its last vector is compared with "
        "every piece of the vocabulary. Training computes all positions at once, decoding one at a time; the "
        "numbers agree up to rounding.",
    ),
)


def chapter(slug: str) -> Chapter:
    """The chapter called `slug`."""
    return next(each for each in CHAPTERS if each.slug == slug)
