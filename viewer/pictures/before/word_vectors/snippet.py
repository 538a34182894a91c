"""The lines of Python next to one step; the browser fills in the words of the step."""

from viewer.pictures.before.snippet import Snippet

SNIPPET = Snippet(
    "errors, and products after the step",
    """\
import torch
from pathlib import Path
from transformer.training.word_vectors.vectors import load_vectors

words = load_vectors(Path(⟨model⟩))
read = torch.tensor([words.index(word) for word in ⟨sentence⟩.split()])  # what predicts
asked = torch.tensor([words.index(word) for word in ⟨target⟩.split()])  # the true word first
h, u = words.vectors[read].mean(dim=0), words.output[asked]
error = torch.sigmoid(u @ h)
error[0] -= 1  # only the first is true
of_h = (error @ u).expand(len(read), -1)
v_after = words.vectors.index_add(0, read, of_h, alpha=-⟨rate⟩)
u_after = words.output.index_add(0, asked, error.unsqueeze(1) * h, alpha=-⟨rate⟩)
result = torch.stack([error, u_after[asked] @ v_after[read].mean(dim=0)])
""",
)
