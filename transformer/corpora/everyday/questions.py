"""Constructions that ask: yes or no, where, when, why, how, who, what, which, how many."""

from transformer.corpora.everyday.alignment import EMPTY, Phrase, align, unit
from transformer.corpora.everyday.clauses import clause
from transformer.corpora.everyday.descriptions import noun_english, predicate, thing
from transformer.corpora.everyday.english import be, do
from transformer.corpora.everyday.grammar import STATIVE, Grammar, construction, end
from transformer.corpora.everyday.morphology import conjugate
from transformer.corpora.everyday.phrases import SUBJECT_PRONOUNS, Nominal, noun_phrase

_QUESTION_WORDS = (("where", "où"), ("when", "quand"), ("why", "pourquoi"), ("how", "comment"))

FITTING = {  # verbs that make sense with a question word; the others do with all verbs
    "where": frozenset(
        [
            "buy",
            "find",
            "eat",
            "drink",
            "meet",
            "lose",
            "see",
            "park",
            "work",
            "sleep",
            "swim",
            "hide",
            "study",
            "learn",
            "play",
            "sing",
            "dance",
            "travel",
            "walk",
            "run",
            "wash",
            "sell",
        ]
    )
    | {"wait for", "get dressed", "rest", "have fun"},
    "how": frozenset(
        [
            "open",
            "close",
            "find",
            "repair",
            "cook",
            "learn",
            "build",
            "wash",
            "translate",
            "come",
            "choose",
            "clean",
            "cut",
            "break",
            "travel",
        ]
    )
    | {"get dressed", "come back", "go home", "leave"},
}


def _asked(grammar: Grammar) -> Nominal:
    return (
        SUBJECT_PRONOUNS[grammar.pick(("you", "you", "he", "she", "they", "we", "you all"))]
        if grammar.chance(0.7)
        else grammar.third_person()
    )


@construction(2.5)
def yes_no(grammar: Grammar) -> Phrase:
    """`Are they playing the trumpets?`, `Est-ce qu'ils jouent des trompettes ?`"""
    subject = _asked(grammar)
    verb = grammar.pick([v for v in grammar.transitive if v.english not in {"like", "love", "hate", "prefer"}])
    tense = (
        "present"
        if verb.english in STATIVE
        else grammar.any_of("progressive", "present", "past", "past", "future", "going to", "can", "want to")
    )
    return end(clause(subject, verb, tense, complement=grammar.object_of(verb, subject).phrase, question=True), "?")


@construction(1)
def yes_no_intransitive(grammar: Grammar) -> Phrase:
    """`Are you making a mistake today?`, `Est-ce que tu te trompes aujourd'hui ?`"""
    verb = grammar.pick(grammar.intransitive + grammar.moving)
    tense, use = grammar.pick(
        (
            ("past", "past"),
            ("present", "habit"),
            ("future", "future"),
            ("going to", "future"),
            ("can", "future"),
            ("want to", "future"),
            ("progressive", "present"),
        )
    )
    return end(
        clause(
            _asked(grammar), verb, tense, complement=grammar.when(use) if grammar.chance(0.7) else EMPTY, question=True
        ),
        "?",
    )


@construction(1)
def do_you_like(grammar: Grammar) -> Phrase:
    """`Does the hairdresser like oranges?`, `Est-ce que le coiffeur aime les oranges ?`"""
    noun = grammar.pick(
        grammar.nouns("food", "drink", "fruit", "vegetable", "animal", "subject", "sport", "season", "snack")
    )
    verb = grammar.verb(grammar.any_of("like", "like", "prefer"))
    return end(
        clause(
            _asked(grammar),
            verb,
            "present",
            complement=noun_phrase(noun, "generic", not noun.mass).phrase,
            question=True,
        ),
        "?",
    )


@construction(2.5)
def question_word(grammar: Grammar) -> Phrase:
    """`Where did Emma learn biology?`, `Où est-ce qu'Emma a appris la biologie ?`"""
    english, french = grammar.pick(_QUESTION_WORDS)
    subject, verb = _asked(grammar), grammar.pick(grammar.transitive + grammar.intransitive + grammar.moving)
    fitting = FITTING.get(english)
    if verb.english in STATIVE or (fitting and verb.english not in fitting):
        return question_word(grammar)
    thing_asked = (
        grammar.object_of(verb, subject, definite=True, share=0.1).phrase
        if verb.objects and verb.english != "stay"
        else EMPTY
    )
    tense = grammar.any_of("past", "past", "future", "going to", "progressive" if english != "when" else "past")
    body = clause(subject, verb, tense, complement=thing_asked, question=True)
    return end(align(f"{english}/w {{body}}", f"{french}/w {{body}}", body=body), "?")


@construction(1.5)
def what_question(grammar: Grammar) -> Phrase:
    """`What are you eating?`, `Qu'est-ce que tu manges ?`"""
    names = (
        "eat",
        "drink",
        "buy",
        "read",
        "see",
        "hear",
        "watch",
        "look for",
        "find",
        "choose",
        "forget",
        "study",
        "learn",
        "cook",
        "draw",
        "paint",
        "write",
        "bring",
        "carry",
        "sell",
        "build",
        "repair",
        "order",
        "hide",
        "break",
        "lose",
        "wear",
    )
    verb = grammar.verb(grammar.pick(names))
    tense = grammar.any_of("progressive", "past", "past", "future", "going to", "want to", "would like to", "must")
    body = clause(_asked(grammar), verb, tense, question=True)
    return end(align("what/w {body}", "que/w {body}", body=body), "?")


@construction(1)
def who_object(grammar: Grammar) -> Phrase:
    """`Who does the painter want to call?`, `Qui est-ce que le peintre veut appeler ?`"""
    names = ("see", "meet", "help", "invite", "wait for", "look for", "call", "thank", "hear", "follow")
    tense = grammar.any_of("past", "past", "future", "going to", "want to", "progressive", "must")
    body = clause(_asked(grammar), grammar.verb(grammar.pick(names)), tense, question=True)
    return end(align("who/w {body}", "qui/w {body}", body=body), "?")


@construction(1.5)
def who_subject(grammar: Grammar) -> Phrase:
    """`Who broke the plate?`, `Qui a cassé l'assiette ?`"""
    verb = grammar.pick([v for v in grammar.transitive if v.english not in STATIVE])
    who = Nominal(unit("who", "qui"), 2)
    tense = grammar.any_of("past", "past", "past", "progressive", "future", "want to", "can")
    return end(clause(who, verb, tense, complement=grammar.object_of(verb, who).phrase), "?")


@construction(1.5)
def where_is(grammar: Grammar) -> Phrase:
    """`Where was this swimming pool?`, `Où était cette piscine ?`"""
    if grammar.chance(0.7):
        _, subject = thing(
            grammar,
            "object",
            "clothes",
            "pair",
            "dish",
            "place",
            "vehicle",
            "room",
            "reading",
            kinds=("the", "own", "own"),
        )
    else:
        subject = grammar.third_person()
    past = grammar.chance(0.25)
    tense = ("past", "imperfect") if past else ("present", "present")
    return end(
        align(
            f"where/w {be(subject.person, tense[0])}/v {{x}}",
            f"où/w {conjugate('être', tense[1], subject.person)}/v {{x}}",
            x=subject.phrase,
        ),
        "?",
    )


@construction(1.5)
def is_it(grammar: Grammar) -> Phrase:
    """`Is the soup hot?`, `Are you tired?`"""
    if grammar.chance(0.5):
        subject = _asked(grammar)
        adjective = grammar.pick([a for a in grammar.lexicon.adjectives if "kin" in a.classes])
    else:
        noun, subject = thing(grammar)
        found = grammar.adjective(noun, attributive=False)
        if found is None:
            return is_it(grammar)
        adjective = found
    tense = ("past", "imperfect") if grammar.chance(0.2) else ("present", "present")
    return end(
        align(
            f"{be(subject.person, tense[0])}/v {{x}} {{y}}",
            f"est-ce/q que/q {{x}} {conjugate('être', tense[1], subject.person)}/v {{y}}",
            x=subject.phrase,
            y=predicate(adjective, subject),
        ),
        "?",
    )


@construction(1)
def how_many(grammar: Grammar) -> Phrase:
    """`How many sisters do they have?`, `Combien de sœurs est-ce qu'ils ont ?`"""
    names = ("eat", "buy", "sell", "see", "read", "find", "bring", "wash", "draw", "drink", "have")
    verb = grammar.verb(grammar.pick(names))
    noun = grammar.pick(grammar.pick_group(verb)[1])
    subject = _asked(grammar)
    tense = "present" if verb.english == "have" else grammar.any_of("past", "future", "want to", "going to")
    head = Nominal(EMPTY, 2 if noun.mass else 5, noun.feminine)
    body = clause(subject, verb, tense, question=True, antecedent=head)
    french = (noun.french if noun.mass else noun.french_plural).replace(" ", "_")
    return end(
        align(
            f"how/h {'much' if noun.mass else 'many'}/h {noun_english(noun, not noun.mass)} {{body}}",
            f"combien/h de/h {french}/n {{body}}",
            body=body,
        ),
        "?",
    )


@construction(1)
def price(grammar: Grammar) -> Phrase:
    """`How much does the chair cost?`, `Combien coûte la chaise ?`"""
    _, subject = thing(
        grammar,
        "clothes",
        "pair",
        "fruit",
        "object",
        "dish",
        "furniture",
        "vehicle",
        "drink",
        "food",
        "instrument",
        kinds=("the", "this"),
    )
    return end(
        align(
            f"how/h much/h {do(subject.person)}/v {{x}} cost/v",
            f"combien/h {conjugate('coûter', 'present', subject.person)}/v {{x}}",
            x=subject.phrase,
        ),
        "?",
    )


@construction(1.2)
def which(grammar: Grammar) -> Phrase:
    """`Which book do you want to read?`, `Quel livre est-ce que tu veux lire ?`"""
    verb = grammar.pick([v for v in grammar.direct if not set(v.objects) & {"subject"}])
    noun = grammar.pick(grammar.pick_group(verb)[1])
    if noun.mass:
        return which(grammar)
    plural = grammar.chance(0.3) or noun.semantic_class == "pair"
    what = ("quelle" if noun.feminine else "quel") + ("s" if plural else "")
    tense = grammar.any_of("past", "want to", "going to", "should", "future", "would like to")
    body = clause(
        _asked(grammar), verb, tense, question=True, antecedent=Nominal(EMPTY, 5 if plural else 2, noun.feminine)
    )
    french = (noun.french_plural if plural else noun.french).replace(" ", "_")
    return end(align(f"which/w {noun_english(noun, plural)} {{body}}", f"{what}/w {french}/n {{body}}", body=body), "?")
