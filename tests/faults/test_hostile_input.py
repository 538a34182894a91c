"""Whatever bytes and texts come in, the answer is a result or one sentence: found by machine, see CONTRIBUTING.md."""

import argparse
import shutil
import string
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

import transformer
from transformer.commands.build import Build
from transformer.corpora.pairs import read_aligned, read_tsv
from transformer.errors import GlassformerError
from transformer.text.cleaning import one_line
from transformer.text.sentences import split_sentences
from transformer.training.recipes.recipe import RECIPES, read_recipe
from transformer.translator import Translator

pytestmark = pytest.mark.slow

WRITTEN = st.text(max_size=300) | st.text(
    alphabet="aZ é.!?'\"<>&{}[]|,;\u202e\u200b\u0301\u2028🙂\ud800\t\n", max_size=300
)


def is_refused(call: Callable[[], object]) -> bool:
    """Whether a call is refused, which must be in one sentence; any other error is the test's."""
    try:
        call()
    except GlassformerError as error:
        told = str(error).strip()
        return (told.endswith((".", "?")) and "\n" not in told and len(told) < 1000) or pytest.fail(told)
    return False


@given(text=WRITTEN)
@example(text="a" * 100_000)
@example(text="word " * 30_000)
@example(text="[" * 2_000)
def test_every_text_is_translated(translator: Translator, text: str) -> None:
    for translation in translator.translate_text(text, beam=2):
        assert isinstance(translation.text, str)
        assert not set(translation.text) & {"\n", "\x00"}
    source = translator.read(text)
    if not source.empty:
        traced = translator.trace(text, "oui")
        assert bool(torch.isfinite(traced["logits"]).all())
    sentences = split_sentences(text, "en")
    assert "".join("".join(sentences).split()) == "".join(one_line(text).split())


@st.composite
def damaged(draw: DrawFn, content: bytes) -> bytes:
    """A file's bytes with up to three changes: bytes replaced, cut out or put in somewhere."""
    last = len(content) - 1
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, last) | st.integers(0, min(200, last)))  # headers matter most
        put, cut = draw(st.binary(max_size=8)), draw(st.integers(0, 8))
        content = content[:place] + put + content[place + cut :]
    return content


@given(data=st.data(), name=st.sampled_from(["config.json", "card.json", "tokenizer.json", "model.safetensors"]))
def test_a_model_folder_with_changed_bytes_is_refused_in_one_sentence_or_translates(tiny_folder, data, name) -> None:
    content = data.draw(damaged((tiny_folder / name).read_bytes()))
    with TemporaryDirectory() as place:
        folder = Path(place) / "model"
        shutil.copytree(tiny_folder, folder)
        (folder / name).write_bytes(content)
        if not is_refused(lambda: transformer.load(folder)):
            assert isinstance(transformer.load(folder).translate("The cat drinks.", beam=2).text, str)


@given(data=st.data(), name=st.sampled_from(["en-fr", "en-de", "tiny"]))
def test_a_recipe_with_changed_bytes_is_refused_in_one_sentence_or_can_be_built(data: st.DataObject, name: str) -> None:
    content = data.draw(damaged((RECIPES / f"{name}.toml").read_bytes()))
    with TemporaryDirectory() as place:
        path = Path(place) / "own.toml"
        path.write_bytes(content)
        options = argparse.Namespace(out=Path(place) / "out", data=None, device="auto", threads=None, seed=1)
        is_refused(lambda: Build(read_recipe(path), options).check())
        assert not options.out.exists()


@given(
    content=st.binary(max_size=200) | st.text(alphabet=string.printable + "é\ufeff\u2028", max_size=200).map(str.encode)
)
@example(content=b"a\tb")
@example(content=b"1|||2")
def test_a_file_of_pairs_is_read_or_refused_in_one_sentence(content: bytes) -> None:
    with TemporaryDirectory() as place:
        path = Path(place) / "pairs.tsv"
        path.write_bytes(content)
        (Path(place) / "pairs.gz").write_bytes(content)
        is_refused(lambda: read_tsv(path))
        is_refused(lambda: read_aligned(path, path))
        is_refused(lambda: read_aligned(path.with_suffix(".gz"), path))
        if not is_refused(lambda: read_tsv(path)):
            assert all(pair.source and pair.target for pair in read_tsv(path))
