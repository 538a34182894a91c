"""The clause: a subject, a verb in its tense, its negation, objects and pronouns, put in the order of each language."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.corpora.everyday import english
from transformer.corpora.everyday.alignment import EMPTY, Phrase, align
from transformer.corpora.everyday.lexicon import Verb
from transformer.corpora.everyday.morphology import (
    agree_participle,
    conjugate,
    order_clitics,
    order_imperative_clitics,
    past_participle,
)
from transformer.corpora.everyday.phrases import REFLEXIVE, Nominal, ObjectPronoun


@dataclass(frozen=True)
class Tense:
    """How each language says when.

    `kind` is the English pattern: `simple` and `past` (with do), `be` (am going to …), `was`, `modal` (can …) or
    `verb` (want to …). `english` is the word or words before the main verb, `form` the shape of the main verb.
    In French the main verb is finite in `french_tense` (`perfect` is the passé composé), or an infinitive after the
    finite verb `french`, with `link` (`à`, `de`) between.
    """

    kind: str
    french_tense: str
    english: str = ""
    form: str = "base"
    french: str = ""
    link: str = ""


TENSES = {
    "present": Tense("simple", "present"),
    "progressive": Tense("be", "present", form="ing"),
    "past": Tense("past", "perfect"),
    "used to": Tense("past", "imperfect", english="use to"),
    "was doing": Tense("was", "imperfect", form="ing"),
    "future": Tense("modal", "future", english="will"),
    "would": Tense("modal", "conditional", english="would"),
    "going to": Tense("be", "present", english="going to", french="aller"),
    "can": Tense("modal", "present", english="can", french="pouvoir"),
    "could": Tense("modal", "conditional", english="could", french="pouvoir"),
    "must": Tense("modal", "present", english="must", french="devoir"),
    "should": Tense("modal", "conditional", english="should", french="devoir"),
    "have to": Tense("verb", "present", english="have to", french="devoir"),
    "want to": Tense("verb", "present", english="want to", french="vouloir"),
    "know how to": Tense("verb", "present", english="know how to", french="savoir"),
    "would like to": Tense("modal", "conditional", english="would like to", french="aimer"),
    "like to": Tense("verb", "present", english="like to", french="aimer"),
    "prefer to": Tense("verb", "present", english="prefer to", french="préférer"),
    "hope to": Tense("verb", "present", english="hope to", french="espérer"),
    "try to": Tense("verb", "present", english="try to", french="essayer", link="de"),
    "need to": Tense("verb", "present", english="need to", french="avoir besoin", link="de"),
    "start to": Tense("verb", "present", english="start to", french="commencer", link="à"),
    "wanted to": Tense("past", "imperfect", english="want to", french="vouloir"),
}
NOT_PROGRESSIVE = frozenset(
    [
        "see",
        "hear",
        "understand",
        "forget",
        "find",
        "lose",
        "meet",
        "have",
        "know",
        "love",
        "like",
        "hate",
        "prefer",
        "break",
    ]
)
_NEGATIONS = {
    "not": ("not/n", "", "pas"),
    "never": ("never/n", "", "jamais"),
    "any more": ("not/n", "any_more/n", "plus"),
    "nothing": ("not/n", "anything/n", "rien"),
    "nobody": ("not/n", "anyone/n", "personne"),
}


def _label(text: str, label: str) -> str:
    return " ".join(f"{word}/{label}" for word in text.split())


def english_verb(verb: Verb, tense: Tense, person: int, inverted: bool, negated: bool) -> tuple[str, str]:
    """The operator (the auxiliary that moves in a question and takes `not`) and the rest, as templates."""
    main = {"base": verb.english, "ing": english.ing_form(verb.english)}[tense.form]
    if tense.kind == "modal":
        operator, _, more = tense.english.partition(" ")
        return f"{operator}/x", " ".join(filter(None, (_label(more, "x"), _label(main, "v"))))
    if tense.kind in {"be", "was"}:
        operator = english.be(person, "past" if tense.kind == "was" else "present")
        return f"{operator}/x", " ".join(filter(None, (_label(tense.english, "x"), _label(main, "v"))))
    past = tense.kind == "past"
    if inverted or negated:
        rest = " ".join(filter(None, (_label(tense.english, "x"), _label(main, "v"))))
        return ("did" if past else english.do(person)) + "/x", rest
    if tense.english:
        head, _, more = tense.english.partition(" ")
        finite = {"use": "used", "want": "wanted"}[head] if past else english.agree(head, person)
        return "", f"{finite}/x {_label(more, 'x')} {_label(main, 'v')}"
    finite = english.with_rest(verb.past, verb.english) if past else english.agree(verb.english, person)
    return "", _label(finite, "v")


def french_verb(
    verb: Verb,
    tense: Tense,
    subject: Nominal,
    negation: str,
    pronouns: Sequence[ObjectPronoun],
    antecedent: Nominal | None = None,
) -> str:
    """The French verb with its pronouns and negation around it, as a template.

    After `être` the participle agrees with the subject; after `avoir` with a direct object that comes before it: a
    pronoun, or the antecedent of a relative clause.
    """
    person = subject.person
    clitics = order_clitics([p.french for p in pronouns] + ([REFLEXIVE[person]] if verb.reflexive else []))
    labels = {p.french: f"p{number}" for number, p in enumerate(pronouns)}
    proclitics = " ".join(f"{clitic}/{labels.get(clitic, 'v')}" for clitic in clitics)
    head, _, more = verb.french.partition(" ")
    rest = _label(more, "v")
    if tense.french:
        auxiliary, _, noun = tense.french.partition(" ")
        finite = f"{conjugate(auxiliary, tense.french_tense, person)}/x"
        link = f"{tense.link}/x" if tense.link else ""
        parts_after = [_label(noun, "x"), link, proclitics, f"{head}/v", rest]
        proclitics = ""
    elif tense.french_tense == "perfect":
        direct = next(((p.feminine, p.plural) for p in pronouns if p.direct), None)
        if verb.auxiliary == "être":
            features = (subject.feminine, subject.plural)
        elif antecedent is not None:
            features = (antecedent.feminine, antecedent.plural)
        else:
            features = direct or (False, False)
        participle = agree_participle(past_participle(head), *features)
        finite = f"{conjugate(verb.auxiliary, 'present', person)}/x"
        finite = finite if negation else finite.replace("/x", "/v")
        parts_after = [f"{participle}/v", rest]
    else:
        finite = f"{conjugate(head, tense.french_tense, person)}/v"
        parts_after = [rest]
    before = after = last = ""
    if negation:
        before = "ne/n"
        after = f"{_NEGATIONS[negation][2]}/n"
        if negation == "nobody":
            after, last = "", after
    return " ".join(filter(None, (before, proclitics, finite, after, *parts_after, last)))


def _merge_labels(template: str, french: str) -> str:
    """Give an English auxiliary that French does not write (`does`, `will`) the label of the main verb."""
    return template if "/x" in french else template.replace("/x", "/v")


def _sayable(verb: Verb, tense: str, person: int, with_do: bool) -> str:
    """The tense English really uses: no `is seeing`, and no `I read` that could be present or past."""
    if verb.english in NOT_PROGRESSIVE:
        return {"progressive": "present", "was doing": "past"}.get(tense, tense)
    ambiguous = tense == "present" and verb.past == verb.english and person != 2 and not with_do
    return "progressive" if ambiguous else tense


def clause(
    subject: Nominal,
    verb: Verb,
    tense: str,
    negation: str = "",
    complement: Phrase = EMPTY,
    pronouns: Sequence[ObjectPronoun] = (),
    question: bool = False,
    antecedent: Nominal | None = None,
) -> Phrase:
    """A statement or, with `question`, the part of a question after its question word.

    `complement` follows the verb in both languages (object, place, time); a French preposition that belongs to the verb
    comes before it. Object pronouns follow the English verb and precede the French one.
    """
    pattern = TENSES[_sayable(verb, tense, subject.person, bool(negation) or question)]
    negated = negation not in {"", "never"}
    operator, rest = english_verb(verb, pattern, subject.person, question, negated)
    marker, object_word, _ = _NEGATIONS.get(negation, ("", "", ""))
    after_verb = " ".join(
        (f"to/p{number} " if not p.direct and len(pronouns) > 1 else "") + f"{p.english}/p{number}"
        for number, p in sorted(enumerate(pronouns), key=lambda item: not item[1].direct)
        if p.english
    )
    if after_verb and rest.endswith("away/v"):
        rest, after_verb = rest.removesuffix("away/v"), after_verb + " away/v"
    late = object_word if negation == "any more" else ""
    early = object_word if negation != "any more" else ""
    french = french_verb(verb, pattern, subject, negation, pronouns, antecedent)
    if verb.preposition and complement is not EMPTY and not pronouns:
        french += f" {verb.preposition}/v"
    order = [operator, "{subject}", marker] if question else ["{subject}", operator, marker]
    source = " ".join(filter(None, (*order, rest, after_verb, early, "{complement}", late)))
    target = " ".join(filter(None, ("est-ce/q que/q" if question else "", "{subject}", french, "{complement}")))
    if question and not negation and pattern.kind in {"simple", "past", "verb"} and "/x" in operator:
        source = source.replace(operator, operator.replace("/x", "/q"), 1)
    return align(_merge_labels(source, french), target, subject=subject.phrase, complement=complement)


def imperative(verb: Verb, person: int, negated: bool, complement: Phrase = EMPTY,
               pronouns: Sequence[ObjectPronoun] = ()) -> Phrase:  # fmt: skip
    """An order to `tu` (person 1) or `vous` (4), or a suggestion (`let's`, 3); pronouns follow unless negated."""
    head, _, more = verb.french.partition(" ")
    form = conjugate(head, "imperative", person)
    labels = {p.french: f"p{number}" for number, p in enumerate(pronouns)}
    after_verb = " ".join(
        (f"to/p{number} " if not p.direct and len(pronouns) > 1 else "") + f"{p.english}/p{number}"
        for number, p in sorted(enumerate(pronouns), key=lambda item: not item[1].direct)
    )
    main = _label(verb.english, "v")
    if after_verb and main.endswith("away/v"):
        main, after_verb = main.removesuffix("away/v"), after_verb + " away/v"
    reflexive = REFLEXIVE[person] if verb.reflexive else ""
    if negated:
        clitics = order_clitics([p.french for p in pronouns] + ([reflexive] if reflexive else []))
        proclitics = " ".join(f"{clitic}/{labels.get(clitic, 'v')}" for clitic in clitics)
        french = f"ne/n {proclitics} {form}/v pas/n"
        source = f"do/n not/n {main} {after_verb}"
    else:
        written = {c: order_imperative_clitics([c])[0] for c in labels}
        ordered = order_imperative_clitics([p.french for p in pronouns])
        by_form = {written[clitic]: label for clitic, label in labels.items()}
        enclitics = [f"{clitic}/{by_form[clitic]}" for clitic in ordered]
        enclitics += [f"{clitic}/v" for clitic in order_imperative_clitics([reflexive])] if reflexive else []
        french = f"{form}/v {' '.join(enclitics)}"
        source = f"{main} {after_verb}"
    if person == 3:
        source = f"let/v 's/v {'not/n ' if negated else ''}{main} {after_verb}"
    french += f" {_label(more, 'v')}"
    if verb.preposition and complement is not EMPTY and not pronouns:
        french += f" {verb.preposition}/v"
    return align(f"{source} {{complement}}", f"{french} {{complement}}", complement=complement)
