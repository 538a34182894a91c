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
        act: what the teacher does; what it quotes is on the page. question: for the class. answer: a likely guess, and
            what the model shows.
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
        8,
        "Words become vectors",
        "Each token has a row of numbers, and tokens used in similar ways can have similar rows.",
        "Ask before you open the page: the answer is on it. Let them guess the neighbours of “black” too, before you "
        "click it.",
        "Which words are closest to “dog”?",
        "“Cat” is a natural guess. In the model “dogs” is closest: it saw sentences and translations, not meanings.",
        "embedding",
        focus="encoder.0.0.2",
        needs="A vector is a list of numbers.",
        mistake="“Close means the same.” It means used in similar ways: “hot” and “cold” are close, too.",
    ),
    LessonPart(
        5,
        "Order must be added",
        "Without positions, a sentence is a bag of words to the encoder.",
        "Show both sentences with their translations, without positions. Then “As it was”.",
        "“The dog bites the man”, “The man bites the dog”: how could the model tell them apart?",
        "“By the order.” But attention can’t see it: without positions, both become “L'homme mord le chien.”",
        "laboratory",
        sentence=state.ORDERED[0],
        mistake="“It reads from left to right.” The encoder reads all words at once.",
    ),
    LessonPart(
        12,
        "One query meets the keys",
        "A score is the product of a query and a key, scaled and masked; the softmax turns the scores into shares.",
        "Ask, then follow “Compare”, “Hide” and “Share”. At “Hide”, look at the two last rows: “.” has the "
        "second-highest score, and gets nothing.",
        "The decoder has just read “la”. At which French words may it look now, and at which not?",
        "At itself and at those before it. The later ones get a share of exactly 0, however well they match.",
        "scores",
        focus="decoder.1.0.6",
        needs="A dot product, and the exponential function.",
        mistake="“The softmax picks one word.” Every word that isn’t masked gets a share, if only a tiny one.",
    ),
    LessonPart(
        12,
        "On paper",
        "Everyone has computed a softmax, and has said where a model looks before seeing it.",
        "Hand out the worksheet of this page: matrix and softmax first, each alone, then with a neighbour. Then open "
        "the picture, and compare the row of “la”.",
        "Which English word did you shade darkest for “la”?",
        "“door” or “the”. On average it looks most at “the”, but “door” has a share too: the next part says whose.",
        "heads",
        focus="cross.1.mean.5",
        needs="The worksheet, printed: one page for each student.",
    ),
    LessonPart(
        8,
        "Heads find their own jobs",
        "Several heads look at once. Some differ, others do much the same, and nobody assigned the jobs.",
        "Ask before you open the page. Then each of four groups takes a head and follows it through the other words.",
        "“the” and “door” each have a share of “la”. Do all four heads look at both?",
        "No: three look most at “the”, and head 3 at “door”, the noun that decides between “le” and “la”.",
        "heads",
        focus="cross.1.2.5",
        mistake="“Every head has its own meaning.” Several here do much the same, and the labels are ours.",
    ),
    LessonPart(
        7,
        "Take a different path",
        "A model writes one token at a time and continues from whatever was chosen.",
        "Vote, then click “blanc” instead of “noir”.",
        "If we make it write “white dog”, will it notice?",
        "“It will correct itself.” It doesn’t: the rest stays the same. It can only go on, never back.",
        "steps",
        focus="cross.1.mean.2",
        depth="understand",
        mistake="“It plans ahead and corrects itself.” It only ever adds the next token.",
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
    LessonPart(
        10,
        "What stayed",
        "Everyone has answered six questions alone, and has heard why.",
        "Give your class the exercises of the first grade, “First look”; each answers on a phone, and you see a bar "
        "for each question. Without phones: vote with hands.",
        "Which of the six did most of you get wrong, and why was the wrong answer tempting?",
        "Your class’s own. “Show the answer” tells why, and leads to the page that shows it.",
        "exercises",
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
        5,
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
        4,
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


# Its minutes: a whole lesson, one on attention alone, one case.
_SHORT = {"Take the tour": 12, "One query meets the keys": 11, "On paper": 11, "Heads find their own jobs": 7}
PLANS = {
    "90": PLAN,
    "45": tuple(replace(part, minutes=_SHORT[part.title]) for part in PLAN if part.title in _SHORT),
    "20": CASE,
}
ABOUT = {"90": "the whole model", "45": "attention alone", "20": "one case"}


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
    return Payload({"plans": plans, "about": ABOUT})
