"""The list of what visitors might type: none of it is taught by what ships, and every judgement can be found again."""

from benchmarks.visitors.__main__ import PARTS, read_judgements, read_sentences
from transformer.corpora.everyday import natural_pairs
from transformer.text.cleaning import clean, comparable


def test_no_sentence_of_the_two_hundred_is_taught_by_what_ships() -> None:
    sentences = read_sentences("sentences")
    assert len({comparable(sentence) for sentence in sentences}) == len(sentences) == 200
    taught = {pair.source.lower() for language in ("fr", "de") for pair in natural_pairs(language)}
    assert [sentence for sentence in sentences if sentence.lower() in taught] == []


def test_every_judgement_is_of_a_sentence_on_the_list() -> None:
    listed = {sentence for part in PARTS for sentence in read_sentences(part)}
    judged = read_judgements()
    assert {sentence for _, sentence, _ in judged} == listed
    assert {language for language, _, _ in judged} == {"fr", "de"}
    assert all(clean(translation) == translation for _, _, translation in judged)
