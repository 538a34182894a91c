"""A translator: reading, translating, tracing."""

import dataclasses
import json
from pathlib import Path

import pandas as pd
import pytest
import torch
from tiny import PAIRS

import transformer
from transformer import Beam, Greedy, Trace, Transformer
from transformer.decoding.compiled.model import CompiledModel
from transformer.decoding.encoded import encode_source
from transformer.decoding.search import Hypothesis
from transformer.decoding.strategies import beam_or_greedy
from transformer.decoding.trace import labels, teacher_force
from transformer.decoding.translation import find_translation
from transformer.edits import parse
from transformer.errors import GlassformerError
from transformer.model.attentions import place
from transformer.model.probe import Recorder
from transformer.text.reader import MAX_CHARACTERS, MAX_SOURCE_TOKENS, SourceReader
from transformer.text.source import Source
from transformer.text.special_tokens import END
from transformer.translator import Translator

STRANGE_TEXTS = [
    "",
    "   ",
    "\n",
    "\x00\x07",
    "a" * 2_000,
    "I love you. " * 200,
    "🙂🙃",
    "שלום עולם",
    "你好",
    "<b>&amp;</b>",
    "one\u2028two\rthree",
    "</s><s><pad>",
    "▁",
    "e\u0301",
    "\ud800",
]


@pytest.mark.parametrize("name", transformer.__all__)
def test_what_the_library_promises_is_there(name: str) -> None:
    assert getattr(transformer, name)


def test_what_was_read_is_taken_in_place_of_a_text(translator: Translator, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "The dog eats bread."
    source = translator.read(text)

    def results(given: str | Source) -> list[object]:
        return [
            *(translator.translate(given), translator.decode(given, Greedy()), translator.score(given, "Le chien.")),
            *(translator.trace(given), translator.compare(given, "causal_off").after.text),
            translator.ablate(given, "causal_off").to_dict(),
        ]

    expected = results(text)
    monkeypatch.setattr(SourceReader, "source", lambda *_: pytest.fail("read again"))
    assert results(source) == expected


@pytest.mark.parametrize("text", STRANGE_TEXTS)
def test_any_text_is_read_translated_traced_and_judged(translator: Translator, text: str) -> None:
    source = translator.read(text)
    assert source.ids[-1] == END
    assert len(source.ids) == len(source.tokens) <= min(MAX_SOURCE_TOKENS, 48)
    assert len(source.text) <= MAX_CHARACTERS
    translation = translator.translate(text, beam=2)
    assert len(translation.text.splitlines()) <= 1
    assert len(translation.tokens) == len(translation.hypothesis.tokens) == len(translation.attention())
    assert (translation.text == "") >= source.empty
    assert all(unit in translation.text for unit in source.carried.units)
    trace = translator.trace(text, "Je ne sais pas.")
    assert torch.isfinite(trace["logits"]).all()
    assert translator.trust(source).words >= 0


def test_a_sentence_all_in_capitals_is_read_in_small_letters(translator: Translator) -> None:
    source = translator.read("I LOVE  YOU.")
    assert source.capitals
    assert source == dataclasses.replace(translator.read("I love you."), capitals=True)
    assert translator.read("I love YOU.") == source
    assert not translator.read("I love the USA.").capitals


def test_what_is_too_long_is_cut_and_says_so(translator: Translator) -> None:
    assert not translator.read("I love you.").cut
    for text in ("a" * 2_000, "I love you. " * 50, " " * 5_000 + "late"):
        assert translator.read(text).cut


def test_translating_is_decoding_by_a_beam_or_greedily(translator: Translator) -> None:
    for beam, strategy in ((1, Greedy(0.6)), (3, Beam(3, 0.6))):
        translated, decoded = translator.translate("I'm tired.", beam, 0.6), translator.decode("I'm tired.", strategy)
        assert translated == dataclasses.replace(decoded, seconds=translated.seconds)
        assert translated.seconds > 0


def test_many_texts_are_translated_as_one_by_one(translator: Translator) -> None:
    texts = ["", *[pair.source for pair in PAIRS[:6]], "🙂", "  "]
    for beam in (1, 3):
        assert translator.translate_all(texts, beam) == [translator.translate(text, beam).text for text in texts]
    assert translator.translate_all([]) == []


@pytest.mark.parametrize("edit", ["zero_head:cross.1.2", "causal_off", "column_softmax:encoder", "close:1"])
def test_many_texts_are_translated_and_traced_under_an_edit_as_one_by_one(translator: Translator, edit: str) -> None:
    texts = ["", *[pair.source for pair in PAIRS[:9]]]
    edited = [translator.translate(text, edit=edit) for text in texts]
    assert translator.translate_all(texts, edit=edit) == [each.text for each in edited]
    for trace, text in zip(translator.trace_all(texts[1:], edit=edit), texts[1:], strict=True):
        _assert_close(trace, translator.trace(text, edit=edit))


@pytest.mark.parametrize("only", [None, ["decoder.*.cross_attention.weights", "encoder.output"], "logits"])
def test_many_texts_are_traced_as_one_by_one(translator: Translator, only, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformer.translating.TRACED_AT_ONCE", 7)
    texts, targets = zip(*PAIRS[:17], strict=True)
    traces = list(translator.trace_all(iter(texts), iter(targets), only))
    for trace, text, target in zip(traces, texts, targets, strict=True):
        alone = translator.trace(text, target)
        kept = [name for name in alone if only is None or name in trace]
        assert list(trace) == kept
        assert len(kept) == {None: len(alone), "logits": 1}.get(only if only is None else str(only), 3)
        _assert_close(trace, alone)
    with pytest.raises(GlassformerError, match="nearest"):
        next(translator.trace_all(texts, only=["decoder.*.wieghts"]))
    for fewer, more in ((texts, targets[:9]), (texts[:9], targets)):
        with pytest.raises(GlassformerError, match="one for each"):
            list(translator.trace_all(fewer, more))


def test_many_pairs_are_scored_as_one_by_one(translator: Translator) -> None:
    scored = translator.score_all(PAIRS[:12], alpha=0.5)
    for found, (text, target) in zip(scored, PAIRS, strict=False):
        alone = translator.score(text, target, alpha=0.5)
        assert found.hypothesis.tokens == alone.hypothesis.tokens == (*translator.spell(target).ids, END)
        logits = torch.log_softmax(translator.trace(text, target)["logits"], dim=-1)
        expected = logits[range(len(logits)), list(alone.hypothesis.tokens)].tolist()
        assert found.hypothesis.log_probabilities == pytest.approx(expected, abs=1e-5)
        assert found.score == pytest.approx(alone.score, abs=1e-5)


def _assert_close(one: Trace, other: Trace) -> None:
    assert (one.source_tokens, one.target_tokens) == (other.source_tokens, other.target_tokens)
    for name, value in one.items():
        torch.testing.assert_close(value, other[name], rtol=1e-4, atol=1e-4, msg=name)


def test_a_trace_is_what_the_model_computed_for_these_tokens(translator: Translator) -> None:
    trace = translator.trace("I'm tired.", "Je suis fatigué.")
    assert trace.source_tokens[-1] == "</s>"
    assert trace.target_tokens[0] == "<s>"
    assert trace.output_tokens[-1] == "</s>"
    assert trace.target_tokens[1:] == trace.output_tokens[:-1]
    source = torch.tensor([translator.tokenizer.encode_source("I'm tired.")])
    target = torch.tensor([translator.tokenizer.encode_target("Je suis fatigué.")[:-1]])
    torch.testing.assert_close(trace["logits"], translator.model(source, target)[0].detach(), rtol=1e-5, atol=1e-5)
    assert len(trace) == len(list(trace)) > 50
    rows, columns = len(trace.target_tokens), len(trace.source_tokens)
    assert trace["decoder.1.cross_attention.weights"].shape == (4, rows, columns)
    with pytest.raises(KeyError, match=r"decoder\.1\.cross_attention"):
        trace["decoder.1.cross_attention.wieghts"]


@pytest.mark.slow
def test_an_edit_is_in_force_in_a_translation_its_trace_and_behind_every_door(translator: Translator) -> None:
    edit = "close:1,keep_kind:encoder"
    by_beam = translator.translate("I'm tired.", beam=2, edit=edit)
    decoded = translator.decode("I'm tired.", Beam(2), edit=parse(edit))
    assert by_beam.hypothesis == decoded.hypothesis != translator.translate("I'm tired.", beam=2).hypothesis
    for trace in (by_beam.trace, translator.trace("I'm tired.", "Je suis fatigué.", edit=edit)):
        assert (trace["encoder.0.self_attention.weights"][..., 1] == 0).all()
        assert (trace["decoder.1.cross_attention.context"] == 0).all()
    watched = Recorder(only=["encoder.0.self_attention.weights"])
    translator.translate("I'm tired.", beam=1, probe=watched, edit=edit)
    assert (watched.activations["encoder.0.self_attention.weights"][..., 1] == 0).all()
    forked = translator.fork(decoded, 1, decoded.hypothesis.tokens[1])
    assert (forked.trace["encoder.0.self_attention.weights"][..., 1] == 0).all()  # in the same world
    assert translator.compare("I'm tired.", edit, beam=2).after.hypothesis == by_beam.hypothesis
    assert translator.translate("", edit=edit).text == ""
    assert torch.equal(translator.trace("Hi.", "a", edit="")["logits"], translator.trace("Hi.", "a")["logits"])


def test_a_token_is_attributed_to_the_words_before_it(translator: Translator) -> None:
    generated = translator.translate("I'm tired.").hypothesis.tokens
    rival = next(token for token in range(4, 100) if token != generated[1])
    table = translator.attribute("I'm tired.", 1, against=rival, method="leave_one_out")
    assert list(table["side"]).count("target") == 2
    question = translator.ask("I'm tired.", 1, rival)
    assert (question.token, question.rival) == (generated[1], rival)
    given = translator.ask("I'm tired.", 1, target="Je suis fatigué.")
    assert translator.tokenizer.decode([*given.prefix[1:], given.token]) in "Je suis fatigué."
    with pytest.raises(GlassformerError, match="nothing to translate"):
        translator.attribute(" ", 0)


def test_frames_name_their_rows_and_columns(translator: Translator) -> None:
    trace = translator.trace("I'm tired.", "Je suis fatigué.")
    source, target, output = map(labels, (trace.source_tokens, trace.target_tokens, trace.output_tokens))
    assert target != list(trace.target_tokens)  # one of them repeats

    def sides(name: str, **options: object) -> tuple[list[str], list[str]]:
        frame = trace.frame(name, **options)
        return list(frame.index), list(frame.columns)

    assert sides("decoder.1.cross_attention.weights", head=1) == (target, source)
    assert sides("decoder.1.cross_attention.weights", head=1, rows="output") == (output, source)
    assert sides("decoder.1.self_attention.scores", head=0) == (target, target)
    assert sides("encoder.0.self_attention.weights", head=3) == (source, source)
    assert sides("decoder.0.cross_attention.key", head=0)[0] == source
    assert sides("decoder.0.cross_attention.query", head=0)[0] == target
    assert sides("encoder.positions")[0] == source
    assert sides("logits")[0] == target
    frame = trace.frame("decoder.1.cross_attention.weights", head=1)
    assert isinstance(frame, pd.DataFrame)
    assert frame.iloc[2, 1] == trace["decoder.1.cross_attention.weights"][1, 2, 1].item()
    assert trace.frame("encoder.order")["layer"].tolist() == [0, 1]
    for head in (None, 4, -1):
        with pytest.raises(ValueError, match="heads"):
            trace.frame("decoder.1.cross_attention.weights", head=head)


@pytest.mark.slow
def test_a_token_that_repeats_has_a_label_of_its_own(translator: Translator, tmp_path: Path) -> None:
    assert labels(["▁the", "▁dog", "▁the", "▁the", "▁dog"]) == ["▁the", "▁dog", "▁the·2", "▁the·3", "▁dog·2"]
    trace = translator.trace("The dog sees the dog and the cat.", "Le chien voit le chien et le chat.")
    names = [name for name in trace if trace[name].dim() < 3 or trace[name].size(0) == 4]
    frames = [trace.frame(name, head=0) for name in names]
    frames += [trace.attention("cross", 0).frame(), translator.translate("the dog the dog").attention()]
    for number, frame in enumerate(frames):
        assert frame.index.is_unique
        assert frame.columns.is_unique
        assert json.loads(frame.to_json())
        frame.to_parquet(tmp_path / f"{number}.parquet")
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / f"{number}.parquet"), frame)


def test_an_attention_brings_its_tokens(translator: Translator) -> None:
    trace = translator.trace("I'm tired.", "Je suis fatigué.")
    for kind, queries, keys in (
        ("encoder", trace.source_tokens, trace.source_tokens),
        ("decoder", trace.target_tokens, trace.target_tokens),
        ("cross", trace.target_tokens, trace.source_tokens),
    ):
        attention = trace.attention(kind, 1)
        assert (attention.queries, attention.keys) == (queries, keys)
        assert attention.weights is trace[f"{place(kind, 1)}.weights"]
        pd.testing.assert_frame_equal(attention.frame(2), trace.frame(f"{place(kind, 1)}.weights", head=2))
        assert attention.frame().iloc[1, 0] == pytest.approx(float(attention.weights[:, 1, 0].mean()))
    with pytest.raises(KeyError, match="nearest"):
        trace.attention("cross", 7)
    with pytest.raises(KeyError, match="encoder, decoder, cross"):
        trace.attention("sideways", 0)


def test_a_text_is_translated_sentence_by_sentence(translator: Translator) -> None:
    sentences = ["The cat drinks water.", "My brother drinks tea!", "We are happy."]
    found = translator.translate_text(" ".join(sentences) + "\n", beam=2)
    alone = [translator.translate(sentence, beam=2) for sentence in sentences]
    assert [each.source.text for each in found] == sentences
    assert [each.hypothesis.tokens for each in found] == [each.hypothesis.tokens for each in alone]
    assert found[1].trace["logits"].shape == alone[1].trace["logits"].shape
    assert translator.translate_text(" \n ") == []
    assert [each.source.text for each in translator.translate_text("Dr. Brown sleeps")] == ["Dr. Brown sleeps"]


@pytest.mark.parametrize("text", ["I love you.", "Do you know?", "I love 🍕.", "🍕", ""])
@pytest.mark.parametrize("beam", [1, 4])
def test_what_was_read_once_is_translated_as_if_it_had_been_read_again(translator, text, beam) -> None:
    encoded = encode_source(translator, translator.read(text))
    found = find_translation(translator, encoded.source, beam_or_greedy(beam, 0.7), encoded=encoded)
    expected = translator.translate(text, beam, 0.7)
    assert found.search == expected.search
    assert (found.text, found.source, found.strategy) == (expected.text, expected.source, expected.strategy)


def test_an_encoded_source_is_not_encoded_again_but_its_time_counts(translator, monkeypatch) -> None:
    encoded = dataclasses.replace(encode_source(translator, translator.read("I love you.")), seconds=1_000.0)
    for home in (Transformer, CompiledModel):
        monkeypatch.setattr(home, "encode", lambda *_, **__: pytest.fail("encoded again"))
    assert find_translation(translator, encoded.source, Beam(2), encoded=encoded).seconds > 1_000


def test_the_decoder_teacher_forced_with_several_at_once_computes_what_whole_passes_do(translator: Translator) -> None:
    long = translator.translate("I love you.").hypothesis.tokens
    several = (long[:1], long, (*long[:2], END))
    layers = range(translator.model.config.decoder_layers)
    encoded = encode_source(translator, translator.read("I love you."))
    for tokens, found in zip(several, teacher_force(translator, encoded, several), strict=True):
        whole = translator.trace("I love you.", Hypothesis(tokens, (0.0,) * len(tokens), 0.0, finished=True))
        assert set(found) == {"logits", *(f"{place('cross', layer)}.weights" for layer in layers)}
        for name, value in found.items():
            torch.testing.assert_close(value, whole[name], rtol=1e-5, atol=1e-5, msg=name)
