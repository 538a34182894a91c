"""How many digits of the model's numbers hold: 32 bits beside 64, which `full` of numbers.js goes by."""

import copy

import torch
from shipped_models import shipped_model

from transformer.model.probe import Recorder
from transformer.text.special_tokens import START

SENTENCE = "The old woman reads a book to the children in the garden."


def test_the_digits_that_the_pages_show_of_scores_and_logits_hold() -> None:
    """A head's scores to six digits of the largest, logits to five: off by less than one of the last digit shown."""
    translator = shipped_model("en-fr")
    source = torch.tensor([list(translator.read(SENTENCE).ids)])
    target = torch.tensor([[START, *translator.translate(SENTENCE).hypothesis.tokens[:-1]]])
    found = []
    for model in (translator.model, copy.deepcopy(translator.model).double()):
        recorder = Recorder()
        with torch.inference_mode():
            logits = model.project(model.decode(target, model.encode(source), source, probe=recorder))
        scores = {name: each for name, each in recorder.activations.items() if name.endswith(("scores", "weights"))}
        found.append(scores | {"logits": logits[:, :, None]})
    assert len(found[0]) > 12
    for name, numbers in found[0].items():
        largest = found[1][name].masked_fill(found[1][name].isinf(), 0).abs().amax((-2, -1), keepdim=True).clamp_min(1)
        last_digit = 10.0 ** (torch.log10(largest).floor() - (4 if name == "logits" else 5))
        off = ((numbers - found[1][name]).nan_to_num(0.0).abs() / last_digit).max()
        assert off < 1, name
