"""The lines of Python next to Bahdanau's attention."""

from viewer.pictures.before.snippet import Snippet

SNIPPET = Snippet(
    "the weights of Bahdanau’s attention",
    """\
import torch, transformer

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩, ⟨target⟩)
attention = model.model.look_back
before = torch.cat([trace["encoder.start"][None], trace["decoder.forward.state"][:-1]])  # s_{i-1}, (T, H)
states = attention.query_projection(before)  # W s, (T, A)
words = attention.key_projection(trace["encoder.output"])  # U h, (S, A)
energies = attention.energy(torch.tanh(states[:, None] + words)).squeeze(-1)  # vᵀ tanh(…), (T, S)
result = energies.softmax(dim=-1)
""",
)
