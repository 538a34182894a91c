"""A 90-minute lesson; tests check what it says about a sentence on the model that its links open."""

from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from viewer.app import state
from viewer.app.state import DEPTH, FOCUS, MODEL, SENTENCE
from viewer.widgets.payload import Payload

TAUGHT_WITH = "en-fr"
HARD_SENTENCE = "The blacksmith quenched the horseshoe."


@dataclass(frozen=True)
class Part:
    """One part of the lesson.

    Attributes:
        minutes: how long it takes.
        title: what it is about. goal: what everyone can say afterwards.
        act: what the teacher does. question: for the class. answer: a likely guess, and what the model shows.
        page, sentence, focus, depth: what the links open.
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
    depth: str = "prove"

    @property
    def address(self) -> str:
        """The page with the sentence, the model and the focus, relative to any page."""
        wanted = {SENTENCE: self.sentence, MODEL: TAUGHT_WITH, FOCUS: self.focus, DEPTH: self.depth}
        return f"{self.page}?{urlencode({name: value for name, value in wanted.items() if value})}"


PLAN = (
    Part(
        5,
        "What does it do?",
        "A translation is made of tokens, and each one looked at words of the source.",
        "Show the translation and hover over the French tokens one by one. Then translate a sentence from the class.",
        "Which French word comes from “black”? Why does a word-by-word dictionary fail here?",
        "“noir”, and it comes after “chien”. A line leads from “noir” to “black”: nobody told the model.",
        "translate",
        focus="cross.1.mean.2",
    ),
    Part(
        10,
        "Words become vectors",
        "A token is a row of numbers, and tokens used in similar ways often have similar rows.",
        "Let them guess first, then show the neighbours of “dog”, then of “black”.",
        "Which words are closest to “dog”?",
        "“Cat” is a natural guess. The model has “dogs” near the top: it saw how words are used, not what they mean.",
        "embedding",
        focus="encoder.0.0.2",
        depth="understand",
    ),
    Part(
        5,
        "Order must be added",
        "Without positions, a sentence is a bag of words to the encoder.",
        "Scroll to the picture in which two words are swapped, with positions and without.",
        "“The dog bites the man”, “The man bites the dog”: how could the model tell them apart?",
        "“By the order.” But the encoder’s attention can’t see it: without positions each word keeps the same vector.",
        "positions",
        focus="encoder.0.0.2",
        depth="understand",
    ),
    Part(
        15,
        "One query meets the keys",
        "A weight is the product of a query and a key, scaled, masked, and turned into a share by the softmax.",
        "Click through the six steps. The decoder has just read “chien”. Have a student compute a softmax of two "
        "scores by hand. Then choose the decoder’s self-attention and look at the mask.",
        "The next word will be “noir”. Which English word should it look at now? And what mustn’t it see?",
        "“black”, and the weights agree. It mustn’t see later French words: their weight is exactly 0.",
        "scores",
        focus="cross.1.0.2",
        depth="understand",
    ),
    Part(
        10,
        "Heads find their own jobs",
        "Several heads look at once. Some differ, others do much the same, and nobody assigned the jobs.",
        "Show cross-attention layer 2, head 3 enlarged. Each group takes one head and describes it in a sentence.",
        "What is this head looking for?",
        "Not the word just written: it looks at the English word that is translated next.",
        "heads",
        focus="cross.1.2.1",
    ),
    Part(
        10,
        "Adding, not replacing",
        "Sublayers add to a token’s vector instead of replacing it, and most neurons are silent at any one token.",
        "Follow one token through the layers, then show the neurons of the feed-forward layer.",
        "How many of the neurons fire at “dog”: nearly all, about half, or few?",
        "Fewer than half fire: the ReLU sets everything below 0 to 0.",
        "residual",
        focus="encoder.0.0.2",
    ),
    Part(
        10,
        "From a vector to a word",
        "The last vector gives every token a probability; the decoder reads the translation shifted right by one.",
        "Look at the token “chien”: what the model predicts next, how sure it is, and what temperature changes.",
        "After “Le chien” there are 6,000 tokens to choose from. How sure will the model be of “noir”?",
        "The probability is above 0.9: it has read the English.",
        "output",
        focus="decoder.0.0.2",
    ),
    Part(
        10,
        "Take a different path",
        "A model writes one token at a time and continues from whatever was chosen.",
        "Go to the third step and click “blanc” instead of “noir”.",
        "If we make it write “white dog”, will it notice?",
        "“It will correct itself.” It doesn’t: the rest stays the same. It can only go on, never back.",
        "steps",
    ),
    Part(
        10,
        "Greedy or patient?",
        "The best first word doesn’t always start the best sentence.",
        "Show where the two searches differ, then pull the beam size down to 1.",
        "Why not simply take the most probable word each time?",
        "Greedy is wrong here, and less probable as a whole, although it took the best token at every step.",
        "search",
        sentence=state.PARTING["fr"],
    ),
    Part(
        5,
        "What it doesn’t know",
        "A model writes fluently about things it hardly knows. Check the badge before you trust it.",
        "Translate words it hardly knows. Then let the class find a sentence that breaks it.",
        "A blacksmith cools a hot horseshoe in water. What will the model make of “quenched”?",
        "It invents: “Le forgeron a cité les chevaux”, he quoted the horses. Fluent, wrong, and the badge warns you.",
        "translate",
        sentence=HARD_SENTENCE,
    ),
)


def payload(titles: dict[str, str]) -> Payload:
    """The plan as the browser draws it.

    Args:
        titles: of the pages, by their addresses.
    """
    parts = [{**asdict(part), "address": part.address, "shows": titles[part.page]} for part in PLAN]
    return Payload({"parts": parts, "exercises": "exercises" if "exercises" in titles else ""})
