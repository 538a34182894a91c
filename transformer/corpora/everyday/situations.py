"""Constructions of everyday life: weather, the time, ages, hunger, countries, going places, reasons and conditions."""

from transformer.corpora.everyday.alignment import Phrase, align, unit
from transformer.corpora.everyday.clauses import clause
from transformer.corpora.everyday.descriptions import copula
from transformer.corpora.everyday.english import agree, be
from transformer.corpora.everyday.grammar import STATIVE, Grammar, chain, construction, end
from transformer.corpora.everyday.morphology import conjugate, feminine_of, plural_of
from transformer.corpora.everyday.phrases import SUBJECT_PRONOUNS, Nominal, noun_phrase


def _city(grammar: Grammar) -> Phrase:
    return align("{x}", "{x}", x=unit(*grammar.pick(grammar.lexicon.cities)))


def _place(grammar: Grammar, home: bool = False) -> tuple[Phrase, Phrase]:
    """A place to go to, and the same place to be at; a `home` is a city or country."""
    kind = grammar.any_of("city", "country") if home else grammar.any_of("place", "place", "city", "country")
    if kind == "place":
        noun = noun_phrase(grammar.pick(grammar.nouns("place")), "the").phrase
        return tuple(align(f"{word}/p {{x}}", "à/p {x}", x=noun) for word in ("to", "at"))  # type: ignore[return-value]
    if kind == "city":
        city = _city(grammar)
        return tuple(align(f"{word}/p {{x}}", "à/p {x}", x=city) for word in ("to", "in"))  # type: ignore[return-value]
    country = grammar.pick(grammar.lexicon.countries)
    english = country.english.replace(" ", "_") + "/n"
    vowel = country.french[0] in "AEIÉ"
    preposition = "à/p les/n" if country.gender == "p" else "en/p" if country.gender == "f" or vowel else "à/p le/p"
    return (
        align(f"to/p {english}", f"{preposition} {country.french}/n"),
        align(f"in/p {english}", f"{preposition} {country.french}/n"),
    )


_NEAR_TRANSPORT = (
    ("on foot", "à pied"),
    ("by bike", "à vélo"),
    ("by bus", "en bus"),
    ("by car", "en voiture"),
    ("by taxi", "en taxi"),
)
_FAR_TRANSPORT = (
    ("by train", "en train"),
    ("by car", "en voiture"),
    ("by plane", "en avion"),
    ("by bus", "en bus"),
    ("by boat", "en bateau"),
    ("by motorbike", "à moto"),
)


@construction(2.5)
def going(grammar: Grammar) -> Phrase:
    """`Sarah used to go to the cinema.`, `Sarah allait au cinéma.`"""
    tense, use = grammar.pick(
        (
            ("past", "past"),
            ("past", "past"),
            ("future", "future"),
            ("going to", "future"),
            ("present", "habit"),
            ("progressive", "present"),
            ("want to", "future"),
            ("would like to", "future"),
            ("used to", "habit"),
        )
    )
    place = _place(grammar)[0]
    if grammar.chance(0.25):
        english = {text for text, _ in place.english}
        near = "the" in english and not english & {"States", "Netherlands"}
        place = chain(place, unit(*grammar.pick(_NEAR_TRANSPORT if near else _FAR_TRANSPORT)))
    elif grammar.chance(0.6):
        place = chain(place, grammar.when(use))
    return end(
        clause(
            grammar.subject(),
            grammar.verb("go"),
            tense,
            grammar.any_of("", "", "", "not") if tense != "used to" else "",
            place,
        )
    )


@construction(1.5)
def being_somewhere(grammar: Grammar) -> Phrase:
    """`Our aunt used to work in Lisbon.`, `Notre tante travaillait à Lisbonne.`"""
    if grammar.chance(0.5):
        place = _place(grammar)[1]
        return end(copula(grammar.subject(), grammar.any_of("present", "past", "future"), grammar.chance(0.2), place))
    verb = grammar.verb(grammar.any_of("live", "work", "live", "stay"))
    place = _place(grammar, home=verb.english == "live")[1]
    tense = grammar.any_of("present", "future", "used to", "would like to", "want to")
    return end(clause(grammar.subject(), verb, tense, complement=place))


@construction(1)
def living_since(grammar: Grammar) -> Phrase:
    """`She has lived in Rome for two years.`, `Elle habite à Rome depuis deux ans.`"""
    name = grammar.any_of("live", "work")
    subject, place = grammar.subject(), _place(grammar, home=name == "live")[1]
    number = grammar.pick(grammar.lexicon.numbers[:19])
    unit_en, unit_fr = grammar.pick((("years", "ans"), ("months", "mois"), ("weeks", "semaines"), ("days", "jours")))
    has = "has" if subject.person == 2 else "have"
    verb = grammar.verb(name)
    return end(
        align(
            f"{{x}} {has}/v {verb.participle}/v {{place}} for/d {number[1]}/n {unit_en}/u",
            f"{{x}} {conjugate(verb.french, 'present', subject.person)}/v {{place}} depuis/d {number[2]}/n {unit_fr}/u",
            x=subject.phrase,
            place=place,
        )
    )


@construction(1.5)
def nationality(grammar: Grammar) -> Phrase:
    """`This baby speaks Arabic badly.`, `Ce bébé parle mal arabe.`"""
    country = grammar.pick(grammar.lexicon.countries)
    subject = grammar.subject()
    if grammar.chance(0.5):
        verb = agree("speak", subject.person)
        how = grammar.pick((("", ""), (" {how}", " {how}")))
        adverb = unit(*grammar.pick((("well", "bien"), ("badly", "mal"), ("a little", "un peu"))))
        if how[0]:
            return end(
                align(
                    f"{{x}} {verb}/v {country.language}/l {{how}}",
                    f"{{x}} {conjugate('parler', 'present', subject.person)}/v {{how}} {country.french_language}/l",
                    x=subject.phrase,
                    how=adverb,
                )
            )
        return end(
            align(
                f"{{x}} {verb}/v {country.language}/l",
                f"{{x}} {conjugate('parler', 'present', subject.person)}/v {country.french_language}/l",
                x=subject.phrase,
            )
        )
    form = feminine_of(country.french_nationality) if subject.feminine else country.french_nationality
    form = plural_of(form) if subject.plural else form
    return end(copula(subject, "present", grammar.chance(0.25), unit(country.nationality, form)))


@construction(0.8)
def weather(grammar: Grammar) -> Phrase:
    """`It will snow tomorrow morning.`, `Il neigera demain matin.`"""
    row = grammar.pick(grammar.lexicon.weather)
    kind = grammar.any_of("present", "past", "future", "place", "question")
    if kind == "question":
        return end(align("is/q {x}", "est-ce/q que/q {x}", x=unit(row[0].replace(" is", ""), row[1])), "?")
    if kind == "future":
        english = (
            row[0]
            .replace("it is raining", "it will rain")
            .replace("it is snowing", "it will snow")
            .replace("it is", "it will be")
        )
        return end(chain(unit(english, row[3]), grammar.when("future")))
    if kind == "past":
        return end(chain(unit(row[0].replace("it is", "it was"), row[2]), grammar.when("past")))
    return end(chain(unit(row[0], row[1]), _place(grammar)[1] if kind == "place" else grammar.when("present")))


_DAYS = {"past": ("yesterday", "on Monday"), "present": ("every day", "on Sundays", "on Fridays", "on Tuesdays")}


@construction(1.2)
def telling_time(grammar: Grammar) -> Phrase:
    """`She will leave at a quarter past seven.`, `Elle partira à sept heures et quart.`"""
    row = grammar.pick(grammar.lexicon.numbers[:9])
    hour = ("one", "une", "heure") if grammar.chance(0.1) else (row[1], row[2], "heures")
    kind = grammar.any_of("exact", "half", "quarter past", "quarter to")
    english, french = {
        "exact": (f"{hour[0]}/n o'clock/h", f"{hour[1]}/n {hour[2]}/h"),
        "half": (f"half/m past/m {hour[0]}/n", f"{hour[1]}/n {hour[2]}/n et/m demie/m"),
        "quarter past": (f"a/m quarter/m past/m {hour[0]}/n", f"{hour[1]}/n {hour[2]}/n et/m quart/m"),
        "quarter to": (f"a/m quarter/m to/m {hour[0]}/n", f"{hour[1]}/n {hour[2]}/n moins/m le/m quart/m"),
    }[kind]
    time = align(english, french)
    if grammar.chance(0.15):
        return end(align("it/i is/v {x}", "il/i est/v {x}", x=time))
    verb = grammar.pick(grammar.moving)
    tense = grammar.any_of("past", "present", "future", "going to", "must")
    complement = align("at/t {x}", "à/t {x}", x=time)
    if grammar.chance(0.3):
        complement = chain(complement, grammar.named_adverb(*_DAYS.get(tense, ("tomorrow", "next Saturday", "today"))))
    return end(clause(grammar.subject(), verb, tense, complement=complement))


@construction(1)
def age(grammar: Grammar) -> Phrase:
    """`Nicolas was eighty years old.`, `Nicolas avait quatre-vingts ans.`"""
    subject, number = grammar.subject(), grammar.pick(grammar.lexicon.numbers)
    time = grammar.any_of("present", "present", "past", "future")
    verb = {"present": be(subject.person), "past": be(subject.person, "past"), "future": "will be"}[time].replace(
        " ", "_"
    )
    french = conjugate("avoir", {"past": "imperfect"}.get(time, time), subject.person)
    english = f"{number[1].replace(' ', '_')}/n"
    if grammar.chance(0.5):
        english += " years/a old/a"
    return end(align(f"{{x}} {verb}/v {english}", f"{{x}} {french}/v {number[2]}/n ans/a", x=subject.phrase))


@construction(1.5)
def body_state(grammar: Grammar) -> Phrase:
    """`Are you hungry?`, `I was cold.`: French has hunger, cold and fear."""
    subject = grammar.subject()
    english, french = grammar.pick(grammar.lexicon.states)
    tense = grammar.any_of(("present", "present"), ("present", "present"), ("past", "imperfect"))
    verb, avoir = be(subject.person, tense[0]), conjugate("avoir", tense[1], subject.person)
    word, noun = english.replace(" ", "_") + "/a", french.replace(" ", "_") + "/a"
    kind = grammar.any_of("plain", "not", "question", "very", "when")
    if kind == "question" and subject.person not in {0}:
        return end(align(f"{verb}/v {{x}} {word}", f"est-ce/q que/q {{x}} {avoir}/v {noun}", x=subject.phrase), "?")
    if kind == "not":
        noun = noun.replace("de_la_", "de_")
        return end(align(f"{{x}} {verb}/v not/n {word}", f"{{x}} ne/n {avoir}/v pas/n {noun}", x=subject.phrase))
    if kind == "very" and english in {"hungry", "thirsty", "cold", "hot", "afraid", "sleepy"}:
        return end(align(f"{{x}} {verb}/v very/g {word}", f"{{x}} {avoir}/v très/g {noun}", x=subject.phrase))
    return end(align(f"{{x}} {verb}/v {word}", f"{{x}} {avoir}/v {noun}", x=subject.phrase))


@construction(0.8)
def afraid_of(grammar: Grammar) -> Phrase:
    """`Their cousin is afraid of ducks.`, `Leur cousin a peur des canards.`"""
    subject = grammar.subject()
    noun = grammar.pick([*grammar.nouns("animal"), grammar.noun_named("plane"), grammar.noun_named("boat")])
    what = align(f"{noun.english_plural}/n", f"les/n {noun.french_plural}/n")
    verb, avoir = be(subject.person), conjugate("avoir", "present", subject.person)
    negated = grammar.chance(0.4)
    return end(
        align(
            f"{{x}} {verb}/v {'not/n ' if negated else ''}afraid/a of/o {{what}}",
            f"{{x}} {'ne/n ' if negated else ''}{avoir}/v {'pas/n ' if negated else ''}peur/a de/o {{what}}",
            x=subject.phrase,
            what=what,
        )
    )


@construction(1)
def ache(grammar: Grammar) -> Phrase:
    """`My back hurts.`, `J'ai mal au dos.`"""
    noun = grammar.pick(grammar.nouns("body"))
    plural = noun.english in {"foot", "leg", "arm", "hand", "knee", "ear", "shoulder"} and grammar.chance(0.5)
    past = grammar.chance(0.3)
    english = ("were hurting" if plural else "was hurting") if past else "hurt" if plural else "hurts"
    english = f"{noun.english_plural if plural else noun.english}/n {english.replace(' ', '_')}/v"
    owner = SUBJECT_PRONOUNS[grammar.pick(("I", "you", "he", "she"))]
    possessive = align(f"{grammar.owner(owner)}/1", f"{owner.phrase.french[0][0]}/1")
    if grammar.chance(0.6):
        owner = grammar.third_person()
        while owner.plural:
            owner = grammar.third_person()
        possessive = align("{x} 's", "{x}", x=owner.phrase)
    avoir = conjugate("avoir", "imperfect" if past else "present", owner.person)
    article = "les" if plural else "la" if noun.feminine else "le"
    body = noun.french_plural if plural else noun.french
    return end(align(f"{{x}} {english}", f"{{x}} {avoir}/v mal/v à/v {article}/n {body}/n", x=possessive))


@construction(1.2)
def sir_or_madam(grammar: Grammar) -> Phrase:
    """A formal address makes `you` vous, singular in agreement."""
    title, feminine = grammar.pick((("sir", False), ("madam", True)))
    you = Nominal(unit("you", "vous"), 4, feminine)
    verb = grammar.pick([v for v in grammar.transitive if v.english not in STATIVE and v.auxiliary == "avoir"])
    owner = SUBJECT_PRONOUNS["you all"]
    tense = grammar.any_of("want to", "would like to", "can", "past", "future", "going to")
    what = grammar.object_of(verb, owner).phrase
    if any(text == "your" for text, _ in what.english):
        return sir_or_madam(grammar)
    body = clause(you, verb, tense, complement=what, question=True)
    titled = align(f"{{x}} ,/c {title}/t", f"{{x}} ,/c {'madame' if feminine else 'monsieur'}/t", x=body)
    return end(titled, "?")


@construction(1.5)
def profession(grammar: Grammar) -> Phrase:
    """`She would like to be a writer.`, `Elle voudrait être écrivaine.`"""
    english, masculine, feminine = grammar.pick(grammar.lexicon.jobs)
    subject = grammar.pick(
        (
            SUBJECT_PRONOUNS["he"],
            SUBJECT_PRONOUNS["she"],
            SUBJECT_PRONOUNS["I"],
            SUBJECT_PRONOUNS["you"],
            grammar.name(),
            grammar.relative(),
        )
    )
    job = align(f"a/j {english}/j", f"{feminine if subject.feminine else masculine}/j")
    if grammar.chance(0.25):
        return end(
            align(
                "{x} would/w like/w to/w be/v {job}",
                f"{{x}} {conjugate('vouloir', 'conditional', subject.person)}/w être/v {{job}}",
                x=subject.phrase,
                job=job,
            )
        )
    return end(copula(subject, grammar.any_of("present", "present", "past", "future"), grammar.chance(0.2), job))
