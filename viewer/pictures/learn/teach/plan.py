"""Lessons of 90, 45 and 20 minutes; tests check what they say on the model that their links open."""

from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

from viewer.app import state
from viewer.app.page import Visit
from viewer.app.state import DEPTH, FOCUS, MODEL, SENTENCE
from viewer.transport.payload import Payload

TAUGHT_WITH = "en-fr"
HARD_SENTENCE = "The blacksmith quenched the horseshoe."
LESSON, PRESENT, BEAT = "lesson_part", "present", "beat"  # in the address


@dataclass(frozen=True)
class LessonPart:
    """One part of a lesson.

    Attributes:
        minutes: how long it takes.
        title: what it is about. goal: what everyone can say afterwards.
        act: what the teacher does. question: for the class. answer: a likely guess, and what the model shows.
        page, sentence, focus: what the links open. depth: how deep. beat: of a case, from 1; 0 for other pages.
        needs: what the class has to know before. mistake: a common misconception, with its answer.
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
    depth: str = "look"
    beat: int = 0
    needs: str = ""
    mistake: str = ""

    def address(self, **more: str) -> str:
        """The page with all that the part asks for, relative to any page.

        Args:
            more: of the address.
        """
        wanted = {SENTENCE: self.sentence, MODEL: TAUGHT_WITH, FOCUS: self.focus, DEPTH: self.depth}
        if self.beat:
            wanted = {MODEL: TAUGHT_WITH, BEAT: str(self.beat)}
        return f"{self.page}?{urlencode({name: value for name, value in {**wanted, **more}.items() if value})}"


PLAN = (
    LessonPart(
        15,
        "Take the tour",
        "Everyone has seen the whole machine translate a sentence, and has guessed before looking.",
        "Go through the tour on the projector and vote on each guess. Or put its stops into your class: then each "
        "student takes it alone.",
        "Which French word comes from “black”? Why does a word-by-word dictionary fail here?",
        "“noir”, and it comes after “chien”: the order differs. Nobody told the model which words belong together.",
        "start",
        mistake="“It looks words up.” There is no dictionary inside, only numbers learned from sentence pairs.",
    ),
    LessonPart(
        10,
        "Words become vectors",
        "Each token has a row of numbers, and tokens used in similar ways can have similar rows.",
        "Ask before you open the page: the answer is on it. Then click “black”, and guess its neighbours first.",
        "Which words are closest to “dog”?",
        "“Cat” is a natural guess. The model has “dogs” near the top: it saw sentences and translations, not meanings.",
        "embedding",
        focus="encoder.0.0.2",
        needs="A vector is a list of numbers.",
        mistake="“Close means the same.” It means used in similar ways: “hot” and “cold” are close, too.",
    ),
    LessonPart(
        5,
        "Order must be added",
        "Without positions, a sentence is a bag of words to the encoder.",
        "Show both sentences with their translations, without positions. Then undo the change.",
        "“The dog bites the man”, “The man bites the dog”: how could the model tell them apart?",
        "“By the order.” But attention can’t see it: without positions, both become “L'homme mord le chien.”",
        "laboratory",
        sentence=state.ORDERED[0],
        mistake="“It reads from left to right.” The encoder reads all words at once.",
    ),
    LessonPart(
        15,
        "One query meets the keys",
        "A score is the product of a query and a key, scaled and masked; the softmax turns the scores into shares.",
        "Go through the six steps. The decoder has just read “chien”. Have a student compute a softmax of two scores "
        "by hand. Then press Understand, choose the decoder’s self-attention and look at the mask.",
        "The next word will be “noir”. Which English word should it look at now? And what mustn’t it see?",
        "“black”, and the weights agree. It mustn’t see later French words: their weight is exactly 0.",
        "scores",
        focus="cross.1.0.2",
        needs="A dot product, and the exponential function.",
        mistake="“The softmax picks one word.” Every word that isn’t masked gets a share, if only a tiny one.",
    ),
    LessonPart(
        10,
        "Heads find their own jobs",
        "Several heads look at once. Some differ, others do much the same, and nobody assigned the jobs.",
        "Each group takes one of the four heads and describes it in a sentence.",
        "What is head 2 looking for?",
        "Not the word just written: it looks at the English word that is translated next.",
        "heads",
        focus="cross.1.1.1",
        mistake="“Every head has its own meaning.” Several here do much the same, and the labels are ours.",
    ),
    LessonPart(
        5,
        "Adding, not replacing",
        "Sublayers add to a token’s vector instead of replacing it.",
        "Ask before you open the page. Then follow one word’s pipe through the layers: its width is a length.",
        "What becomes of a word’s own vector: is it lost on the way, or does it stay?",
        "It stays in the sum. What the layers add to it makes the vector of “dog” several times as long.",
        "residual",
        focus="encoder.0.0.2",
        mistake="“A layer replaces the vector.” It adds to it.",
    ),
    LessonPart(
        10,
        "From a vector to a word",
        "The last vector gives every token a probability; the decoder reads the translation shifted right by one.",
        "Look at the token “chien”: what the model predicts next, how sure it is, and what temperature changes.",
        "After “Le chien” there are 6,000 tokens to choose from. How sure will the model be of “noir”?",
        "The probability is above 0.9: it has read the English.",
        "output",
        focus="decoder.0.0.2",
        needs="A probability.",
        mistake="“It knows the word.” It gives each of 6,000 tokens a probability, every time.",
    ),
    LessonPart(
        10,
        "Take a different path",
        "A model writes one token at a time and continues from whatever was chosen.",
        "Go to the third step and click “blanc” instead of “noir”.",
        "If we make it write “white dog”, will it notice?",
        "“It will correct itself.” It doesn’t: the rest stays the same. It can only go on, never back.",
        "steps",
        depth="understand",
        mistake="“It plans ahead and corrects itself.” It only ever adds the next token.",
    ),
    LessonPart(
        5,
        "Greedy or patient?",
        "The best first word doesn’t always start the best sentence.",
        "Show where the two searches differ, then pull the beam size down to 1.",
        "Why not simply take the most probable word each time?",
        "Greedy is wrong here, and less probable as a whole, although it took the best token at every step.",
        "search",
        sentence=state.PARTING["fr"],
        needs="Probabilities multiply along a sentence; their logarithms add.",
        mistake="“Beam search finds the best translation.” It keeps five candidates; a better one can be dropped.",
    ),
    LessonPart(
        5,
        "What it doesn’t know",
        "A model writes fluently about things it hardly knows. Check the badge before you trust it.",
        "Translate words it hardly knows. Then let the class find a sentence that breaks it.",
        "A blacksmith cools a hot horseshoe in water. What will the model make of “quenched”?",
        "It invents a verb: “Le forgeron a quadé les chevaux”. It sounds French and means nothing. The badge warns.",
        "translate",
        sentence=HARD_SENTENCE,
        mistake="“It sounds right, so it is right.” Fluent French is what it writes best, true or not.",
    ),
)


CASE = (
    LessonPart(
        4,
        "How can it know?",
        "The model must choose “la” before it has written “porte”; a guess is a hypothesis that one can test.",
        "Let the class read the English sentence and the French beginning. Vote with hands, and click the majority’s "
        "answer; or open a class that votes on its phones.",
        "It must write “le”, “la” or “l’” now, and the noun comes next. How can it know which?",
        "Likely guesses: it looks at “the”, which is being translated; it guesses the commonest.",
        "case",
        beat=1,
        mistake="“It has the whole French sentence in mind.” It writes one piece, and knows none of the next.",
    ),
    LessonPart(
        6,
        "A hint is no proof",
        "Where attention looks on average isn’t what the choice depends on; hiding a word is an experiment.",
        "Show where attention looks, and ask whether the case is closed. Then go on, and hide both words, one by one.",
        "Attention looks mostly at “the”. What will happen if we hide “the”? And if we hide “door”?",
        "“The” is a likely guess. But without it “la” stays ahead; without “door” the model writes “le chien”.",
        "case",
        beat=2,
        mistake="“It looks there, so it uses it.” Only the experiment tells.",
    ),
    LessonPart(
        5,
        "One head of four",
        "A mean can hide the one that matters: one head looks at the noun before it is written.",
        "Unbraid the ribbon. Then let the class name nouns, and turn the wheel or type them.",
        "Which head will follow when the noun changes, and what will the doors do?",
        "Head 3 stays on the noun, whichever it is, and the doors follow its French gender.",
        "case",
        beat=4,
        mistake="“Somebody built this head for gender.” Nobody did: training found it.",
    ),
    LessonPart(
        5,
        "Take it out",
        "Parts of a network stand in for one another, so removing one proves less than one thinks.",
        "Vote before each knock-out. End with the verdict: what was shown, and what wasn’t. Exit question: name a "
        "claim about a machine that you would now want an experiment for.",
        "What happens to “la” without head 3?",
        "“It falls” is a likely guess. It hardly does; without a second head as well it falls to about half.",
        "case",
        beat=6,
        mistake="“Nothing happened, so the head does nothing.” Another head did its work.",
    ),
)


_SHORT = {"Take the tour": 15, "One query meets the keys": 15, "Take a different path": 10, "What it doesn’t know": 5}
PLANS = {
    "90": PLAN,
    "45": tuple(replace(part, minutes=_SHORT[part.title]) for part in PLAN if part.title in _SHORT),
    "20": CASE,
}


def part_at(written: str) -> tuple[str, int] | None:
    """The plan and the part, from 0, that an address names, such as `90.4` for its fourth; None for anything else."""
    plan, _, number = written.partition(".")
    places = {str(at + 1): at for at in range(len(PLANS.get(plan, ())))}
    return (plan, places[number]) if number in places else None


def on_projector(plan: str, at: int) -> str | None:
    """The address of a plan's part, from 0, on the projector; None beyond either end."""
    if not 0 <= at < len(PLANS[plan]):
        return None
    return PLANS[plan][at].address(**{PRESENT: "1", LESSON: f"{plan}.{at + 1}"})


def lessons(visit: Visit) -> Payload:
    """The plans as the browser draws them; without a server, there is no projector mode."""
    plans = {
        plan: [
            {
                **asdict(part),
                "address": part.address(**{LESSON: f"{plan}.{at + 1}"}),
                "projector": "" if visit.alone else on_projector(plan, at),
                "shows": visit.titles[part.page],
            }
            for at, part in enumerate(parts)
        ]
        for plan, parts in PLANS.items()
    }
    return Payload({"plans": plans})
