"""The lines that repeat a case's last experiment for every sentence; the browser fills in the words in brackets."""

SNIPPET = """\
import transformer
from transformer.analysis.cases.ranking import find_halt, next_logits
from transformer.edits import parse

model, rivals = transformer.load(⟨model⟩), ⟨rivals⟩
cut = parse(⟨edit⟩).probe(model)
result = {}
for sentence in ⟨sentences⟩:
    halt = find_halt(model.decode(sentence, transformer.Greedy()), rivals)  # before it chooses
    shares = [next_logits(model.model, halt, probe).softmax(dim=-1) for probe in (None, cut)]
    result[sentence] = [each[list(halt.ids)].tolist() for each in shares]  # as it is, and without the heads
"""
