"""The lines that repeat an experiment of a case; the browser fills in the words in brackets."""

SNIPPET = """\
import transformer

model = transformer.load(⟨model⟩)
sentence, written = ⟨sentence⟩, ⟨prefix⟩
edit = ⟨edit⟩
found = model.decode(sentence, transformer.Greedy(), prefix=written, edit=edit)
step = ⟨step⟩  # before it chooses
shares = found.trace["logits"][step].softmax(dim=-1)
tokens = model.tokenizer.tokens(range(len(shares)))
result = {rival: float(shares[tokens.index(rival)]) for rival in ⟨rivals⟩}
looks = found.trace["decoder.⟨layer⟩.cross_attention.weights"][⟨head⟩, step]  # one weight for each source token
"""
