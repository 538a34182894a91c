"""Byte-pair encoding: there and back, and cut where language is cut."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import PAIRS
from tokenizers import Tokenizer, models, normalizers

from transformer.errors import TokenizerError
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, PAD, SPECIAL_TOKENS, START, UNKNOWN
from transformer.text.tokenizer import SubwordTokenizer

ALPHABET = "".join(sorted({character for pair in PAIRS for text in pair for character in text}))


def cuts(tokenizer: SubwordTokenizer, text: str) -> set[str]:
    """Every beginning of the text at whose end a token ends."""
    tokens = tokenizer.tokens(tokenizer.encode(text))
    return {"".join(tokens[:count]).replace("▁", " ").strip() for count in range(1, len(tokens) + 1)}


@settings(max_examples=300)
@given(text=st.text(alphabet=ALPHABET, max_size=40))
def test_decoding_restores_the_text(tiny_tokenizer: SubwordTokenizer, text: str) -> None:
    ids = tiny_tokenizer.encode(text)
    assert UNKNOWN not in ids
    assert tiny_tokenizer.decode(ids) == clean(text)


@settings(max_examples=200)
@given(text=st.text(max_size=30))
def test_any_text_at_all_is_encoded_without_special_tokens(tiny_tokenizer: SubwordTokenizer, text: str) -> None:
    ids = tiny_tokenizer.encode(text)
    assert not {PAD, START, END} & set(ids)
    assert all(0 <= token_id < tiny_tokenizer.size for token_id in ids)
    assert bool(ids) is bool(clean(text))
    tiny_tokenizer.decode(ids)


@pytest.mark.parametrize("special", SPECIAL_TOKENS.values())
def test_a_special_token_typed_by_a_user_is_text(tiny_tokenizer: SubwordTokenizer, special: str) -> None:
    for text in (special, f"I'm {special} tired", special * 3):
        ids = tiny_tokenizer.encode(text)
        assert not {PAD, START, END} & set(ids)
        assert tiny_tokenizer.encode_all([text]) == [ids]


def test_source_and_target_have_their_special_tokens(tiny_tokenizer: SubwordTokenizer) -> None:
    ids = tiny_tokenizer.encode("I'm tired.")
    assert tiny_tokenizer.encode_source("I'm tired.") == [*ids, END]
    assert tiny_tokenizer.encode_target("I'm tired.") == [START, *ids, END]
    assert tiny_tokenizer.decode([START, *ids, END, PAD, PAD]) == "I'm tired."


def test_many_texts_are_encoded_as_one_by_one(tiny_tokenizer: SubwordTokenizer) -> None:
    texts = [text for pair in PAIRS for text in pair]
    assert tiny_tokenizer.encode_all(texts) == [tiny_tokenizer.encode(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("I don't", "I do"),
        ("doesn't", "does"),
        ("won't", "wo"),
        ("I'm", "I"),
        ("It's", "It"),
        ("You're", "You"),
        ("we'll", "we"),
        ("I've", "I"),
        ("he'd", "he"),
        ("l'ami", "l'"),
        ("L'arbre", "L'"),
        ("qu'il", "qu'"),
        ("J'ai", "J'"),
        ("n'irons", "n'"),
        ("s'il", "s'"),
        ("d'eau", "d'"),
        ("m'aime", "m'"),
        ("aujourd'hui", "aujourd'"),
        ("est-ce", "est"),
        ("here.", "here"),
        ("13", "1"),
    ],
)
def test_contractions_and_elisions_are_cut_where_meaning_is(tiny_tokenizer, text, beginning) -> None:
    assert beginning in cuts(tiny_tokenizer, text)


def test_frequent_contractions_and_elisions_are_one_token_each() -> None:
    tokenizer = SubwordTokenizer.train([text for pair in PAIRS * 5 for text in pair], 400)
    assert tokenizer.tokens(tokenizer.encode("I'm")) == ["▁I", "'m"]
    assert tokenizer.tokens(tokenizer.encode("I don't")) == ["▁I", "▁do", "n't"]
    assert tokenizer.tokens(tokenizer.encode("de l'eau")) == ["▁de", "▁l'", "eau"]


def test_saving_and_loading_changes_nothing(tiny_tokenizer: SubwordTokenizer, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(tiny_tokenizer.to_json(), encoding="utf-8")
    loaded = SubwordTokenizer.load(path)
    assert loaded.size == tiny_tokenizer.size
    for pair in PAIRS:
        assert loaded.encode(pair.target) == tiny_tokenizer.encode(pair.target)
    assert END not in loaded.encode("</s>")


def test_the_vocabulary_is_no_larger_than_asked(tiny_tokenizer: SubwordTokenizer) -> None:
    assert tiny_tokenizer.size == 160
    assert [tiny_tokenizer.token(token_id) for token_id in range(4)] == ["<pad>", "<unk>", "<s>", "</s>"]
    with pytest.raises(TokenizerError, match="160"):
        tiny_tokenizer.token(160)


def foreign_vocabulary() -> str:
    return Tokenizer(models.BPE(vocab={"a": 0, "b": 1}, merges=[])).to_str()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"not json", b"\xff\xfe\x00", json.dumps({"a": 1}).encode(), foreign_vocabulary().encode()],
)
def test_a_damaged_or_foreign_vocabulary_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(TokenizerError) as error:
        SubwordTokenizer.load(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_vocabulary_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match=r"gone\.json is missing"):
        SubwordTokenizer.load(tmp_path / "gone.json")


def test_a_vocabulary_that_changes_capitals_is_refused(tiny_tokenizer: SubwordTokenizer) -> None:
    lower_case = Tokenizer.from_str(tiny_tokenizer.to_json())
    lower_case.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()])
    with pytest.raises(TokenizerError, match="train the model again"):
        SubwordTokenizer(lower_case)
