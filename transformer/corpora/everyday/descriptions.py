"""Constructions about what people and things are like: adjectives, comparison, relative clauses, possession, places."""

from transformer.corpora.everyday.alignment import EMPTY, Phrase, align, unit
from transformer.corpora.everyday.clauses import clause
from transformer.corpora.everyday.english import be
from transformer.corpora.everyday.grammar import STATIVE, Grammar, chain, construction, end
from transformer.corpora.everyday.lexicon import Adjective, Noun
from transformer.corpora.everyday.morphology import conjugate, form_before
from transformer.corpora.everyday.phrases import (
    POSSESSIVES,
    Nominal,
    adjective_form,
    counted,
    noun_phrase,
    pronoun_for,
)

_THING_CLASSES = (
    "food", "drink", "fruit", "vegetable", "snack", "reading", "show", "sound", "object", "dish", "furniture",
    "instrument", "clothes", "pair", "animal", "vehicle", "building", "place", "nature", "room", "opening", "abstract",
)  # fmt: skip
_TIMES = {
    "present": ("present", "present"),
    "past": ("past", "imperfect"),
    "future": ("future", "future"),
    "would": ("would", "conditional"),
}


def _is(person: int, time: str) -> tuple[str, str]:
    """`be` and `être` for a person and time."""
    english, french = _TIMES[time]
    verb = {"future": "will/v be/v", "would": "would/v be/v"}.get(english) or be(person, english) + "/v"
    return verb, conjugate("être", french, person) + "/v"


def copula(subject: Nominal, time: str, negated: bool, complement: Phrase) -> Phrase:
    """`X is (not) …` in the given time."""
    english, french = _is(subject.person, time)
    if negated:
        first, _, rest = english.partition(" ")
        english, french = f"{first} not/n {rest}", f"ne/n {french} pas/n"
    return align(f"{{x}} {english} {{y}}", f"{{x}} {french} {{y}}", x=subject.phrase, y=complement)


def predicate(adjective: Adjective, of: Nominal, degree: tuple[str, str] | None = None) -> Phrase:
    """An adjective after `to be`, in agreement, perhaps with `very` or `too`."""
    form = adjective_form(adjective, of.feminine, of.plural).replace(" ", "_")
    english, french = (f"{degree[0]}/g ", f"{degree[1]}/g ") if degree and adjective.gradable else ("", "")
    return align(f"{english}{adjective.english.replace(' ', '_')}/a", f"{french}{form}/a")


def _person_adjective(grammar: Grammar) -> Adjective:
    return grammar.pick([a for a in grammar.lexicon.adjectives if "kin" in a.classes])


def thing(grammar: Grammar, *classes: str, kinds: tuple[str, ...] = ("the", "this", "own")) -> tuple[Noun, Nominal]:
    """A thing to speak of: `the table`, `this table`, `my table`."""
    noun = grammar.pick(grammar.nouns(*(classes or _THING_CLASSES)))
    kind = grammar.any_of(*kinds)
    if kind == "own":
        own = noun.semantic_class in {"clothes", "pair", "object", "room", "furniture"}
        own = own or noun.english in {"car", "bike", "motorbike", "boat"}
        kind = grammar.pick(POSSESSIVES) if own else "this"
    countable = not noun.mass and noun.semantic_class not in {"room", "place"}
    return noun, noun_phrase(noun, kind, plural=countable and (noun.semantic_class == "pair" or grammar.chance(0.25)))


_DEGREES = (None, None, ("very", "très"), ("too", "trop"))


@construction(2.5)
def person_is(grammar: Grammar) -> Phrase:
    """`The hairdresser will be too busy.`, `Le coiffeur sera trop occupé.`"""
    subject = grammar.subject()
    time = grammar.any_of("present", "present", "past", "future")
    word = predicate(_person_adjective(grammar), subject, grammar.any_of(*_DEGREES))
    when = {"present": EMPTY, "past": grammar.when("past"), "future": EMPTY}[time]
    return end(copula(subject, time, grammar.chance(0.25), chain(word, when) if grammar.chance(0.2) else word))


@construction(3)
def thing_is(grammar: Grammar) -> Phrase:
    """`This elephant is very dangerous.`, `Cet éléphant est très dangereux.`"""
    noun, subject = thing(grammar)
    adjective = grammar.adjective(noun, attributive=False)
    if adjective is None:
        return thing_is(grammar)
    word = predicate(adjective, subject, grammar.any_of(*_DEGREES))
    return end(copula(subject, grammar.any_of("present", "present", "past"), grammar.chance(0.25), word))


@construction(1.5)
def it_is_a(grammar: Grammar) -> Phrase:
    """`It is a beautiful house.`, `These are my keys.`"""
    noun = grammar.pick([n for n in grammar.nouns(*_THING_CLASSES) if not n.mass])
    if grammar.chance(0.5):
        described = grammar.described(noun, "a", share=0.9)
        if grammar.chance(0.3):
            return end(align("it/c is/v not/n {x}", "ce/c ne/n est/v pas/n {x}", x=described.phrase))
        return end(
            align("{it} is/v {x}", "{it} est/v {x}", it=unit(grammar.any_of("it", "this"), "ce"), x=described.phrase)
        )
    plural = grammar.described(noun, grammar.any_of("my", "your", "our", "their", "his", "her"), plural=True, share=0.4)
    return end(align("these/c are/v {x}", "ce/c sont/v {x}", x=plural.phrase))


@construction(2)
def comparison(grammar: Grammar) -> Phrase:
    """`My sister is taller than Paul.`, `This book is less interesting than the film.`"""
    if grammar.chance(0.5):
        first, second = grammar.third_person(), grammar.third_person()
        adjective = _person_adjective(grammar)
    else:
        noun, first = thing(grammar)
        found = grammar.adjective(noun, attributive=False)
        if found is None:
            return comparison(grammar)
        other = grammar.pick(grammar.nouns(noun.semantic_class))
        plural = other.semantic_class == "pair" or (first.plural and not other.mass)
        adjective, second = found, noun_phrase(other, "the", plural=plural)
    if first.phrase.english == second.phrase.english or not adjective.gradable or " " in adjective.masculine:
        return comparison(grammar)
    return end(_compared(grammar, adjective, first, second.phrase))


def _compared(grammar: Grammar, adjective: Adjective, first: Nominal, second: Phrase) -> Phrase:
    form = adjective_form(adjective, first.feminine, first.plural)
    kind = grammar.any_of("more", "more", "less", "as")
    if kind == "more" and adjective.english == "good":
        better = {"bon": "meilleur", "bonne": "meilleure", "bons": "meilleurs", "bonnes": "meilleures"}[form]
        english, french = "better/a", f"{better}/a"
    elif kind == "more":
        more = adjective.comparative.startswith("more ")
        english = f"more/m {adjective.english}/a" if more else f"{adjective.comparative}/a"
        french = f"plus/{'m' if more else 'a'} {form}/a"
    else:
        word = {"less": "moins", "as": "aussi"}[kind]
        english, french = f"{kind}/m {adjective.english}/a", f"{word}/m {form}/a"
    than = "as" if kind == "as" else "than"
    return copula(
        first,
        "present",
        kind == "as" and grammar.chance(0.3),
        align(f"{english} {than}/t {{second}}", f"{french} que/t {{second}}", second=second),
    )


@construction(1)
def superlative(grammar: Grammar) -> Phrase:
    """`She is the most generous girl in the school.` as `It is the most beautiful house in the village.`"""
    noun = grammar.pick(list(grammar.nouns("building", "animal", "person", "clothes", "reading", "show", "vehicle")))
    adjective = grammar.adjective(noun, attributive=True)
    if adjective is None or adjective.position != "after" or not adjective.gradable:
        return superlative(grammar)
    article = "la" if noun.feminine else "le"
    form = adjective_form(adjective, noun.feminine, False)
    short = not adjective.comparative.startswith("more ")
    best = adjective.comparative[:-1] + "st" if short else adjective.english
    english = f"the/d {best}/a {noun.english}/n" if short else f"the/d most/m {best}/a {noun.english}/n"
    near = (("village", "le village"), ("town", "la ville"), ("world", "le monde"), ("street", "la rue"))
    where, french_where = ("world", "le monde") if noun.semantic_class == "building" else grammar.pick(near)
    french_article, french_noun = french_where.split()
    place = align(f"in/p the/a {where}/n", f"de/p {french_article}/a {french_noun}/n")
    country = grammar.pick(grammar.lexicon.countries)
    if grammar.chance(0.4) and country.gender == "f":
        place = align(f"in/p {country.english}/n", f"de/p {country.french}/n")
    described = align(english, f"{article}/d {noun.french}/n {article}/d plus/{'a' if short else 'm'} {form}/a")
    return end(align("it/c is/v {x} {y}", "ce/c est/v {x} {y}", x=described, y=place))


@construction(2)
def relative_object(grammar: Grammar) -> Phrase:
    """`The letter that she wrote is long.`: the participle agrees with what comes before it."""
    verb = grammar.pick([v for v in grammar.direct if not set(v.objects) & {"kin"}])
    subject = grammar.subject()
    noun = grammar.pick(grammar.pick_group(verb)[1])
    adjective = grammar.adjective(noun, attributive=False)
    if adjective is None or noun.semantic_class in {"subject", "sport"}:
        return relative_object(grammar)
    head = noun_phrase(noun, "the", plural=noun.semantic_class == "pair" or (not noun.mass and grammar.chance(0.3)))
    tense = grammar.any_of("past", "past", "progressive")
    relative = clause(subject, verb, tense, antecedent=head)
    described = align("{head} that/r {relative}", "{head} que/r {relative}", head=head.phrase, relative=relative)
    whole = Nominal(described, head.person, head.feminine)
    return end(copula(whole, "present", grammar.chance(0.2), predicate(adjective, head)))


@construction(1.5)
def relative_subject(grammar: Grammar) -> Phrase:
    """`I know the girl who is singing.`"""
    noun = grammar.pick(list(grammar.nouns("person")))
    head = noun_phrase(noun, "the", plural=grammar.chance(0.25))
    verb = grammar.pick(grammar.transitive if grammar.chance(0.6) else grammar.intransitive)
    if verb.english in STATIVE:
        return relative_subject(grammar)
    who = Nominal(unit("who", "qui"), head.person, head.feminine)
    thing_done = grammar.object_of(verb, head).phrase if verb.objects else EMPTY
    relative = clause(who, verb, grammar.any_of("progressive", "past", "was doing"), complement=thing_done)
    described = align("{head} {relative}", "{head} {relative}", head=head.phrase, relative=relative)
    main = grammar.verb(grammar.any_of("know", "see", "look for", "wait for", "help", "know"))
    tense = "present" if main.english in {"know", "see"} else "progressive"
    return end(clause(grammar.subject(), main, tense, complement=described))


@construction(2)
def thing_again(grammar: Grammar) -> Phrase:
    """`This car is old but I cannot sell it.`: the pronoun has the gender of the thing."""
    verb = grammar.pick([v for v in grammar.direct if not set(v.objects) & {"kin", "person", "subject"}])
    noun = grammar.pick(grammar.pick_group(verb)[1])
    adjective = grammar.adjective(noun, attributive=False)
    if adjective is None:
        return thing_again(grammar)
    subject = noun_phrase(
        noun, grammar.any_of("the", "this"), noun.semantic_class == "pair" or (not noun.mass and grammar.chance(0.3))
    )
    first = copula(subject, "present", False, predicate(adjective, subject, grammar.any_of(None, ("very", "très"))))
    tense = grammar.any_of("can", "want to", "must", "going to", "future", "past", "can", "should")
    link = grammar.pick((("but", "mais"), ("and", "et")))
    negation = "not" if link[0] == "but" else ""
    second = clause(grammar.subject(), verb, tense, negation, pronouns=[pronoun_for(subject)])
    return end(
        align(f"{{first}} {link[0]}/l {{second}}", f"{{first}} {link[1]}/l {{second}}", first=first, second=second)
    )


_PREPOSITIONS = (
    ("on", "sur"),
    ("under", "sous"),
    ("behind", "derrière"),
    ("in front of", "devant"),
    ("near", "près de"),
    ("next to", "à côté de"),
)


def _food_place(grammar: Grammar) -> Phrase:
    english, french, name = grammar.pick(
        (
            ("in", "dans", "fridge"),
            ("in", "dans", "kitchen"),
            ("on", "sur", "table"),
            ("in", "dans", "cupboard"),
            ("in", "dans", "basket"),
            ("in", "dans", "bag"),
            ("in", "dans", "cellar"),
            ("on", "sur", "plate"),
        )
    )
    inside = noun_phrase(grammar.noun_named(name), grammar.any_of("the", "the", "this", "my", "your", "our"))
    return align(f"{english}/p {{x}}", f"{french}/p {{x}}", x=inside.phrase)


def place_phrase(grammar: Grammar, outdoors: bool = False) -> Phrase:
    """Where something is: `under the table`, `in the kitchen`; or, outdoors, `near the station`, `in the forest`."""
    kind = "outdoors" if outdoors else grammar.any_of("furniture", "furniture", "room", "container")
    if kind == "room":
        inside = noun_phrase(grammar.pick(grammar.nouns("room")), grammar.any_of("the", "the", "my", "your"))
        return align("in/p {x}", "dans/p {x}", x=inside.phrase)
    if kind == "container":
        names = ("bag", "box", "basket", "suitcase", "drawer", "cupboard", "wardrobe", "fridge", "car")
        inside = noun_phrase(grammar.noun_named(grammar.pick(names)), grammar.any_of("the", "this", "my"))
        return align("in/p {x}", "dans/p {x}", x=inside.phrase)
    if kind == "furniture":
        names = ("table", "chair", "bed", "armchair", "sofa", "desk", "shelf", "wardrobe", "piano")
        inside = noun_phrase(grammar.noun_named(grammar.pick(names)), "the")
        english, french = grammar.pick(_PREPOSITIONS)
    elif grammar.chance(0.4):
        outdoor_names = (
            "forest",
            "park",
            "garden",
            "field",
            "street",
            "village",
            "station",
            "restaurant",
            "museum",
            "library",
        )
        inside = noun_phrase(grammar.noun_named(grammar.pick(outdoor_names)), "the")
        english, french = "in", "dans"
    else:
        inside = noun_phrase(grammar.pick(grammar.nouns("building", "place", "nature", "plant")), "the")
        english, french = grammar.pick(_PREPOSITIONS[2:])
    return align(f"{english.replace(' ', '_')}/p {{x}}", f"{french.replace(' ', '_')}/p {{x}}", x=inside.phrase)


@construction(2)
def thing_is_where(grammar: Grammar) -> Phrase:
    """`My keys are on the table.`"""
    classes = ("object", "clothes", "pair", "dish", "reading")
    _, subject = thing(grammar, *classes, kinds=("the", "own", "own"))
    return end(
        copula(subject, grammar.any_of("present", "present", "past"), grammar.chance(0.15), place_phrase(grammar))
    )


@construction(0.8)
def person_is_where(grammar: Grammar) -> Phrase:
    """`Paul is in front of the museum.`"""
    subject = grammar.subject()
    place = place_phrase(grammar, outdoors=True)
    return end(copula(subject, grammar.any_of("present", "present", "past"), grammar.chance(0.15), place))


@construction(2)
def there_is(grammar: Grammar) -> Phrase:
    """`There are three glasses on the table.`, `There is no …` as `There is not any bread in the kitchen.`"""
    outdoors = grammar.chance(0.35)
    classes = (
        ("animal", "person", "vehicle", "plant")
        if outdoors
        else ("object", "dish", "fruit", "clothes", "food", "drink")
    )
    noun = grammar.pick(grammar.nouns(*classes))
    past, negated = grammar.chance(0.25), grammar.chance(0.25)
    plural = not noun.mass and grammar.chance(0.5)
    edible = noun.semantic_class in {"fruit", "food", "drink"}
    place = _food_place(grammar) if edible else place_phrase(grammar, outdoors)
    avoir = "avait" if past else "a"
    english = f"there/t {be(5 if plural else 2, 'past' if past else 'present')}/v"
    if negated:
        what = grammar.absent(noun, plural)
        english, french = f"{english} not/n", f"il/t ne/n y/t {avoir}/v pas/n"
    else:
        french = f"il/t y/t {avoir}/v"
        many = plural and grammar.chance(0.5)
        what = (
            counted(noun, grammar.pick(grammar.lexicon.numbers[:14]))
            if many
            else grammar.described(noun, "some" if noun.mass else "a", plural)
        )
    return end(align(f"{english} {{x}} {{place}}", f"{french} {{x}} {{place}}", x=what.phrase, place=place))


@construction(2)
def possessor(grammar: Grammar) -> Phrase:
    """`Paul's car is red.`, `La voiture de Paul est rouge.`"""
    noun = grammar.pick(
        [*grammar.nouns("clothes", "pair", "object", "room"), *map(grammar.noun_named, ("car", "bike", "house"))]
    )
    adjective = grammar.adjective(noun, attributive=False)
    if adjective is None:
        return possessor(grammar)
    plural = noun.semantic_class == "pair" or grammar.chance(0.2)
    named = noun_phrase(noun, "the", plural)
    owner = grammar.third_person()
    while owner.plural:
        owner = grammar.third_person()
    bare = align(
        noun_english(noun, plural), " ".join(f"{t}/{'n' if i else 'd'}" for i, (t, _) in enumerate(named.phrase.french))
    )
    whole = align("{owner} 's/d {bare}", "{bare} de/d {owner}", owner=owner.phrase, bare=bare)
    subject = Nominal(whole, named.person, named.feminine)
    return end(
        copula(
            subject, grammar.any_of("present", "present", "past"), grammar.chance(0.2), predicate(adjective, subject)
        )
    )


def noun_english(noun: Noun, plural: bool) -> str:
    """The English noun alone, as a template."""
    return (noun.english_plural if plural else noun.english).replace(" ", "_") + "/n"


@construction(0.8)
def exclamation(grammar: Grammar) -> Phrase:
    """`What an intelligent elephant!`, `Quel éléphant intelligent !`"""
    noun = grammar.pick(
        grammar.nouns("building", "animal", "clothes", "reading", "show", "vehicle", "plant", "abstract", "object")
    )
    adjective = grammar.adjective(noun, attributive=True)
    if adjective is None or noun.mass or not adjective.gradable:
        return exclamation(grammar)
    bare = noun_phrase(noun, "the", False, adjective).phrase
    words = " ".join(f"{text}/{'a' if text in {adjective.english} else 'n'}" for text, _ in bare.english[1:])
    form = adjective_form(adjective, noun.feminine, False)
    if adjective.position != "after":
        french = f"{form_before(form, noun.french)}/a {noun.french.replace(' ', '_')}/n"
    else:
        french = f"{noun.french.replace(' ', '_')}/n {form.replace(' ', '_')}/a"
    what = "quelle" if noun.feminine else "quel"
    return end(align(f"what/w a/w {words}", f"{what}/w {french}"), "!")
