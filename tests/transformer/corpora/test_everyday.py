"""The everyday corpus: clauses put together from words, and properties of every generated pair."""

import re
from collections import Counter

import pytest

from transformer.corpora.everyday import (
    NATURAL_FOLDERS,
    AlignedPair,
    aligned_examples,
    grammar_pairs,
    natural_pairs,
)
from transformer.corpora.everyday.alignment import Phrase, align, sentences, unit
from transformer.corpora.everyday.clauses import clause, imperative
from transformer.corpora.everyday.generate import derive, normalise
from transformer.corpora.everyday.grammar import Grammar, end
from transformer.corpora.everyday.lexicon import load_lexicon
from transformer.corpora.everyday.morphology import (
    order_clitics,
    order_imperative_clitics,
)
from transformer.corpora.everyday.phrases import (
    DIRECT_PRONOUNS,
    INDIRECT_PRONOUNS,
    SUBJECT_PRONOUNS,
    THING_PRONOUNS,
    noun_phrase,
)
from transformer.corpora.everyday.tables import ASSETS, read_rows
from transformer.text.cleaning import comparable
from transformer.text.words import words

ME, YOU, HIM, HER, US, THEM = DIRECT_PRONOUNS
IT = THING_PRONOUNS[0]
TO_ME, _, TO_HIM, _, TO_THEM = INDIRECT_PRONOUNS


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return Grammar(load_lexicon(), seed=1)


@pytest.fixture(scope="module")
def corpus() -> list[AlignedPair]:
    return [pair for split in ("train", "dev", "test") for pair in grammar_pairs(split)]


@pytest.fixture(scope="module")
def corpus_words(corpus: list[AlignedPair]) -> list[tuple[list[str], list[str]]]:
    """The words of both sides of every pair: splitting fifty thousand sentences takes as long as a test may."""
    return [(words(pair.source), words(pair.target)) for pair in corpus]


def french(phrase: Phrase) -> str:
    return sentences(end(phrase), "")[0].target


def test_order_of_clitics() -> None:
    assert order_clitics(["lui", "le-"]) == ["le-", "lui"]
    assert order_clitics(["le-", "me"]) == ["me", "le-"]
    assert order_clitics(["en", "y", "leur"]) == ["leur", "y", "en"]
    assert order_imperative_clitics(["me", "le-"]) == ["-le", "-moi"]


@pytest.mark.parametrize(
    ("subject", "verb", "tense", "negation", "pronouns", "expected"),
    [
        ("I", "give", "present", "", [IT, TO_HIM], "Je le lui donne."),
        ("he", "give", "past", "not", [IT, TO_ME], "Il ne me l'a pas donné."),
        ("I", "see", "past", "", [HER], "Je l'ai vue."),
        ("she", "invite", "past", "never", [THEM], "Elle ne les a jamais invités."),
        ("we", "see", "going to", "", [HIM], "Nous allons le voir."),
        ("you", "sell", "want to", "not", [IT], "Tu ne veux pas le vendre."),
        ("she", "arrive", "past", "", [], "Elle est arrivée."),
        ("they", "arrive", "past", "not", [], "Ils ne sont pas arrivés."),
        ("she", "get up", "past", "not", [], "Elle ne s'est pas levée."),
        ("I", "get dressed", "going to", "", [], "Je vais m'habiller."),
        ("she", "eat", "past", "", [], "Elle a mangé."),
        ("he", "see", "past", "nobody", [], "Il n'a vu personne."),
        ("he", "see", "past", "nothing", [], "Il n'a rien vu."),
        ("I", "smoke", "present", "any more", [], "Je ne fume plus."),
        ("I", "phone", "future", "", [TO_THEM], "Je leur téléphonerai."),
    ],
)  # fmt: skip
def test_clause(
    grammar: Grammar, subject: str, verb: str, tense: str, negation: str, pronouns: list, expected: str
) -> None:
    phrase = clause(SUBJECT_PRONOUNS[subject], grammar.verb(verb), tense, negation, pronouns=pronouns)
    assert french(phrase) == expected


def test_imperatives(grammar: Grammar) -> None:
    assert french(imperative(grammar.verb("give"), 1, False, pronouns=[IT, TO_ME])) == "Donne-le-moi."
    assert french(imperative(grammar.verb("give"), 1, True, pronouns=[IT, TO_ME])) == "Ne me le donne pas."
    assert french(imperative(grammar.verb("hurry"), 1, False)) == "Dépêche-toi."
    assert french(imperative(grammar.verb("get up"), 3, False)) == "Levons-nous."


def test_noun_phrases(grammar: Grammar) -> None:
    old = next(a for a in grammar.lexicon.adjectives if a.english == "old")
    blue = next(a for a in grammar.lexicon.adjectives if a.english == "blue")
    tree, key, milk, friend = (grammar.noun_named(name) for name in ("tree", "key", "milk", "friend"))
    assert french(noun_phrase(tree, "a", adjective=old).phrase) == "Un vieil arbre."
    assert french(noun_phrase(tree, "a", plural=True, adjective=old).phrase) == "De vieux arbres."
    assert french(noun_phrase(key, "a", plural=True, adjective=blue).phrase) == "Des clés bleues."
    assert french(noun_phrase(milk, "some").phrase) == "Du lait."
    assert french(noun_phrase(friend, "this").phrase) == "Cet ami."
    assert french(noun_phrase(grammar.noun_named("chess"), "generic").phrase) == "Les échecs."


def test_english_articles_and_contractions() -> None:
    phrase = align("I/i am/v not/n a/a {x}", "je/i ne/n suis/v pas/n {x}", x=unit("engineer", "ingénieur"))
    full, contracted = sentences(end(phrase), "")
    assert (full.source, contracted.source) == ("I am not an engineer.", "I'm not an engineer.")
    assert full.target == contracted.target


def test_alignment_follows_the_derivation(corpus: list[AlignedPair]) -> None:
    pair = next(p for p in corpus if p.construction == "two_pronouns" and " not " not in p.source)
    source, target = words(pair.source), words(pair.target)
    linked = {(source[i].lower(), target[j].lower()) for i, j in pair.alignment}
    assert (".", ".") in linked
    assert any(english in {"it", "them"} and clitic in {"le", "l'", "les", "-le", "-les"} for english, clitic in linked)


def test_counts_and_vocabulary(corpus: list[AlignedPair], corpus_words: list[tuple[list[str], list[str]]]) -> None:
    assert len(grammar_pairs("train")) >= 45_000
    assert len(corpus) >= 48_000
    assert (len(grammar_pairs("dev")), len(grammar_pairs("test"))) == (1_000, 1_000)
    assert len({pair.source for pair in corpus}) == len(corpus)
    for side in zip(*corpus_words, strict=True):
        assert len({word.lower() for sentence in side for word in sentence}) >= 900
    assert min(Counter(pair.construction for pair in corpus).values()) >= 100


def test_the_examples_that_ship_are_held_out_pairs_with_their_alignment(corpus: list[AlignedPair]) -> None:
    held_out = {pair.source: pair for pair in grammar_pairs("dev")}
    assert len(aligned_examples()) >= 12
    for example in aligned_examples():
        pair = held_out[example.source]
        assert example.target == pair.target
        assert set(example.alignment) == set(pair.alignment)


def test_the_same_seed_gives_the_same_corpus() -> None:
    assert derive(seed=5, count=500) == derive(seed=5, count=500)
    assert derive(seed=5, count=500) != derive(seed=6, count=500)


def test_no_english_sentence_has_two_translations(corpus: list[AlignedPair]) -> None:
    french_of: dict[str, str] = {}
    for pair in corpus:
        translation = normalise(pair.target)
        assert french_of.setdefault(normalise(pair.source), translation) == translation, pair


def test_splits_share_no_sentence_in_either_language(corpus: list[AlignedPair]) -> None:
    train, dev, test = (
        {normalise(text) for pair in grammar_pairs(split) for text in (pair.source, pair.target)}
        for split in ("train", "dev", "test")
    )
    assert train.isdisjoint(dev | test)
    assert dev.isdisjoint(test)


def test_what_is_held_out_knows_its_words(
    corpus: list[AlignedPair], corpus_words: list[tuple[list[str], list[str]]]
) -> None:
    spoken = [{word.lower() for side in sides for word in side} for sides in corpus_words]
    trained = len(grammar_pairs("train"))
    known = set().union(*spoken[:trained])
    for pair, own in zip(corpus[trained:], spoken[trained:], strict=True):
        assert own <= known, pair


def test_every_alignment_is_in_range_and_covers_the_content(
    corpus: list[AlignedPair], corpus_words: list[tuple[list[str], list[str]]]
) -> None:
    for pair, (source, target) in zip(corpus, corpus_words, strict=True):
        reading, written = {i for i, _ in pair.alignment}, {j for _, j in pair.alignment}
        assert 0 <= min(reading) <= max(reading) < len(source), pair
        assert 0 <= min(written) <= max(written) < len(target), pair
        assert (len(source) - 1, len(target) - 1) in pair.alignment, pair
        assert len(reading) >= 0.75 * len(source), pair
        assert len(written) >= 0.6 * len(target), pair


def test_alignment_links_the_words_meant(
    corpus: list[AlignedPair], corpus_words: list[tuple[list[str], list[str]]]
) -> None:
    expected = {
        "milk": "lait",
        "keys": "clés",
        "yesterday": "hier",
        "never": "jamais",
        "because": "parce",
        "strawberries": "fraises",
    }
    checked: Counter[str] = Counter()
    for pair, (source, target) in zip(corpus, corpus_words, strict=True):
        lowered = [word.lower() for word in target]
        for i, word in enumerate(map(str.lower, source)):
            if word in expected and expected[word] in lowered:
                assert (i, lowered.index(expected[word])) in pair.alignment, pair
                checked[word] += 1
    assert set(checked) == set(expected)


VOWEL = "[aàâeéèêiîoôuûœ]"
WRONG_FRENCH = {
    "elision before a vowel": rf"(?<!-)\b(le|la|je|me|te|se|de|ne|que) (?!onze\b|huit\b|oui\b){VOWEL}\w*",
    "elision before a mute h": r"\b(le|la|je|de|ne|que) (habit|habill|homme|histoire|hôtel|hôpital|hiver|heure)",
    "elision before an aspirated h": r"[ld]'(haricot|hibou|hamster|haut)",
    "uncontracted article": r"\b(de|à) les? (?!\w+(er|ir|re|oir)\b)",
    "si il": r"\bsi ils?\b",
    "ce before a vowel": rf"\bce (?!est|était){VOWEL}",
    "possessive before a vowel": rf"\b(ma|ta|sa) {VOWEL}",
    "adjective before a vowel": r"\b(un|le|ce|mon|ton|son) (beau|nouveau|vieux) (?!hibou|hamster)[aeéèiouœh]",
    "des before an adjective": r"\bdes (beaux|belles|vieux|vieilles|nouveaux|nouvelles|grande?s|jolie?s|petite?s) ",
    "partitive after pas": r"\bn(e |')(ai|as|a|avons|avez|ont) pas (du|un|une|des) ",
    "no space before the mark": r"\S[?!]$",
    "English pronoun left": r"\b(the|and|with)\b",
    "lone hyphen": r"\w- ",
    "doubled word": r"\b(?!nous\b|vous\b)(\w+) \1\b",
}


@pytest.mark.parametrize("name", WRONG_FRENCH)
def test_french_is_spelled_as_french(name: str, corpus: list[AlignedPair]) -> None:
    pattern = re.compile(WRONG_FRENCH[name], re.IGNORECASE)
    wrong = [pair for pair in corpus if pattern.search(pair.target)]
    assert not wrong, wrong[:5]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("elision before a vowel", "Je aime le thé."), ("uncontracted article", "Il va à le marché."),
        ("si il", "Si il pleut."),
        ("ce before a vowel", "Ce ami dort."), ("possessive before a vowel", "Ma amie dort."),
        ("no space before the mark", "Où es-tu?"),
        ("des before an adjective", "J'ai des belles fleurs."), ("partitive after pas", "Je n'ai pas du pain."),
        ("elision before an aspirated h", "L'hibou dort."), ("adjective before a vowel", "Un beau arbre."),
    ],
)  # fmt: skip
def test_the_patterns_can_find_mistakes(name: str, text: str) -> None:
    assert re.search(WRONG_FRENCH[name], text, re.IGNORECASE)


def test_sentences_are_written_as_sentences(corpus: list[AlignedPair]) -> None:
    for pair in corpus:
        assert pair.source[0].isupper()
        assert pair.target[0].isupper()
        assert pair.source[-1] in ".?!"
        assert pair.target[-1] == pair.source[-1], pair
        assert "  " not in pair.source + pair.target
        assert not re.search(r"[’_/{}]", pair.source + pair.target), pair
        assert not re.search(r"\ba (?!one|uni|use|eu)[aeio]|\ban [bcdfgjklmnpqrstvwxz]", pair.source), pair


def test_etre_participles_agree_with_a_feminine_subject(corpus: list[AlignedPair]) -> None:
    found = [
        re.match(r"Elle (?:n'|s'|y |ne s')?est (?:pas |jamais )?(\w+)", p.target)
        for p in corpus
        if p.construction == "moving"
    ]
    participles = [match[1] for match in found if match]
    assert len(participles) > 20
    assert all(participle.endswith("e") for participle in participles)


def test_negation_has_both_its_halves(corpus: list[AlignedPair]) -> None:
    for pair in corpus:
        if re.search(r"\b(pas|jamais|rien|personne)\b", pair.target):
            assert re.search(r"\bne\b|\bn'", pair.target, re.IGNORECASE), pair
        if re.search(r"\bnot\b|n't\b|\bnever\b", pair.source):
            assert re.search(r"\bne\b|\bn'", pair.target, re.IGNORECASE), pair


def test_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="train, dev, test"):
        grammar_pairs("validation")


@pytest.mark.parametrize("language", sorted(NATURAL_FOLDERS))
def test_natural_pairs_are_sentences(language: str) -> None:
    pairs = natural_pairs(language)
    assert len(pairs) > 5_000
    for pair in pairs:
        assert pair.source[-1] in ".!?…", pair
        assert pair.target[-1] in ".!?…", pair
        assert "  " not in pair.source + pair.target, pair
        assert pair.alignment == ()


def test_natural_pairs_teach_no_sentence_that_the_app_calls_unseen() -> None:
    lines = (ASSETS / "search_sentences.txt").read_text(encoding="utf-8").splitlines()
    unseen = [line for line in lines if line and not line.startswith("#")]
    taught = {comparable(pair.source) for language in NATURAL_FOLDERS for pair in natural_pairs(language)}
    assert unseen
    assert not [line for line in unseen if comparable(line) in taught]


def test_a_bad_lexicon_line_is_named(tmp_path) -> None:
    (tmp_path / "names.tsv").write_text("# name\tgender\nPaul\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"names\.tsv, line 2"):
        read_rows("names.tsv", 2, 2, tmp_path)
    with pytest.raises(FileNotFoundError, match=r"jobs\.tsv is missing"):
        read_rows("jobs.tsv", 3, 3, tmp_path)
