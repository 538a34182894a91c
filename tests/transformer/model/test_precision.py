"""How many digits of the model's numbers hold: 32 bits beside 64, which `full` of numbers.js goes by."""

import torch

import transformer
from transformer.measures.order import in_float64
from transformer.model.probe import Recorder

SENTENCE = "The old woman reads a book to the children in the garden."


def test_numbers_are_off_by_about_a_millionth_of_the_largest_beside_them() -> None:
    translator = transformer.load("en-fr")
    ids = translator.read(SENTENCE).ids
    found = []
    for model in (translator.model, in_float64(translator.model)):
        recorder = Recorder()
        with torch.inference_mode():
            model.encode(torch.tensor([list(ids)]), probe=recorder)
        found.append(recorder.activations)
    off = {
        name: float((numbers - found[1][name]).abs().max() / found[1][name].abs().max())
        for name, numbers in found[0].items()
        if name.endswith(("query", "key", "value", "weights", "residual", "hidden", "norm", "output"))
    }
    assert len(off) > 40
    assert max(off.values()) < 2e-6
    # Nine digits, which a 32-bit number can be written with, would be false from the eighth on.
    assert max(off.values()) > 1e-8
