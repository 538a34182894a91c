"""Looking at one sentence: losses against the model's own loss, attention against the trace, and limits."""

import torch
from tiny import tiny_model

from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.model.loss import translation_loss
from transformer.text.special_tokens import END, START
from transformer.training.live.watched_sentence import encode_watched_sentence, take_snapshot


def test_the_losses_are_those_of_training_and_the_weights_those_of_the_reference(tiny_tokenizer) -> None:
    model = tiny_model(seed=4, vocabulary_size=tiny_tokenizer.size, max_length=48)
    watched = encode_watched_sentence("The cat drinks water.", "Le chat boit de l'eau.", tiny_tokenizer, 40)
    taken = take_snapshot(ModelWithVocabulary(model, tiny_tokenizer), watched, 7, 1.5)
    assert (taken.step, taken.seconds) == (7, 1.5)
    summed = translation_loss(model, torch.tensor([watched.source]), torch.tensor([watched.target]))
    torch.testing.assert_close(torch.tensor(taken.losses.sum()), summed.detach())
    assert taken.weights.shape == (2, 4, len(watched.target) - 1, len(watched.source))
    assert abs(taken.weights.sum(axis=-1) - 1).max() < 1e-5


def test_long_sentences_are_cut_and_still_end(tiny_tokenizer) -> None:
    watched = encode_watched_sentence("The cat. " * 50, "Le chat. " * 50, tiny_tokenizer, 12)
    assert (len(watched.source), len(watched.target), watched.cut) == (12, 13, True)
    assert (watched.source[-1], watched.target[0], watched.target[-1]) == (END, START, END)
    assert not encode_watched_sentence("The cat.", "Le chat.", tiny_tokenizer, 40).cut
