"""New pairs out of a corpus: which side is kept, which is translated, and by what."""

from pathlib import Path

import pytest
import torch
from tiny import PAIRS, tiny_model, write_tsv

from transformer.__main__ import main
from transformer.corpora import Direction, Pair
from transformer.corpora.origin import origin_of
from transformer.corpora.pairs import read_tsv
from transformer.decoding.greedy import greedy
from transformer.decoding.strategies import Beam, Greedy, Sampling, Strategy
from transformer.errors import CorpusError
from transformer.model.folder import load_model, save_model
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.diversification import diversified
from transformer.translator import Translator, load

CARDS = {
    "fr": {"source_language": "en", "target_language": "fr"},
    "en": {"source_language": "fr", "target_language": "en"},
}


def talking_model(tokenizer: SubwordTokenizer) -> Transformer:
    """Random weights that say something and come to an end, on at least eight of the sentences on each side."""
    for seed in range(500):
        model = tiny_model(seed=seed, vocabulary_size=tokenizer.size, max_length=48, tied_embeddings=False)
        with torch.no_grad():
            model.output_projection.weight[END] *= 4  # or nearly all would go on to the last position
        said = [greedy(model, [tokenizer.encode_source(pair[side]) for pair in PAIRS]) for side in (0, 1)]
        if all(sum(each.finished and len(each.tokens) > 1 for each in side) >= 8 for side in said):
            return model
    raise AssertionError("no seed gives such a model")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> dict[str, Path]:
    """The same model for each target language."""
    made = {language: tmp_path_factory.mktemp("models") / language for language in CARDS}
    model = talking_model(tiny_tokenizer)
    for language, folder in made.items():
        save_model(folder, model, tiny_tokenizer, torch.ones(tiny_tokenizer.size, dtype=torch.long), CARDS[language])
    return made


@pytest.fixture(scope="module")
def translators(folders: dict[str, Path]) -> dict[str, Translator]:
    return {language: load(folder) for language, folder in folders.items()}


def test_a_direction_has_english_on_one_side() -> None:
    assert Direction("en", "de").foreign == Direction("de", "en").foreign == "de"
    backwards = [Pair(french, english) for english, french in PAIRS]
    assert Direction("fr", "en").turned(PAIRS) == backwards
    assert Direction("fr", "en").turned(backwards) == Direction("en", "fr").turned(PAIRS) == PAIRS
    for source, target in (("en", "en"), ("fr", "de")):
        with pytest.raises(CorpusError, match=f"from '{source}' to '{target}'"):
            assert Direction(source, target).foreign


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [Greedy(), Beam(3, 0.5)])
def test_the_model_writes_one_side_and_people_the_other(translators: dict[str, Translator], strategy: Strategy) -> None:
    for language, read, written in (("fr", 0, 1), ("en", 1, 0)):
        translator = translators[language]
        new = list(diversified(translator, PAIRS, strategy))
        assert len(new) == len(PAIRS)
        expected = {}
        for pair in PAIRS:
            translation = translator.decode(pair[read], strategy)
            if translation.hypothesis.finished and translation.text:
                expected[pair[read]] = translation.text
        assert expected
        assert {pair[read]: pair[written] for pair in new if pair} == expected


@pytest.mark.slow
def test_what_the_corpus_says_already_is_left_out(translators: dict[str, Translator]) -> None:
    translator = translators["fr"]
    known = [Pair(pair.source, translator.translate(pair.source, 1).text or "?") for pair in PAIRS]
    assert set(diversified(translator, known, Greedy())) == {None}


def test_samples_are_those_of_their_seed_and_differ_between_sentences(translators: dict[str, Translator]) -> None:
    def drawn(pair: Pair, strategy: Strategy) -> list[Pair | None]:
        return list(diversified(translators["fr"], [pair] * 24, strategy))

    # The same sentence 24 times: each draws numbers of its own, wherever the model is unsure.
    unsure = next(pair for pair in PAIRS if len(set(drawn(pair, Sampling(seed=3)))) > 2)
    once = drawn(unsure, Sampling(seed=3))
    assert drawn(unsure, Sampling(seed=3)) == once
    assert drawn(unsure, Sampling(seed=4)) != once
    assert drawn(unsure, Sampling(top_k=1)) == drawn(unsure, Greedy())


@pytest.mark.slow
def test_from_a_corpus_to_a_training_on_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tsv(tmp_path / "pairs.tsv", PAIRS)
    monkeypatch.chdir(tmp_path)
    quick = "--preset tiny --vocabulary 160 --steps 2 --warmup 1 --validate-every 2 --save-every 2 --batch-tokens 300"
    back = ["train", "--corpus", "pairs.tsv", "--source", "fr", "--target", "en", "--out", "back", *quick.split()]
    assert main(back) == 0
    card = load_model(tmp_path / "back/model").card
    assert (card["source_language"], card["target_language"]) == ("fr", "en")
    assert card["longest_usual_source"] in {len(load("back/model").read(pair.target).ids) for pair in PAIRS}

    make = ["diversify", "--model", "back/model", "--corpus", "pairs.tsv", "--out", "more/new.tsv"]
    assert main([*make, "--sample", "--top-k", "20"]) == 0
    new = read_tsv(tmp_path / "more/new.tsv")
    assert f"{len(new):,} new pairs out of 30 are in more/new.tsv." in capsys.readouterr().out
    assert {pair.target for pair in new} <= {pair.target for pair in PAIRS}
    assert not {pair.source for pair in new} & {pair.source for pair in PAIRS}
    assert main(make) == 2
    assert "more/new.tsv already exists" in capsys.readouterr().err

    assert main(["train", "--corpus", "pairs.tsv,more/new.tsv*0.5", "--out", "forth", *quick.split()]) == 0
    card = load_model(tmp_path / "forth/model").card
    assert [part["training_pairs"] for part in card["corpora"]] == [30, len(new)]
    # The card tells of the training and of the translation behind the new pairs.
    assert card["earlier_commands"] == [
        load_model(tmp_path / "back/model").card["command"],
        origin_of("more/new.tsv")[1],
    ]
    (tmp_path / "more/new.tsv.origin.json").write_text("{}")
    with pytest.raises(CorpusError, match="does not say how"):
        origin_of("more/new.tsv")


def test_english_of_the_other_language_is_translated(
    folders: dict[str, Path], translators: dict[str, Translator], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tatoeba").mkdir()
    for language, pairs in (("fr", PAIRS[:10]), ("de", [Pair(pair.source, "?") for pair in PAIRS])):
        for split in ("train", "dev"):
            held_out = [Pair("Nobody asks for this.", "?")]
            write_tsv(tmp_path / "tatoeba" / f"{split}.en-{language}.tsv", pairs if split == "train" else held_out)
    command = ["diversify", "--corpus", "tatoeba", "--english-of", "de", "--data", str(tmp_path), "--beam", "1"]
    command += ["--out", str(tmp_path / "new.tsv")]
    assert main([*command, "--model", str(folders["fr"])]) == 0
    translated = (translators["fr"].translate(pair.source, 1) for pair in PAIRS[10:])
    expected = {each.source.text: each.text for each in translated if each.hypothesis.finished and each.text}
    assert expected
    assert dict(read_tsv(tmp_path / "new.tsv")) == expected

    (tmp_path / "new.tsv").unlink()
    assert main([*command, "--model", str(folders["en"])]) == 2
    assert "needs a model that reads English" in capsys.readouterr().err


def test_examples_in_english_are_not_asked_of_a_model_that_reads_french(
    capsys: pytest.CaptureFixture[str], folders: dict[str, Path]
) -> None:
    assert main(["measure", "searches", str(folders["en"])]) == 2
    assert "does not read English" in capsys.readouterr().err


@pytest.mark.slow
def test_what_a_kill_has_cut_off_is_gone_on_with(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("transformer.training.diversification.SENTENCES_AT_A_TIME", 4)
    monkeypatch.setattr("transformer.commands.diversify.SENTENCES_AT_A_TIME", 4)
    write_tsv(tmp_path / "pairs.tsv", [*PAIRS, Pair("word " * 60, "mot")])
    command = ["diversify", "--model", str(folders["fr"]), "--corpus", str(tmp_path / "pairs.tsv"), "--beam", "2"]
    assert main([*command, "--out", str(tmp_path / "whole.tsv")]) == 0
    for kept in (0, 1, 9):  # lines that were whole when the plug was pulled, the first one included
        part, out = tmp_path / f"{kept}.tsv.part", tmp_path / f"{kept}.tsv"
        with monkeypatch.context() as patch:
            patch.setattr("transformer.commands.diversify.write_origin", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                main([*command, "--out", str(out)])
        lines = part.read_text(encoding="utf-8").splitlines(keepends=True)
        part.write_text("".join(lines[:kept]) + lines[kept][:3], encoding="utf-8")
        out.unlink()
        if kept == 0:  # it cannot be told any more of what run it is
            part.write_text("{")
            assert main([*command, "--out", str(out), "--resume"]) == 2
            assert "belongs to another run" in capsys.readouterr().err
            continue
        assert main([*command, "--out", str(out), "--resume"]) == 0
        assert out.read_bytes() == (tmp_path / "whole.tsv").read_bytes()
        assert not part.exists()
    part.write_text(lines[0])
    out.unlink()
    write_tsv(tmp_path / "pairs.tsv", [*PAIRS, Pair("another " * 60, "autre")])  # as many pairs, but others
    assert main([*command, "--out", str(out), "--resume"]) == 2
    assert "belongs to another run" in capsys.readouterr().err
    assert main([*command[:-2], "--sample", "--out", str(tmp_path / "drawn.tsv"), "--resume"]) == 2
    assert "does not work with --sample" in capsys.readouterr().err
