"""The lines of Python next to the gradients."""

from viewer.pictures.before.snippet import Snippet

SNIPPET = Snippet(
    "each loss’s gradient with respect to each word",
    """\
import torch, transformer

model = transformer.load(⟨model⟩)
read = []  # the vectors that the encoder reads
def watch(vectors):
    read.append(vectors.detach().requires_grad_())
    return read[0]
source = torch.tensor([model.read(⟨sentence⟩).ids])
target = torch.tensor([model.tokenizer.encode_target(⟨target⟩)[:31]])  # <s> and 30 tokens
logits = model.model(source, target[:, :-1], transformer.intervene({"encoder.input": watch}))[0]
losses = torch.nn.functional.cross_entropy(logits, target[0, 1:], reduction="none")
felt = [torch.autograd.grad(loss, read, retain_graph=True)[0][0] for loss in losses]
result = torch.stack([each.norm(dim=-1) for each in felt])
""",
)
