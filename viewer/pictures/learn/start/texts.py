"""What the tour's stops say; what is in braces comes from the model and the sentence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StopText:
    """The texts of a stop.

    Attributes:
        title: in a few words. idea: in two or three sentences.
        question: asked before the answer is shown. told: what the model's numbers say after it.
        page: the address of the page that shows more. more: what is there.
    """

    title: str
    idea: str
    question: str
    told: str
    page: str
    more: str


STOPS = {
    "pieces": StopText(
        "Your sentence becomes pieces",
        "A network computes with numbers, not with letters. So the sentence is cut into pieces from a fixed list of "
        "{vocabulary:,}. Words that are common in the training texts are usually one piece. Others are put together "
        "from several.",
        "{which}",
        "It becomes {pieces}. Every piece has a number: its row in the list, and all that the network sees of it.",
        page="embedding",
        more="how the cuts are made",
    ),
    "vector": StopText(
        "Each piece fetches a vector",
        "Every piece fetches its own {width} numbers from a large table: its vector, drawn as bars. Nobody "
        "wrote the table; the numbers were learned. Words used in similar ways can get similar vectors.",
        "Which of these words has the vector most similar to that of “{word}”?",
        "The nearest ordinary words that don’t begin like it are {nearest}. The model has only seen sentences and "
        "their translations.",
        page="embedding",
        more="the whole table as a map",
    ),
    "order": StopText(
        "Order is added",
        "The encoder looks at all pieces at once. On its own it can’t tell which comes first. So a pattern of waves "
        "that says at which place it stands is added to each vector.",
        "Without that pattern, and with “{first}” and “{last}” swapped: which translation comes out?",
        "Without positions, both orders are the same bag of words to the encoder.",
        page="positions",
        more="the waves",
    ),
    "encoder": StopText(
        "Words look at each other",
        "In every layer of the encoder, each piece looks at every piece, itself too, and adds what it finds to its own "
        "vector, of which eight numbers are shown. The ribbons say how much it takes from each: that’s attention.",
        "In layer {layer}, which of these words does “{word}” look at most?",
        "{gets} of the attention. Nobody programmed that: training found it. What the look is good for, only an "
        "experiment can tell.",
        page="heads",
        more="every head of every layer",
    ),
    "look": StopText(
        "The decoder looks at the {source}",
        "Now the decoder writes {language}, piece by piece. Before each piece it looks at what the encoder made of "
        "the {source} words, each time with new weights, which add up to 100%.",
        "When it writes “{written}”, which {source} word does it look at most?",
        "{gets} of the attention. {moved}",
        page="scores",
        more="how a weight is computed",
    ),
    "next": StopText(
        "Which word comes next?",
        "At each step all {vocabulary:,} pieces get a probability. One is chosen and added to the translation. Then "
        "the decoder reads everything it has written so far and goes on.",
        "It has written “{begun}”. Which of these words is most probable next?",
        "“{best}” has {share}, {others}. The rest goes to all other pieces.",
        page="steps",
        more="every step, and other ways to choose",
    ),
    "hide": StopText(
        "Hide a word",
        "Now change something yourself. When a word is hidden, no part of the model can look at it. We change "
        "nothing else.",
        "We hide “{word}”. Which {language} word is lost?",
        "The model can’t see it, so it can’t translate it.",
        page="laboratory",
        more="change more in the laboratory",
    ),
}
WHICH_IS_CUT = "Which of these words is cut?"
WHICH_WOULD_BE = "Your words all stay whole. Which of these would be cut?"
OVERTAKEN = "In {source} it comes before “{overtaken}”, in {language} after it. Attention finds it anyway."
IT_GETS, PIECES_GET = "It gets {share}", "Its pieces together get {share}"
NOBODY_TOLD = "Nobody told the model which words belong together."
SWAPPED = ("the same as before the swap", "one with these two words swapped", "one without these two words")
WITHOUT_POSITIONS, WITH_POSITIONS = "without positions, in either order", "with positions, after the swap"
AS_IT_IS, WITHOUT_WORD = "as it is", "without “{word}”"
