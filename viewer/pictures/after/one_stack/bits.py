"""Fewer bits: the visitor's sentence by one stack with rounded weights, and what that costs on captions."""

from transformer.analysis.measures.bits import FEWER, BitsScores, bits_of, with_bits
from transformer.analysis.measures.predecessors import ONE_STACK
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.model.measurements import load_measurement
from viewer.app.budget import within_budget
from viewer.pictures.after.one_stack.square import one_stack
from viewer.pictures.before.history.history import payload_of, step
from viewer.pictures.before.models import translate_greedily
from viewer.transport.payload import Payload

BEYOND = 10  # tokens more than the stored model’s translation has: with few bits it repeats itself


@within_budget
def payload(sentence: str) -> Payload:
    """Translations of a sentence with fewer and fewer bits, and where they differ from the stored model's.

    Raises:
        GlassformerError: if the model is missing or of the wrong kind.
    """
    translator, measured = one_stack(), load_measurement(ONE_STACK, BitsScores)
    rows, of = ({row.bits: row for row in measured.rows}, measured.captions) if measured else ({}, 0)
    stored, beside = bits_of(translator), translate_greedily(ONE_STACK, sentence)
    options = SearchOptions(max_length=len(beside.tokens) + BEYOND)
    texts = {stored: beside.text}
    for bits in () if beside.source.empty else FEWER:
        found = Greedy().search(with_bits(translator, bits).model, [beside.source.ids], options)[0].best
        texts[bits] = translator.write(beside.source, found.tokens)
    ideas = {
        stored: "As it’s stored, with which the others are compared.",
        **{bits: f"Each number is one of {2**bits}, evenly spaced." for bits in FEWER},
    }
    steps = []
    for bits in sorted({*texts, *rows}, reverse=True):
        row, idea = rows.get(bits), ideas.get(bits, "As it was trained: these weights aren’t stored, only their score.")
        costs = f"{row.changed} captions in {of} differ." if row and bits != stored else ""
        compared = [texts[stored] if bits in texts else ""]
        steps.append(step(f"{bits} bits", "", idea, costs, row, [texts.get(bits, "")], compared))
    return payload_of([sentence], steps)
