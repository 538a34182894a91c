"""Constructions about what people do: tenses, negation, modal verbs, pronouns, orders."""

from transformer.corpora.everyday.alignment import EMPTY, Phrase, align, unit
from transformer.corpora.everyday.clauses import NOT_PROGRESSIVE, TENSES, clause, imperative
from transformer.corpora.everyday.english import with_rest
from transformer.corpora.everyday.grammar import STATIVE, Grammar, chain, construction, end
from transformer.corpora.everyday.lexicon import Verb
from transformer.corpora.everyday.morphology import conjugate
from transformer.corpora.everyday.phrases import (
    DIRECT_PRONOUNS,
    INDIRECT_PRONOUNS,
    SUBJECT_PRONOUNS,
    THING_PRONOUNS,
    Nominal,
    ObjectPronoun,
)

PERSON_CLASSES = {"person", "kin"}
_SECOND_PERSONS = {"me": {0, 3}, "you": {1, 4}, "us": {3, 0}, "him": set(), "her": set(), "them": set()}
NOT_HABITUAL = frozenset({"understand", "find", "lose", "break", "meet", "build"})
_ORDER_TIMES = ("now", "tomorrow", "tonight", "this afternoon", "tomorrow morning", "today", "later")
_GIVERS = ("give", "show", "offer", "lend", "send", "bring", "sell", "explain", "read", "tell")
_INFINITIVE_TENSES = tuple(name for name, tense in TENSES.items() if tense.french and name != "going to")


def _event(grammar: Grammar) -> Verb:
    return grammar.pick([verb for verb in grammar.transitive if verb.english not in STATIVE])


def _with_time(grammar: Grammar, complement: Phrase, *uses: str, share: float = 0.5) -> Phrase:
    return chain(complement, grammar.when(*uses)) if grammar.chance(share) else complement


def _transitive(grammar: Grammar, tense: str, *uses: str, share: float = 0.5, negation: str = "") -> Phrase:
    subject, verb = grammar.subject(), _event(grammar)
    if (verb.english in NOT_PROGRESSIVE and tense in {"progressive", "was doing", "know how to", "start to"}) or (
        "habit" in uses and (verb.english in NOT_HABITUAL or verb.past == verb.english)
    ):
        return _transitive(grammar, tense, *uses, share=share, negation=negation)
    thing = grammar.object_of(verb, subject, negated=negation in {"not", "never", "any more"})
    complement = _with_time(grammar, thing.phrase, *uses, share=share) if uses else thing.phrase
    return end(clause(subject, verb, tense, negation, complement))


@construction(2)
def present(grammar: Grammar) -> Phrase:
    """`She is inviting your mother at the moment.`, `Elle invite ta mère en ce moment.`"""
    return _transitive(grammar, "progressive", "present", share=0.4)


@construction(2)
def habit(grammar: Grammar) -> Phrase:
    """`You all throw away the shirt in the morning.`, `Vous jetez la chemise le matin.`"""
    return _transitive(grammar, "present", "habit", share=0.6)


@construction(3)
def past(grammar: Grammar) -> Phrase:
    """`They listened to the records.`, `Ils ont écouté les disques.`"""
    return _transitive(grammar, "past", "past", share=0.5)


@construction(2)
def future(grammar: Grammar) -> Phrase:
    """`My sister is going to talk to her father tomorrow evening.`, `Ma sœur va parler à son père demain soir.`"""
    return _transitive(grammar, grammar.any_of("future", "going to"), "future", share=0.5)


@construction(1.5)
def imperfect(grammar: Grammar) -> Phrase:
    """`Martin was taking these towels.`, `Martin prenait ces serviettes.`"""
    if grammar.chance(0.5):
        return _transitive(grammar, "was doing")
    return _transitive(grammar, "used to", "habit", "imperfect", share=0.5)


@construction(3)
def modal(grammar: Grammar) -> Phrase:
    """`My sister has to taste some chocolate.`, `Ma sœur doit goûter du chocolat.`"""
    return _transitive(grammar, grammar.pick(_INFINITIVE_TENSES))


@construction(1)
def modal_intransitive(grammar: Grammar) -> Phrase:
    """`You all can shave next month.`, `Vous pouvez vous raser le mois prochain.`"""
    subject, tense = grammar.subject(), grammar.pick(_INFINITIVE_TENSES)
    skills = tense in {"know how to", "start to", "like to", "try to", "prefer to"}
    verb = grammar.pick(grammar.intransitive if skills else grammar.intransitive + grammar.moving)
    if skills and verb.english in {"win", "cough"}:
        verb = grammar.verb("swim")
    complement = grammar.when("future") if tense in {"can", "must", "should", "have to", "want to"} else EMPTY
    return end(clause(subject, verb, tense, complement=complement if grammar.chance(0.5) else EMPTY))


@construction(1.2)
def modal_negated(grammar: Grammar) -> Phrase:
    """`She does not want to hear the car.`, `Elle ne veut pas entendre la voiture.`"""
    tense = grammar.any_of("can", "could", "must", "should", "want to", "know how to", "wanted to", "like to")
    return _transitive(grammar, tense, negation="not")


@construction(2.5)
def negation(grammar: Grammar) -> Phrase:
    """`My neighbours are not looking at the curious guest.`, `Mes voisins ne regardent pas l'invité curieux.`"""
    tense = grammar.any_of("present", "progressive", "past", "past", "future", "going to", "was doing")
    return _transitive(grammar, tense, negation="not")


@construction(1.2)
def never(grammar: Grammar) -> Phrase:
    """`They never drove these buses.`, `Ils n'ont jamais conduit ces bus.`"""
    return _transitive(grammar, grammar.any_of("present", "past", "future"), negation="never")


@construction(1)
def no_longer(grammar: Grammar) -> Phrase:
    """`David does not answer the pupils any more.`, `David ne répond plus aux élèves.`"""
    subject = grammar.subject()
    verb = grammar.pick([*grammar.transitive, *grammar.intransitive])
    thing = grammar.object_of(verb, subject, negated=True, share=0).phrase if verb.objects else EMPTY
    return end(clause(subject, verb, grammar.any_of("present", "present", "future"), "any more", thing))


@construction(0.8)
def nothing_or_nobody(grammar: Grammar) -> Phrase:
    """`Her sister will not know anyone.`, `Sa sœur ne connaîtra personne.`"""
    things = ("eat", "drink", "buy", "see", "hear", "understand", "find", "choose", "forget", "break", "use", "learn")
    people = ("see", "know", "help", "meet", "invite", "call", "hear", "wait for", "look for", "thank", "follow")
    negation = grammar.any_of("nothing", "nobody")
    verb = grammar.verb(grammar.pick(things if negation == "nothing" else people))
    tenses = ("present", "future") if verb.english in STATIVE else ("present", "past", "future", "going to", "past")
    phrase = clause(grammar.subject(), verb, grammar.any_of(*tenses), negation)
    return end(phrase)


@construction(1.5)
def stative(grammar: Grammar) -> Phrase:
    """`You all do not know the man any more.`, `Vous ne connaissez plus l'homme.`"""
    verb = grammar.verb(grammar.any_of("have", "have", "know"))
    subject = grammar.subject()
    negation = grammar.any_of("", "", "not", "any more")
    return end(clause(subject, verb, "present", negation, grammar.object_of(verb, subject, bool(negation)).phrase))


@construction(2.5)
def liking(grammar: Grammar) -> Phrase:
    """`He does not like mushrooms any more.`, `Il n'aime plus les champignons.`"""
    verb = grammar.verb(grammar.pick(("love", "like", "like", "hate", "prefer")))
    classes = ("food", "drink", "fruit", "vegetable", "snack", "animal", "subject", "sport", "season")
    noun = grammar.pick(grammar.nouns(*classes))
    thing = grammar.described(noun, "generic", plural=not noun.mass)
    negation = grammar.any_of("", "", "not", "any more") if verb.english == "like" else ""
    subject = grammar.subject()
    return end(clause(subject, verb, "present", negation, thing.phrase))


@construction(2)
def intransitive(grammar: Grammar) -> Phrase:
    """`Julie used to cry here at the weekend.`, `Julie pleurait ici le week-end.`"""
    subject, verb = grammar.subject(), grammar.pick(grammar.intransitive)
    tense = grammar.any_of("progressive", "present", "past", "future", "going to", "was doing", "used to")
    use = {
        "progressive": "present",
        "present": "habit",
        "past": "past",
        "future": "future",
        "going to": "future",
        "was doing": "where",
        "used to": "habit",
    }[tense]
    place = grammar.chance(0.3) and tense not in {"was doing"}
    adverb = chain(grammar.when("where"), grammar.when(use)) if place else grammar.when(use)
    return end(clause(subject, verb, tense, grammar.any_of("", "", "", "not"), adverb))


@construction(1)
def manner(grammar: Grammar) -> Phrase:
    """`My colleague must walk quietly.`, `Mon collègue doit marcher doucement.`"""
    fitting = {
        "walk": ("slowly", "quickly", "quietly"),
        "run": ("slowly", "quickly"),
        "swim": ("slowly", "quickly", "well", "badly"),
        "dance": ("well", "badly", "slowly", "a lot"),
        "sleep": ("well", "badly", "quietly", "a lot"),
        "work": ("slowly", "quickly", "well", "badly", "quietly", "a lot"),
        "laugh": ("a lot",),
        "cry": ("a lot", "quietly"),
        "travel": ("a lot",),
        "smoke": ("a lot",),
        "cough": ("a lot",),
    }
    verb = grammar.verb(grammar.pick(tuple(fitting)))
    english = grammar.pick(fitting[verb.english])
    french = next(row[1] for row in grammar.lexicon.adverbs if row[0] == english)
    tense = grammar.any_of("present", "progressive", "future", "was doing", "used to", "can", "must", "would like to")
    return end(
        clause(
            grammar.subject(),
            verb,
            tense,
            grammar.any_of("", "", "not") if tense != "used to" else "",
            unit(english, french),
        )
    )


@construction(3)
def moving(grammar: Grammar) -> Phrase:
    """`Nicolas is going to bed today.`, `Nicolas se couche aujourd'hui.`"""
    subject, verb = grammar.subject(), grammar.pick(grammar.moving)
    tense = grammar.any_of("past", "past", "past", "present", "future", "going to", "progressive", "used to")
    use = {
        "past": "past",
        "present": "habit",
        "future": "future",
        "going to": "future",
        "progressive": "present",
        "used to": "habit",
    }[tense]
    negation = grammar.any_of("", "", "", "not", "never") if tense != "used to" else ""
    return end(clause(subject, verb, tense, negation, grammar.when(use) if negation != "never" else EMPTY))


@construction(3)
def object_pronoun(grammar: Grammar) -> Phrase:
    """`You all are going to help me.`, `Vous allez m'aider.`"""
    subject = grammar.subject()
    verb = grammar.pick([v for v in grammar.direct if set(v.objects) & PERSON_CLASSES] + [grammar.verb("phone")])
    pronoun = grammar.pick(DIRECT_PRONOUNS)
    while subject.person in _SECOND_PERSONS[pronoun.english]:
        pronoun = grammar.pick(DIRECT_PRONOUNS)
    if verb.preposition:
        indirect = {"le-": "lui", "la-": "lui", "les-": "leur"}.get(pronoun.french, pronoun.french)
        pronoun = ObjectPronoun(pronoun.english, indirect, False)
    tense, use = grammar.pick(
        (
            ("past", "past"),
            ("present", "habit"),
            ("future", "future"),
            ("going to", "future"),
            ("progressive", "present"),
            ("can", "future"),
            ("want to", "future"),
            ("must", "future"),
        )
    )
    adverb = grammar.when(use) if grammar.chance(0.35) else EMPTY
    negation = (
        grammar.any_of("", "", "not", "never") if tense in {"past", "present", "future"} else grammar.any_of("", "not")
    )
    return end(clause(subject, verb, tense, negation, adverb if not negation else EMPTY, [pronoun]))


@construction(2)
def thing_pronoun(grammar: Grammar) -> Phrase:
    """`Our uncle will keep it next month.`, `Notre oncle le gardera le mois prochain.`"""
    verb = grammar.pick([v for v in grammar.direct if not set(v.objects) & PERSON_CLASSES])
    tense, use = grammar.pick(
        (
            ("past", "past"),
            ("future", "future"),
            ("going to", "future"),
            ("can", "future"),
            ("want to", "future"),
            ("must", "future"),
            ("present", "habit"),
        )
    )
    negation = grammar.any_of("", "", "not")
    adverb = grammar.when(use) if grammar.chance(0.4) else EMPTY
    return end(clause(grammar.subject(), verb, tense, negation, adverb, [grammar.pick(THING_PRONOUNS)]))


def _recipient(grammar: Grammar, subject: Nominal) -> ObjectPronoun:
    pronoun = grammar.pick(INDIRECT_PRONOUNS)
    while subject.person in _SECOND_PERSONS[pronoun.english]:
        pronoun = grammar.pick(INDIRECT_PRONOUNS)
    return pronoun


@construction(2)
def two_pronouns(grammar: Grammar) -> Phrase:
    """`My friend will read it to me tomorrow evening.`, `Mon ami me le lira demain soir.`"""
    subject = grammar.subject()
    verb = grammar.verb(grammar.pick(_GIVERS))
    tense = grammar.any_of("present", "past", "past", "future", "going to", "can", "want to", "must", "would")
    pronouns = [grammar.pick(THING_PRONOUNS), _recipient(grammar, subject)]
    use = {"past": "past", "present": "habit"}.get(tense, "future")
    negation = grammar.any_of("", "", "not", "never") if tense in {"present", "past", "future"} else ""
    adverb = grammar.when(use) if grammar.chance(0.3) and negation != "never" else EMPTY
    return end(clause(subject, verb, tense, negation, adverb, pronouns))


@construction(2.5)
def giving(grammar: Grammar) -> Phrase:
    """`She gives the book to her sister.` and `She gives me the book.`"""
    subject = grammar.subject()
    verb = grammar.verb(grammar.pick(_GIVERS[:-1]))
    thing = grammar.object_of(verb, subject).phrase
    tense = grammar.any_of("past", "past", "future", "going to", "present", "would like to", "must", "can")
    if grammar.chance(0.5) and verb.english != "explain":
        return end(
            clause(
                subject,
                verb,
                tense,
                grammar.any_of("", "", "not") if tense == "future" else "",
                thing,
                [_recipient(grammar, subject)],
            )
        )
    complement = align(
        "{thing} to/t {person}", "{thing} à/t {person}", thing=thing, person=grammar.third_person().phrase
    )
    return end(clause(subject, verb, tense, complement=complement))


@construction(2)
def order(grammar: Grammar) -> Phrase:
    """`Read these interesting newspapers.`, `Lis ces journaux intéressants.`"""
    verb = grammar.pick([v for v in grammar.transitive if v.english not in NOT_PROGRESSIVE])
    person, negated = grammar.any_of(1, 1, 1, 3), grammar.chance(0.3)
    owner = SUBJECT_PRONOUNS["you" if person == 1 else "we"]
    phrase = imperative(verb, person, negated, grammar.object_of(verb, owner, negated).phrase)
    return end(phrase, grammar.any_of(".", "!"))


@construction(1.5)
def order_with_pronoun(grammar: Grammar) -> Phrase:
    """`Do not choose it tomorrow morning!`, `Ne le choisis pas demain matin !`"""
    if grammar.chance(0.5):
        verb = grammar.verb(grammar.pick(_GIVERS))
        pronouns = [grammar.pick(THING_PRONOUNS), grammar.pick([p for p in INDIRECT_PRONOUNS if p.english != "you"])]
    else:
        verb = grammar.pick([v for v in grammar.direct if v.english not in NOT_PROGRESSIVE])
        pronouns = [grammar.pick([p for p in DIRECT_PRONOUNS if p.english != "you"])]
        if not set(verb.objects) & PERSON_CLASSES:
            pronouns = [grammar.pick(THING_PRONOUNS)]
    adverb = grammar.named_adverb(*_ORDER_TIMES) if grammar.chance(0.3) else EMPTY
    return end(imperative(verb, 1, grammar.chance(0.3), adverb, pronouns), grammar.any_of(".", "!"))


@construction(0.6)
def order_intransitive(grammar: Grammar) -> Phrase:
    """`Do not have fun tomorrow morning.`, `Ne t'amuse pas demain matin.`"""
    names = (
        "work",
        "sleep",
        "walk",
        "run",
        "dance",
        "smile",
        "cry",
        "shout",
        "laugh",
        "leave",
        "come",
        "come back",
        "stay",
        "get up",
        "wake up",
        "get dressed",
        "hurry",
        "rest",
        "have fun",
        "sit down",
        "go out",
        "go to bed",
    )
    verb = grammar.verb(grammar.pick(names))
    adverb = grammar.named_adverb(*_ORDER_TIMES) if grammar.chance(0.6) else EMPTY
    return end(imperative(verb, grammar.any_of(1, 1, 3), grammar.chance(0.4), adverb), grammar.any_of(".", "!"))


@construction(0.8)
def just_done(grammar: Grammar) -> Phrase:
    """`She has just sold the car.`, `Elle vient de vendre la voiture.`"""
    subject, verb = grammar.subject(), grammar.pick(grammar.direct)
    has = "has" if subject.person == 2 else "have"
    participle = " ".join(f"{word}/v" for word in with_rest(verb.participle, verb.english).split())
    return end(
        align(
            f"{{subject}} {has}/x just/x {participle} {{thing}}",
            f"{{subject}} {conjugate('venir', 'present', subject.person)}/x de/x {verb.french}/v {{thing}}",
            subject=subject.phrase,
            thing=grammar.object_of(verb, subject).phrase,
        )
    )
