"""A lesson of 90 minutes; what it says of a sentence is held by a test on the model that its links open."""

from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from viewer.app import state
from viewer.app.state import FOCUS, MODEL, SENTENCE
from viewer.widgets.payload import Payload

TAUGHT_WITH = "en-fr"
UNKNOWN_WORD = "I saw a platypus in the museum."


@dataclass(frozen=True)
class Part:
    """One part of the lesson.

    Attributes:
        minutes: that it takes.
        title: what it is about. goal: what everyone can say afterwards.
        act: what the teacher does. question: to the class. answer: what they usually say, and what the model shows.
        page, sentence, focus: what the links open.
    """

    minutes: int
    title: str
    goal: str
    act: str
    question: str
    answer: str
    page: str
    sentence: str = state.DEFAULT_SENTENCE
    focus: str = ""

    @property
    def address(self) -> str:
        """Of the page with the sentence, the model and the focus, as seen from any page."""
        wanted = {SENTENCE: self.sentence, MODEL: TAUGHT_WITH, FOCUS: self.focus}
        return f"{self.page}?{urlencode({name: value for name, value in wanted.items() if value})}"


PLAN = (
    Part(
        5,
        "What does it do?",
        "A translation is made of tokens, and each of them looked at words of the source.",
        "Show the translation and point at the French tokens one by one. Then translate a sentence of the class.",
        "Which French word comes from “black”? Why does a word-by-word dictionary fail here?",
        "“noir”, and it stands behind “chien”. The line from “noir” leads back to “black”: nobody told the model.",
        "translate",
        focus="cross.1.mean.2",
    ),
    Part(
        10,
        "Words become vectors",
        "A token is a row of numbers, and tokens that are used alike have similar rows.",
        "Let them guess first, then open the neighbours of “dog”, then of “black”.",
        "Which words will lie nearest to “dog”?",
        "Most say “cat”. The model says “dogs” among the first: it has seen how words are used, not what they mean.",
        "embedding",
        focus="encoder.0.0.2",
    ),
    Part(
        5,
        "Order must be added",
        "Without positions a sentence is a bag of words.",
        "Scroll to the picture in which two words change places, with positions and without.",
        "“The dog bites the man”, “The man bites the dog”: how could the model tell them apart?",
        "“By the order.” But nothing in attention knows it: without positions each word keeps exactly the same vector.",
        "positions",
        focus="encoder.0.0.2",
    ),
    Part(
        15,
        "One query meets the keys",
        "A weight is a product of a query with a key, scaled, masked, and turned into a share by the softmax.",
        "Go through the six steps with the button. The decoder has just read “chien”. Let one of the class compute a "
        "softmax of two scores by hand. Then choose the decoder's own attention and look at the mask.",
        "The next word will be “noir”. Which English word should it look at now? And what must it not see?",
        "“black”, and the weights agree. It must not see French words that come later: their weight is exactly 0.",
        "scores",
        focus="cross.1.0.2",
    ),
    Part(
        10,
        "Heads have found their own tasks",
        "Several heads look at once, each at something else, and nobody assigned the tasks.",
        "Show layer 2, head 3 of the cross-attention large. Groups take one head each and describe it in a sentence.",
        "What is this head looking for?",
        "“The same word again”, some say. It looks at the English word that is translated next.",
        "heads",
        focus="cross.1.2.1",
    ),
    Part(
        10,
        "Adding, not replacing",
        "Every sublayer adds to a token's vector, and most neurons are silent at any one token.",
        "Follow one token through the stack; then show the neurons of the feed-forward layer.",
        "How many of the neurons fire at “dog”: nearly all, about half, or few?",
        "Most guess half. It is fewer: a ReLU sets everything below 0 to 0.",
        "residual",
        focus="encoder.0.0.2",
    ),
    Part(
        10,
        "From a vector to a word",
        "The last vector gives every token a probability; the decoder reads the translation shifted by one place.",
        "Look at the token “chien”: what it says next, how sure it is, and what temperature does to that.",
        "After “Le chien” there are 6,000 tokens to choose from. How sure will the model be of “noir”?",
        "Guesses lie near one half. It is above 0.9: it has read the English.",
        "output",
        focus="decoder.0.0.2",
    ),
    Part(
        10,
        "Take another road",
        "A model says one token at a time and goes on from whatever was said.",
        "Go to the third step and click “blanc” in place of “noir”.",
        "If we make it say “white dog”, will it notice?",
        "“It will correct itself.” It does not: the rest is said as before. It can only go on, never back.",
        "steps",
    ),
    Part(
        10,
        "Greedy or patient?",
        "The best first word does not always begin the best sentence.",
        "Show where the two searches part, then pull the beam size down to 1.",
        "Why not simply take the most probable word each time?",
        "The greedy sentence is wrong here, and less probable as a whole, although every step took the best token.",
        "search",
        sentence=state.PARTING["fr"],
    ),
    Part(
        5,
        "What it does not know",
        "A model speaks fluently of what it has never seen; look at the badge before you trust it.",
        "Translate a word that it cannot know. Then let the class find a sentence that breaks it.",
        "It has never seen “platypus”. What will it do?",
        "“Leave it out.” It cuts the word into pieces and makes something up that looks like French.",
        "translate",
        sentence=UNKNOWN_WORD,
    ),
)


def payload(titles: dict[str, str]) -> Payload:
    """The plan as the browser draws it.

    Args:
        titles: of the pages, by their addresses.
    """
    parts = [{**asdict(part), "address": part.address, "shows": titles[part.page]} for part in PLAN]
    return Payload({"parts": parts, "exercises": "exercises" if "exercises" in titles else ""})
