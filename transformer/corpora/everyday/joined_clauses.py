"""Constructions of two clauses: reasons, conditions, things that happen together, what people know and believe."""

from transformer.corpora.everyday.alignment import EMPTY, Phrase, align, unit
from transformer.corpora.everyday.clauses import clause
from transformer.corpora.everyday.descriptions import copula, predicate
from transformer.corpora.everyday.english import agree, be
from transformer.corpora.everyday.grammar import STATIVE, Grammar, construction, end
from transformer.corpora.everyday.morphology import conjugate
from transformer.corpora.everyday.phrases import SUBJECT_PRONOUNS, Nominal
from transformer.corpora.everyday.questions import FITTING


def _weather(grammar: Grammar, past: bool = False) -> Phrase:
    english, present, imperfect, _ = grammar.pick(grammar.lexicon.weather)
    return unit(english.replace("it is", "it was") if past else english, imperfect if past else present)


def _pronoun_of(subject: Nominal) -> Nominal:
    if subject.is_pronoun:
        return subject
    return SUBJECT_PRONOUNS["they" if subject.plural else "she" if subject.feminine else "he"]


_REASONS = {
    "sleep": ("tired", "ill", "sleepy"), "cry": ("sad", "tired", "angry", "afraid", "alone", "ill"),
    "hurry": ("late", "cold", "hungry", "busy"), "go to bed": ("tired", "ill", "sleepy", "cold"),
    "rest": ("tired", "ill", "hot"), "shout": ("angry", "happy", "afraid"), "laugh": ("happy",),
    "smile": ("happy", "shy"),
    "sing": ("happy", "sad", "alone"), "dance": ("happy", "cold"), "leave": ("late", "sad", "tired", "busy", "angry"),
    "work": ("serious", "poor"), "go home": ("tired", "cold", "hungry", "ill", "late", "sad"),
    "go out": ("hot", "hungry", "happy"),
    "run": ("late", "afraid", "cold"), "cough": ("ill",), "swim": ("hot",), "get up": ("hungry", "thirsty", "ready"),
    "sit down": ("tired", "ill"), "get dressed": ("cold", "late"), "get bored": ("alone", "ill"),
}  # fmt: skip


@construction(1.5)
def reason(grammar: Grammar) -> Phrase:
    """`She is sleeping because she is tired.`"""
    subject = grammar.third_person() if grammar.chance(0.3) else grammar.pronoun()
    if subject.plural and subject.feminine:
        return reason(grammar)
    again = _pronoun_of(subject)
    name = grammar.pick(tuple(_REASONS))
    cause = grammar.pick(_REASONS[name])
    state = next((row for row in grammar.lexicon.states if row[0] == cause), None)
    if state:
        avoir = conjugate("avoir", "present", again.person)
        why = align(f"{{x}} {be(again.person)}/v {cause}/a", f"{{x}} {avoir}/v {state[1]}/a", x=again.phrase)
    else:
        adjective = next(a for a in grammar.lexicon.adjectives if a.english == cause)
        why = copula(again, "present", False, predicate(adjective, again, grammar.any_of(None, ("very", "très"))))
    verb = grammar.verb(name)
    tense = grammar.any_of("progressive", "want to", "going to", "have to") if name != "cry" else "progressive"
    main = clause(subject, verb, tense, complement=grammar.when("present") if grammar.chance(0.2) else EMPTY)
    if grammar.chance(0.3):
        return end(align("{why} ,/c so/s {main}", "{why} ,/c donc/s {main}", why=why, main=main))
    return end(align("{main} because/b {why}", "{main} parce/b que/b {why}", main=main, why=why))


@construction(2)
def condition(grammar: Grammar) -> Phrase:
    """`If it rains, …`: the present after si, the future in the main clause."""
    if_weather = grammar.chance(0.5)
    subject = grammar.subject()
    verb = grammar.pick(
        [v for v in grammar.transitive if v.english not in STATIVE] + grammar.moving + grammar.intransitive
    )
    what = grammar.object_of(verb, subject, share=0.1).phrase if verb.objects and verb.english != "stay" else EMPTY
    main = clause(subject, verb, grammar.any_of("future", "future", "can", "going to"), complement=what)
    if if_weather:
        first = _weather(grammar)
    else:
        other = grammar.subject()
        first = clause(other, grammar.pick(grammar.moving), "present", complement=grammar.when("future"))
    return end(align("if/i {first} ,/c {main}", "si/i {first} ,/c {main}", first=first, main=main))


@construction(1.5)
def two_clauses(grammar: Grammar) -> Phrase:
    """Two people, two actions: `Paul is sleeping and I am reading a book.`"""
    tense = grammar.any_of("progressive", "past", "was doing", "future")
    parts = []
    for _ in range(2):
        subject = grammar.subject()
        verb = grammar.pick([v for v in grammar.transitive if v.english not in STATIVE] + grammar.intransitive)
        what = grammar.object_of(verb, subject, share=0.1).phrase if verb.objects else EMPTY
        parts.append(clause(subject, verb, tense, complement=what))
    english, french = grammar.pick((("and", "et"), ("but", "mais"), ("while", "pendant que")))
    if english == "while" and tense not in {"progressive", "was doing"}:
        english, french = "and", "et"
    return end(align(f"{{a}} {english}/l {{b}}", f"{{a}} {french.replace(' ', '_')}/l {{b}}", a=parts[0], b=parts[1]))


@construction(1.5)
def when_clause(grammar: Grammar) -> Phrase:
    """`I was sleeping when you arrived.`: imparfait for the frame, passé composé for the event."""
    subject, verb = (
        grammar.subject(),
        grammar.pick([v for v in grammar.transitive if v.english not in STATIVE] + grammar.intransitive),
    )
    what = grammar.object_of(verb, subject, share=0.1).phrase if verb.objects else EMPTY
    main = clause(subject, verb, "was doing", complement=what)
    names = ("arrive", "leave", "come", "come back", "go out", "fall", "get up", "wake up", "shout", "go home")
    event = clause(grammar.subject(), grammar.verb(grammar.pick(names)), "past")
    return end(align("{main} when/w {event}", "{main} quand/w {event}", main=main, event=event))


@construction(2)
def knowing_that(grammar: Grammar) -> Phrase:
    """`I know where she lives.`, `He thinks that you are right.`"""
    subject = grammar.subject()
    mental = grammar.pick((("know", "savoir"), ("think", "penser"), ("hope", "espérer"), ("believe", "croire")))
    other = grammar.subject()
    word = grammar.pick((("why", "pourquoi"), ("when", "quand"), ("how", "comment"), ("where", "où")))
    wondering = mental[0] == "know" and grammar.chance(0.5)
    fitting = FITTING.get(word[0]) if wondering else None
    verbs = [v for v in grammar.transitive if v.english not in STATIVE] + grammar.moving
    verb = grammar.pick([v for v in verbs if fitting is None or v.english in fitting])
    what = (
        grammar.object_of(verb, other, share=0.1, definite=wondering).phrase
        if verb.objects and verb.english != "stay"
        else EMPTY
    )
    tense = (
        grammar.any_of("future", "going to", "can", "past", "progressive")
        if mental[0] != "hope"
        else grammar.any_of("future", "can")
    )
    inner = clause(other, verb, tense, complement=what)
    english, french = agree(mental[0], subject.person), conjugate(mental[1], "present", subject.person)
    if wondering:
        does = "does" if subject.person == 2 else "do"
        return end(
            align(
                f"{{x}} {does}/n not/n know/v {word[0]}/w {{inner}}",
                f"{{x}} ne/n {french}/v pas/n {word[1]}/w {{inner}}",
                x=subject.phrase,
                inner=inner,
            )
        )
    return end(
        align(f"{{x}} {english}/v that/t {{inner}}", f"{{x}} {french}/v que/t {{inner}}", x=subject.phrase, inner=inner)
    )
