"""What is in the address: the sentence, the search's settings and the focus. Nothing in it is trusted unchecked."""

from dataclasses import dataclass

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.model.attentions import AttentionKind
from transformer.text.reader import MAX_CHARACTERS
from viewer.widgets.numbers import parse_number, within

# The first is what a visitor sees first; the chapters' texts are true of it, as tests/pictures/learn/teach checks.
EXAMPLES = (
    "The black dog sleeps in front of the door.",
    "I love you very much.",
    "She has lost her keys and cannot open the door.",
    "A man is riding a red bicycle down the street.",
    "Where did you buy these old books?",
    "My sister does not like cold coffee.",
    "Two children are playing with a dog in the snow.",
    "A group of people are watching the fireworks by the river.",
    "If you are not ready in five minutes, I will leave without you.",
)
DEFAULT_SENTENCE = EXAMPLES[0]
# For models that read something else.
EXAMPLES_IN = {
    "en": EXAMPLES,
    "fr": (
        "Le chien noir dort devant la porte.",
        "Je t'aime beaucoup.",
        "Elle a perdu ses clés et ne peut pas ouvrir la porte.",
        "Où as-tu acheté ces vieux livres ?",
        "Ma sœur n'aime pas le café froid.",
    ),
    "de": (
        "Der schwarze Hund schläft vor der Tür.",
        "Ich liebe dich sehr.",
        "Sie hat ihre Schlüssel verloren und kann die Tür nicht öffnen.",
        "Wo hast du diese alten Bücher gekauft?",
        "Meine Schwester mag keinen kalten Kaffee.",
    ),
    "es": (
        "El perro negro duerme delante de la puerta.",
        "Te quiero mucho.",
        "Ella ha perdido sus llaves y no puede abrir la puerta.",
        "¿Dónde compraste estos libros viejos?",
        "A mi hermana no le gusta el café frío.",
    ),
}
# Greedy and beam opens with a sentence on which they differ, by target language.
PARTING = {
    "fr": "Her nephew laughs downstairs in the morning.",
    "de": "Is the writer leaving today?",
}
# Remove a head opens with a sentence in which a word changes without one head or another.
MISSED = {"fr": "My mother does not drink cold milk.", "de": "The old man does not wear a red hat."}
# Laboratory opens with a sentence that only the order of its words tells from the other.
ORDERED = ("The dog bites the man.", "The man bites the dog.")
# Patching opens with two sentences that differ in one thing: singular and plural.
PATCHED = ("The car is red.", "The cars are red.")
# The pages about the time before the Transformer open with one that is too long for a vector: half of it gets lost, and
# all models with attention translate it well.
SQUEEZED = "A woman with a black hat is selling fruit and vegetables at the market while a man looks at the flowers."
# The first attention opens with one in whose translation two adjectives change places with their nouns.
CROSSED = "The red car is in front of the white house."
MAX_TYPED = MAX_CHARACTERS  # characters that a text field accepts: as many as the model reads

SMALLEST_BEAM, LARGEST_BEAM = 1, 10
SMALLEST_ALPHA, LARGEST_ALPHA, ALPHA_STEP = 0.0, 2.0, 0.1

# The names in the address, which are also the keys of the widgets.
SENTENCE, BEAM, ALPHA, FOCUS, MODEL, OTHER = "sentence", "beam", "alpha", "focus", "model", "other"
INTO = "into"  # in the address: the language to write, for a model that can be asked for several
PART = "part"  # in the address: which sentence of a text that has several, counted from 1
DEPTH = "depth"  # in the address: look, understand or prove, see viewer/widgets/depth.js
# What a visitor chose on Token by token and gets back on returning to it.
SETTINGS = ("how", "prefix", "own", "temperature", "top_p", "top_k", "seed")


@dataclass(frozen=True)
class Focus:
    """The attention in focus. Written `cross.2.mean.4` (layer 2, all heads, token 4).

    Attributes:
        kind: which of the three attentions.
        layer: counted from 0.
        head: counted from 0; None for the mean over heads.
        token: the query's position.
    """

    kind: AttentionKind
    layer: int
    head: int | None
    token: int


def sensible_beam(value: object) -> int:
    """The beam size nearest to `value`; the default if it is not a number."""
    found = parse_number(value)
    if found is None:
        return DEFAULT_BEAM
    return round(within(found, SMALLEST_BEAM, LARGEST_BEAM))


def sensible_alpha(value: object) -> float:
    """The length penalty nearest to `value` on the slider; the default if it is not a number."""
    found = parse_number(value)
    if found is None:
        return DEFAULT_ALPHA
    return round(round(within(found, SMALLEST_ALPHA, LARGEST_ALPHA) / ALPHA_STEP) * ALPHA_STEP, 10)
