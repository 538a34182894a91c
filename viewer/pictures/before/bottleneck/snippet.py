"""The lines of Python next to the vector that is passed on."""

from viewer.pictures.before.snippet import Snippet

SNIPPET = Snippet(
    "what is left of each word in the vector handed over",
    """\
import torch, transformer

model = transformer.load(⟨model⟩)
source = torch.tensor([model.read(⟨sentence⟩).ids])
whole = model.model.encode(source).states[0, 0]  # one vector, however long the sentence
left = []
for word in range(source.size(1)):
    blank = torch.ones(source.size(1), 1)
    blank[word] = 0
    probe = transformer.intervene({"encoder.input": lambda vectors: vectors * blank})
    without = model.model.encode(source, probe).states[0, 0]
    left.append((without - whole).norm() / whole.norm())
result = torch.stack(left)
""",
)
