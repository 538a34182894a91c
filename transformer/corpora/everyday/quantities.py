"""Constructions of need and quantity: `avoir besoin de`, `beaucoup de`, the pronouns y and en."""

from transformer.corpora.everyday.alignment import Phrase, align
from transformer.corpora.everyday.clauses import clause
from transformer.corpora.everyday.english import agree, be
from transformer.corpora.everyday.grammar import Grammar, construction, end
from transformer.corpora.everyday.morphology import agree_participle, conjugate, past_participle
from transformer.corpora.everyday.phrases import Nominal, noun_phrase


@construction(1.2)
def needing(grammar: Grammar) -> Phrase:
    """`She needs a key.`, `Elle a besoin d'une clé.`; without a quantity the French article is absent."""
    noun = grammar.pick(grammar.nouns("object", "dish", "clothes", "resource", "food", "drink"))
    subject = grammar.subject()
    negated = grammar.chance(0.3)
    what = noun_phrase(noun, "any" if noun.mass else grammar.any_of("a", "the", "this"))
    if noun.mass:
        what = Nominal(align(noun.english.replace(" ", "_") + "/n", "de/n " + noun.french.replace(" ", "_") + "/n"), 2)
    english = (
        f"{'does' if subject.person == 2 else 'do'}/n not/n need/v" if negated else f"{agree('need', subject.person)}/v"
    )
    avoir = conjugate("avoir", "present", subject.person)
    french = f"ne/n {avoir}/v pas/n besoin/v" if negated else f"{avoir}/v besoin/v"
    link = "" if noun.mass else "de/v "
    return end(align(f"{{x}} {english} {{what}}", f"{{x}} {french} {link}{{what}}", x=subject.phrase, what=what.phrase))


@construction(1)
def quantity(grammar: Grammar) -> Phrase:
    """`He has a lot of books.`, `Il a beaucoup de livres.`"""
    subject = grammar.subject()
    noun = grammar.pick(grammar.nouns("resource", "object", "reading", "clothes", "person", "animal", "abstract"))
    english, french = grammar.pick(
        (
            ("a lot of", "beaucoup de"),
            ("too much" if noun.mass else "too many", "trop de"),
            ("enough", "assez de"),
            ("a little" if noun.mass else "few", "un peu de" if noun.mass else "peu de"),
        )
    )
    if noun.mass and noun.english == "soap":
        return quantity(grammar)
    word = (noun.english if noun.mass else noun.english_plural).replace(" ", "_")
    french_word = (noun.french if noun.mass else noun.french_plural).replace(" ", "_")
    what = align(f"{english.replace(' ', '_')}/d {word}/n", f"{french.replace(' ', '_')}/d {french_word}/n")
    tense = grammar.any_of("present", "present", "future")
    return end(clause(subject, grammar.verb("have"), tense, complement=what))


@construction(1)
def there_and_some(grammar: Grammar) -> Phrase:
    """The pronouns y and en: `We are going there.`, `She has three of them.`"""
    subject = grammar.subject()
    if grammar.chance(0.5):
        tense, use = grammar.pick((("past", "past"), ("present", "habit"), ("progressive", "present")))
        person = subject.person
        forms = {
            "past": ("went", f"y/y {conjugate('être', 'present', person)}/v"),
            "present": (agree("go", person), f"y/y {conjugate('aller', 'present', person)}/v"),
            "progressive": (f"{be(person)} going", f"y/y {conjugate('aller', 'present', person)}/v"),
        }
        english, french = forms[tense]
        if tense == "past":
            french += f" {agree_participle('allé', subject.feminine, subject.plural)}/v"
        return end(
            align(
                f"{{x}} {' '.join(w + '/v' for w in english.split())} there/y {{when}}",
                f"{{x}} {french} {{when}}",
                x=subject.phrase,
                when=grammar.when(use),
            )
        )
    number = grammar.pick(grammar.lexicon.numbers[:12])
    verb = grammar.verb(
        grammar.pick(("buy", "eat", "have", "see", "find", "take", "sell", "bring", "choose", "lose", "read", "draw"))
    )
    english = agree(verb.english, subject.person) if grammar.chance(0.5) or verb.english == "have" else ""
    if english:
        french = f"en/e {conjugate(verb.french, 'present', subject.person)}/v"
    else:
        english, french = (
            verb.past,
            f"en/e {conjugate('avoir', 'present', subject.person)}/v {past_participle(verb.french)}/v",
        )
        if verb.past == verb.english:
            return there_and_some(grammar)
    return end(align(f"{{x}} {english}/v {number[1]}/n of/e them/e", f"{{x}} {french} {number[2]}/n", x=subject.phrase))
