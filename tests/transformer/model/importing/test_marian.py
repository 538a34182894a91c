"""A Marian that was read computes what the original computes, and cuts texts as the original does."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file
from tiny import PAIRS
from tiny_marian import LAYERS, WIDTH, best_cut, reference, scores_of, spm, write_marian
from torch import Tensor

from transformer.corpora import Pair
from transformer.decoding.trace import trace_tokens
from transformer.errors import ModelFolderError
from transformer.model.folder import save_model
from transformer.model.importing.checkpoint import Checkpoint
from transformer.model.importing.reading import read_checkpoint
from transformer.model.importing.sentencepiece import read_pieces
from transformer.text.paired import PairedTokenizer, load_tokenizer
from transformer.text.special_tokens import END, PAD, START, UNKNOWN
from transformer.translator import Translator, load

CLOSE = {"rtol": 1e-4, "atol": 2e-5}
ALPHABET = "".join(sorted({character for pair in PAIRS for text in pair for character in text})) + "中日🍕"
ORDER = torch.arange(WIDTH).view(2, -1).T.flatten()  # of the columns: their sines come before their cosines


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_marian(tmp_path_factory.mktemp("hub") / "opus-mt-en-fr")


@pytest.fixture(scope="module")
def marian(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return import_model(original, tmp_path_factory.mktemp("models"))


def import_model(original: Path, home: Path) -> Translator:
    """Read, written as a folder of ours, and loaded without the original."""
    model, tokenizer, card = read_checkpoint(Checkpoint(original, original.name))
    save_model(home / original.name, model, tokenizer, torch.zeros(tokenizer.size), card)
    return load(home / original.name)


def their_ids(original: Path, tokenizer: PairedTokenizer) -> Tensor:
    """Their id for each of ours."""
    vocabulary = json.loads((original / "vocab.json").read_text())
    start = json.loads((original / "config.json").read_text())["decoder_start_token_id"]
    return torch.tensor([start if id == START else vocabulary[token] for id, token in enumerate(tokenizer.vocabulary)])


@pytest.mark.parametrize("activation", ["swish", "relu", "gelu"])
@torch.no_grad()
def test_every_number_is_the_originals(activation: str, tmp_path: Path) -> None:
    original = write_marian(tmp_path / "hub", seed=3, activation_function=activation)
    marian = import_model(original, tmp_path / "models")
    ids = their_ids(original, marian.tokenizer)
    source, target = marian.tokenizer.encode_source("The cat drinks tea."), [START, 9, 30, 7, 12, 44]
    expected = reference(original, ids[source].tolist(), ids[target].tolist())
    trace = trace_tokens(marian, source, [*target, END])
    spoken = [UNKNOWN, *range(END, marian.tokenizer.size)]
    torch.testing.assert_close(trace["logits"][:, spoken], expected["logits"][:, ids[spoken]], **CLOSE)
    uses = {"self_attn": "self_attention", "encoder_attn": "cross_attention"}
    for layer in range(LAYERS):
        for side in ("encoder", "decoder"):
            theirs = expected[f"model.{side}.layers.{layer}"]
            torch.testing.assert_close(trace[f"{side}.{layer}.feed_forward.norm"], theirs[:, ORDER], **CLOSE)
            for their_use, our_use in uses.items():
                weights = expected.get(f"model.{side}.layers.{layer}.{their_use}.weights")
                if weights is not None:
                    torch.testing.assert_close(trace[f"{side}.{layer}.{our_use}.weights"], weights, **CLOSE)
    silent = trace["logits"].softmax(-1)[:, [PAD, START]]
    assert silent.eq(0).all()


# ---- the vocabulary
@pytest.mark.slow
@settings(max_examples=150)
@given(text=st.text(alphabet=ALPHABET, max_size=25))
def test_both_sides_are_cut_as_by_their_piece_models(marian: Translator, text: str) -> None:
    tokenizer = marian.tokenizer
    known = set(tokenizer.vocabulary[END + 1 :])
    for side, cutting in (("source", tokenizer), ("target", tokenizer.target)):
        cleaned = cutting.normalised(text)
        scores = scores_of([getattr(pair, side) for pair in PAIRS])
        pieces = best_cut(cleaned, scores)
        ids = cutting.encode(text)
        total = sum(scores.get(piece, 0) for piece in pieces)
        own = [tokenizer.token(id) if id != UNKNOWN else None for id in ids]
        expected = [piece if piece in known else None for piece in pieces]
        # Two cuts can be equally probable.
        assert own == expected or sum(scores.get(piece or "", 0) for piece in own) == pytest.approx(total)
        spans = cutting.spans(text)
        assert len(spans) == len(ids)
        assert [begin for begin, _ in spans] == sorted(begin for begin, _ in spans)
        if UNKNOWN not in ids:
            assert tokenizer.decode(ids) == cleaned


def test_what_one_side_lacks_the_other_may_have(marian: Translator) -> None:
    tokenizer = marian.tokenizer
    assert tokenizer.tokens(tokenizer.encode("é")) == ["▁", "é"]  # no English text has it
    assert tokenizer.tokens(tokenizer.encode("中日")) == ["▁", "<unk>"]
    assert set(tokenizer.encode("</s><pad>")) & {PAD, START, END} == set()
    assert tokenizer.decode([START, *tokenizer.target.encode("Il pleut."), END]) == "Il pleut."
    assert tokenizer.encode_target("Il pleut.")[1:-1] == tokenizer.target.encode("Il pleut.")
    assert tokenizer.encode("") == tokenizer.spans("") == []


def test_the_vocabulary_survives_its_file_and_damage_is_one_sentence(marian: Translator, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(marian.tokenizer.to_json(), encoding="utf-8")
    again = load_tokenizer(path)
    assert again.vocabulary == marian.tokenizer.vocabulary
    assert again.encode("The cat") == marian.tokenizer.encode("The cat")
    assert again.target.encode("Le chat") == marian.tokenizer.target.encode("Le chat")
    assert again.merge_ranks == {}
    assert again.pre_tokens("The  cat") == ["▁The", "▁cat"]
    path.write_text(path.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    with pytest.raises(Exception, match="not a readable vocabulary"):
        load_tokenizer(path)


def test_a_piece_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "source.spm"
    path.write_bytes(spm({"a": -1.0}, kind=2))
    with pytest.raises(ModelFolderError, match="not a Unigram model"):
        read_pieces(path)
    path.write_bytes(spm({"a": -1.0})[:-3])
    with pytest.raises(ModelFolderError, match="damaged"):
        read_pieces(path)


@pytest.mark.slow
@settings(max_examples=150)
@given(data=st.data(), charsmap=st.binary(max_size=12))
def test_damage_to_a_piece_model_is_refused_or_does_no_harm(tmp_path_factory, data, charsmap) -> None:
    content = bytearray(spm({"a": -1.0, "▁b": -2.0}, charsmap=charsmap))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "damaged.spm"
    path.write_bytes(bytes(content))
    with contextlib.suppress(ModelFolderError):  # and nothing else
        read_pieces(path).encode("a b")


# ---- several target languages
def test_a_language_is_asked_for_by_a_token(tmp_path: Path) -> None:
    several = import_model(write_marian(tmp_path / "hub" / "en-roa", languages=["fra", "spa"]), tmp_path / "models")
    assert several.languages == ("fra", "spa")
    assert several.card["target_language"] == "fr"
    for translator, token in ((several, ">>fra<<"), (several.into("spa"), ">>spa<<")):
        source = translator.read("The cat drinks tea.")
        assert source.tokens[:2] == (token, "▁The")
        assert several.tokenizer.encode_source(source.text) == list(source.ids)
        assert translator.read(source.text) == source  # pages read what was read again
        assert several.tokenizer.spans(source.text)[:2] == [(0, 7), (8, 11)]
    assert several.into("spa").card["target_language"] == "spa"
    assert several.into("spa").model is several.model
    assert several.into("spa").compiled is several.compiled
    assert several.read("") == several.into("spa").read("")
    with pytest.raises(Exception, match=r"'deu'.*choices are: fra, spa\.$"):
        several.into("deu")


# ---- only what is known
def test_nothing_is_said_about_what_the_model_has_read(marian: Translator) -> None:
    assert marian.card["imported"] == {"from": "opus-mt-en-fr", "architecture": "Marian"}
    assert marian.source_token_counts.sum() == 0
    source = marian.read("WOW 中 THE CAT")
    assert source.text == "WOW 中 THE CAT"
    assert not source.carried.units
    trust = marian.trust(source)
    assert (trust.rare_words, trust.cut_words) == ((), ())
    assert trust.unknown
    assert not trust.counted
    assert marian.trust(marian.read("The cat drinks tea.")).level == "good"
    assert marian.doubts(marian.translate("Xyz 12.")) == ()


def test_any_two_languages_will_do(original: Path, tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "hub" / "opus-mt-fi-ru")
    (folder / "tokenizer_config.json").unlink()
    model, tokenizer, card = read_checkpoint(Checkpoint(folder, "Somebody/opus-mt-fi-ru"))
    assert (card["source_language"], card["target_language"]) == ("fi", "ru")
    assert card["licences"] == {"Somebody/opus-mt-fi-ru": "apache-2.0"}
    save_model(tmp_path / "fi-ru", model, tokenizer, torch.zeros(tokenizer.size), card)
    translator = load(tmp_path / "fi-ru")
    assert translator.translate("The cat drinks tea.").source.ids
    assert translator.translate_text("The cat. The dog.")
    for text in ("Привет, мир!", "你好。我很好。", "مرحبا بالعالم؟", "می‌خواهم"):
        assert translator.read(text).text == text
    with pytest.raises(Exception, match="no sentences in 'fi'"):
        _ = translator.head_means
    translator.card["examples"] = [{"source": "The cat drinks tea.", "target": "?"}]
    assert translator.head_means


# ---- what cannot be read
def refusal(folder: Path) -> str:
    with pytest.raises(ModelFolderError) as found:
        read_checkpoint(Checkpoint(folder, folder.name))
    return str(found.value)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "is_encoder_decoder": False}, "only a decoder"),
        ({"model_type": "m2m_100"}, "M2M100 and NLLB"),
        ({"model_type": "whisper"}, "'whisper'"),
        ({"model_type": ["marian"]}, "can't be read"),
        ({"share_encoder_decoder_embeddings": False}, "separate vocabularies"),
        ({"vocab_size": 9, "decoder_vocab_size": 9}, "belongs to another model"),
        ({"scale_embedding": False}, "√D"),
        ({"encoder_attention_heads": 4}, "attention_heads"),
        ({"decoder_attention_heads": 3, "encoder_attention_heads": 3}, "multiple of heads"),
        ({"d_model": 18}, "asks for"),
        ({"encoder_layers": 1}, "which a Marian model doesn't have"),
        ({"activation_function": "tanh"}, "activation must be"),
        ({"pad_token_id": None}, "which tokens are special"),
    ],
)
def test_another_model_is_refused_in_one_sentence(changes: dict[str, object], told: str, tmp_path: Path) -> None:
    sentence = refusal(write_marian(tmp_path / "other", **changes))
    assert told in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("name", ["config.json", "vocab.json", "source.spm", "target.spm", "model.safetensors"])
def test_half_a_download_is_refused_naming_the_file(name: str, tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "half")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])
    assert name in refusal(folder)
    (folder / name).unlink()
    assert "weights" in refusal(folder) if name == "model.safetensors" else name in refusal(folder)


@pytest.mark.parametrize("side", ["source", "target"])
def test_pieces_of_another_model_are_refused(side: str, tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "other")
    (folder / f"{side}.spm").write_bytes(spm({"ζ": -1.0, "▁η": -2.0, "a": -3.0}))
    assert all(each in refusal(folder) for each in (" 1 of the 3 ", f"{side}.spm", "vocab.json"))


def change_tensors(folder: Path, **changes: Tensor) -> Path:
    path = folder / "model.safetensors"
    save_file({**load_file(path), **changes}, path)
    return folder


def test_tensors_that_follow_from_others_must_agree_with_them(tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "marian")
    tensors = load_file(folder / "model.safetensors")
    table = tensors["model.shared.weight"].clone()
    angles = torch.arange(64)[:, None] / 10_000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
    waves = torch.cat([angles.sin(), angles.cos()], dim=1)
    rest = {"lm_head.weight": table, "model.decoder.embed_positions.weight": waves}
    read_checkpoint(Checkpoint(change_tensors(folder, **rest), "marian"))
    assert "separate embeddings" in refusal(change_tensors(folder, **{"lm_head.weight": table + 1}))
    change_tensors(
        folder, **{"lm_head.weight": table, "model.decoder.embed_positions.weight": waves.flip(0).contiguous()}
    )
    assert "sinusoids" in refusal(folder)


def test_a_pickle_is_read_as_weights_and_nothing_else(original: Path, tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "pickled")
    tensors = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    torch.save(tensors, folder / "pytorch_model.bin")
    model, _, _ = read_checkpoint(Checkpoint(folder, "pickled"))
    same, _, _ = read_checkpoint(Checkpoint(original, "original"))
    assert torch.equal(model.source_embedding.weight, same.source_embedding.weight)
    opened = tmp_path / "opened"
    torch.save({"model.shared.weight": Trap(opened)}, folder / "pytorch_model.bin")
    assert "more than weights" in refusal(folder)
    assert not opened.exists()


class Trap:
    """What a hostile pickle would do: run something when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


# ---- what others write differently
def in_parts(folder: Path, whole: str, write: Callable[[dict[str, Tensor], Path], None]) -> None:
    """The weights in two files, with an index."""
    tensors = list(load_file(folder / "model.safetensors").items())
    (folder / "model.safetensors").unlink()
    stem, kind = whole.split(".")
    found = {}
    for part, own in enumerate((tensors[:9], tensors[9:]), start=1):
        name = f"{stem}-{part:05}-of-00002.{kind}"
        write(dict(own), folder / name)
        found |= dict.fromkeys(dict(own), name)
    (folder / f"{whole}.index.json").write_text(json.dumps({"weight_map": found}))


def apart(folder: Path) -> None:
    """The special ids in the file that newer versions of `transformers` write."""
    config = json.loads((folder / "config.json").read_text())
    special = {name: config.pop(name) for name in ("pad_token_id", "decoder_start_token_id", "eos_token_id")}
    special["eos_token_id"] = [special["eos_token_id"]]
    (folder / "config.json").write_text("\ufeff" + json.dumps(config))
    (folder / "generation_config.json").write_text(json.dumps(special))


def pad_table(folder: Path) -> None:
    """A table with rows for tokens that there are not."""
    tensors, config = load_file(folder / "model.safetensors"), json.loads((folder / "config.json").read_text())
    more = torch.ones(3, WIDTH)
    tensors["model.shared.weight"] = torch.cat([tensors["model.shared.weight"], more])
    tensors["final_logits_bias"] = torch.cat([tensors["final_logits_bias"], more[:, :1].T], dim=1)
    save_file(tensors, folder / "model.safetensors")
    size = config["vocab_size"] + 3
    (folder / "config.json").write_text(json.dumps({**config, "vocab_size": size, "decoder_vocab_size": size}))


def rename_table(folder: Path) -> None:
    """The table under the output's name alone."""
    tensors = load_file(folder / "model.safetensors")
    tensors["lm_head.weight"] = tensors.pop("model.shared.weight")
    save_file(tensors, folder / "model.safetensors")


@pytest.mark.parametrize(
    "change",
    [
        apart,
        pad_table,
        rename_table,
        lambda folder: in_parts(folder, "model.safetensors", save_file),
        lambda folder: in_parts(folder, "pytorch_model.bin", torch.save),
    ],
)
def test_the_same_model_written_differently_is_the_same(change, original, tmp_path) -> None:
    folder = write_marian(tmp_path / original.name)
    change(folder)
    expected, found = (read_checkpoint(Checkpoint(each, "it")) for each in (original, folder))
    assert found[1].vocabulary == expected[1].vocabulary
    for one, other in zip(found[0].parameters(), expected[0].parameters(), strict=True):
        assert torch.equal(one, other)


def test_what_is_missing_is_named_by_its_true_cause(tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "clone")
    in_parts(folder, "model.safetensors", save_file)
    (folder / "model-00002-of-00002.safetensors").unlink()
    assert "model-00002-of-00002.safetensors" in refusal(folder)
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": "../secret.safetensors"}}')
    assert "doesn't say which files" in refusal(folder)
    (folder / "source.spm").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    assert "Git LFS" in refusal(folder)


@pytest.mark.parametrize("licence", ["apache-2.0", "'apache-2.0'", "\n- apache-2.0\n- mit"])
def test_a_licence_is_read_however_it_is_written(licence: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(f"\ufeff---\nlicense: {licence}\nlanguage: en\n---\n", encoding="utf-8")
    assert Checkpoint(tmp_path, "it").licence == "apache-2.0"


def test_typographic_signs_reach_the_piece_model_as_they_are(tmp_path: Path) -> None:
    signs = Pair("“It’s” – here…", "« C’est » – ici… oui")
    translator = import_model(write_marian(tmp_path / "hub" / "signs", pairs=[*PAIRS, signs]), tmp_path / "models")
    source = translator.read(signs.source)
    assert source.text == signs.source
    assert "".join(source.tokens[:-1]).replace("▁", " ").strip() == signs.source
    assert translator.spell("« C’est » – ici…").text == "« C’est » – ici…"


def test_numbers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    folder = write_marian(tmp_path / "marian")
    for number in (float("nan"), 1e6):
        name = "model.encoder.layers.0.fc1.bias"
        assert name in refusal(change_tensors(folder, **{name: torch.full((24,), number)}))
