"""One word in several sentences: the table's row for all of them, then what the trace of each sentence has there."""

import pytest
import torch

from transformer import Translator
from transformer.analysis.measures.in_context import cosines_by_layer, vector_names, vectors_in_context
from transformer.analysis.measures.stream import stream


def test_behind_each_layer_stands_the_stream_of_the_trace(translator: Translator) -> None:
    sentence = "The dog eats bread."
    found = vectors_in_context(translator, sentence, "DOG")
    assert found is not None
    trace = translator.trace(sentence)
    at = [place for place, token in enumerate(trace.source_tokens) if token.strip("▁") in ("d", "og", "dog", "do", "g")]
    behind_layers = stream(trace, "encoder")[2::2][: translator.model.config.encoder_layers]
    expected = torch.stack([trace["encoder.embedding"], *behind_layers])[:, at].mean(dim=1)
    torch.testing.assert_close(found, expected)
    assert len(vector_names(translator.model)) == len(found)


def test_the_row_of_the_table_is_the_same_in_every_sentence(translator: Translator) -> None:
    both = [vectors_in_context(translator, text, "dog") for text in ("The dog eats bread.", "I have a dog.")]
    alike = cosines_by_layer(torch.stack([each for each in both if each is not None]))
    assert float(alike[0, 0, 1]) == pytest.approx(1)
    assert all(float(layer[0, 1]) < 1 - 1e-4 for layer in alike[1:])
    torch.testing.assert_close(alike.diagonal(dim1=1, dim2=2), torch.ones(len(alike), 2))


@pytest.mark.parametrize("text", ["", "The cat drinks water.", "The cat drinks water and " * 60 + "the dog"])
def test_a_word_that_is_not_read_has_no_vector(translator: Translator, text: str) -> None:
    assert vectors_in_context(translator, text, "dog") is None
