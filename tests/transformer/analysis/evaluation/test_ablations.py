"""What edits cost is measured as an untouched model is, and kept with the fingerprint of the weights."""

import dataclasses

import pytest
import torch
import torch.nn.functional as F
from tiny import PAIRS
from tiny_reader import TinyReader

from transformer.analysis.evaluation.ablations import (
    Ablations,
    Cost,
    HeldOutCorpus,
    Pruning,
    count_steps,
    gradient_importance,
    measure_ablations,
    measure_edited_loss,
    pruning_points,
    spare_interval,
    sweep,
    translate_edited,
)
from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.analysis.evaluation.scores import bleu_from_counts, score_translations, sentence_counts
from transformer.corpora.encoding import encode_pairs
from transformer.decoding.greedy import greedy
from transformer.edits import Edit, parse
from transformer.edits.laboratory import measured_edits
from transformer.model.probe import intervene
from transformer.translator import Translator


@pytest.fixture(scope="module")
def reader(tiny_tokenizer) -> TinyReader:
    return TinyReader(tiny_tokenizer, "pre")


@pytest.fixture(scope="module")
def held_out(reader: TinyReader) -> HeldOutCorpus:
    return HeldOutCorpus.of(reader, "tiny", "dev", PAIRS[:4])


def test_the_untouched_model_loses_what_it_always_does(reader: TinyReader, held_out: HeldOutCorpus) -> None:
    expected = mean_loss(reader.model, encode_pairs(PAIRS[:4], reader.tokenizer, 48))
    assert measure_edited_loss(reader, held_out, Edit()) == pytest.approx(expected, rel=1e-6)
    (found,) = greedy(reader.model, [held_out.sources[3].ids])
    assert translate_edited(reader, held_out.sources, Edit())[3] == reader.tokenizer.decode(found.tokens)


@pytest.mark.slow
@pytest.mark.parametrize("written", ["zero_head:cross.1.2", "causal_off", "column_softmax:encoder", "padding_off:2"])
def test_no_batch_changes_what_an_edit_costs(reader: TinyReader, held_out: HeldOutCorpus, written: str) -> None:
    edit = parse(written)
    together = measure_edited_loss(reader, held_out, edit)
    alone = [
        dataclasses.replace(held_out, sources=(source,), targets=(target,))
        for source, target in zip(held_out.sources, held_out.targets, strict=True)
    ]
    tokens = [len(target) - 1 for target in held_out.targets]
    losses = [measure_edited_loss(reader, each, edit) * count for each, count in zip(alone, tokens, strict=True)]
    assert together == pytest.approx(sum(losses) / sum(tokens), rel=1e-9)
    assert together != pytest.approx(measure_edited_loss(reader, held_out, Edit()), rel=1e-6)
    texts = translate_edited(reader, held_out.sources, edit)
    assert texts[:2] == [translate_edited(reader, [source], edit)[0] for source in held_out.sources[:2]]


def test_importance_is_the_derivative_of_the_loss_by_a_heads_switch(
    reader: TinyReader, held_out: HeldOutCorpus
) -> None:
    def loss(head: int, switch: float, index: int) -> float:
        factors = torch.ones(4, dtype=torch.float64)
        factors[head] = switch
        probe = intervene({"decoder.1.cross_attention.context": lambda context: context * factors[:, None, None]})
        source, target = torch.tensor([held_out.sources[index].ids]), torch.tensor([held_out.targets[index]])
        logits = reader.model(source, target[:, :-1], probe)
        return float(F.cross_entropy(logits[0], target[0, 1:], reduction="sum"))

    def derivative(head: int, index: int) -> float:
        return abs(loss(head, 1 + 1e-5, index) - loss(head, 1 - 1e-5, index)) / 2e-5

    found = gradient_importance(reader, [held_out])
    assert len(found) == 28
    sums = torch.tensor([sum(derivative(head, index) for index in range(4)) for head in range(4)])
    expected = (sums / sums.norm()).tolist()
    assert [found[f"cross.1.{head}"] for head in range(4)] == pytest.approx(expected, rel=1e-4)


@pytest.mark.slow
def test_everything_is_measured_once(tiny_tokenizer) -> None:
    reader = TinyReader(tiny_tokenizer, "pre", max_length=12, heads=2, encoder_layers=1, decoder_layers=1)
    short = HeldOutCorpus.of(reader, "tiny", "dev", [pair for pair in PAIRS if len(pair.source) < 12][:1])
    steps: list[str] = []
    measured = measure_ablations(reader, [short], steps.append)
    assert len(steps) == count_steps(reader)
    written = [edit.written for edits in measured_edits(reader.model.config).values() for edit in edits]
    assert [edit for costs in measured.edits.values() for edit in costs] == written
    assert len(written) == len(set(written))
    by_loss = next(each for each in measured.prunings if each.order == "loss")
    costs = measured.edits["zero_head"]
    losses = [costs[f"zero_head:{head}"].loss for head in by_loss.removed]
    assert losses == sorted(losses)
    assert by_loss.kept == (6, 5, 4, 3, 2, 1, 0)
    assert by_loss.bleu[0][0] == measured.untouched.bleu[0]
    table = measured.frame().set_index("edit")
    assert table.loc["zero_head:cross.0.1", "loss_change"] == pytest.approx(
        costs["zero_head:cross.0.1"].loss[0] - measured.untouched.loss[0]
    )


def test_heads_are_spare_until_a_point_of_bleu_is_lost() -> None:
    pruning = Pruning(
        "loss", None, tuple("abcdefgh"), (8, 6, 4, 2, 0), ((50.0, 50.2, 49.1, 48.9, 3.0), (9.0, 1.0) * 2 + (0.0,))
    )
    measured = Ablations("", (("a", "dev", 1), ("b", "dev", 1)), Cost((1.0, 1.0), (50.0, 9.5)), {}, (pruning,))
    assert measured.spare_heads(pruning) == (4, 0)
    assert pruning_points(44) == [*range(9), 12, 16, 20, 24, 28, 32, 36, 40, 44]
    assert pruning_points(5) == [0, 1, 2, 3, 4, 5]


def test_bleu_follows_from_the_counts_of_its_sentences() -> None:
    references = [pair.target for pair in PAIRS]
    translations = [" ".join(text.split()[at % 3 :]) + " ." for at, text in enumerate(references)]
    counts = sentence_counts(translations, references)
    for chosen in (range(len(PAIRS)), [0, 0, 3], [1, 2]):
        expected = score_translations([translations[at] for at in chosen], [references[at] for at in chosen]).bleu
        assert bleu_from_counts(counts[list(chosen)].sum(axis=0)) == pytest.approx(expected, abs=0.005)


def test_other_sentences_spare_other_heads() -> None:
    good = sentence_counts([pair.target for pair in PAIRS], [pair.target for pair in PAIRS])
    bad = sentence_counts(["nothing"] * len(PAIRS), [pair.target for pair in PAIRS])
    mixed = good.copy()
    mixed[0] = bad[0]  # without these heads one sentence is lost: unless it is drawn, they can go
    assert spare_interval([good, mixed, bad], (6, 4, 0)) == (0, 2)
    assert spare_interval([good, good, bad], (6, 4, 0)) == (2, 2)


def test_a_sweep_translates_a_corpus_under_each_edit(translator: Translator) -> None:
    pairs, edits = PAIRS[:8], ["zero_head:cross.1.2", parse("close:1")]
    table = sweep(translator, iter(pairs), edits)
    assert list(table["edit"]) == ["", "zero_head:cross.1.2", "close:1"]
    untouched = [translator.translate(pair.source, 1).text for pair in pairs]
    for row, edit in zip(table.itertuples(), ["", *edits], strict=True):
        texts = [translator.translate(pair.source, 1, edit=edit).text for pair in pairs]
        assert row.bleu == score_translations(texts, [pair.target for pair in pairs]).bleu
        assert row.changed == sum(one != other for one, other in zip(texts, untouched, strict=True))
