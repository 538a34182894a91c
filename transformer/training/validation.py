"""How a model does on held-out pairs during training."""

from collections.abc import Mapping

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.analysis.evaluation.scores import score_translations
from transformer.decoding.batches import decode_sorted
from transformer.decoding.strategies import Greedy
from transformer.model.translation_model import TranslationModel
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.prepared_corpus import HeldOut


def validate(
    model: TranslationModel, tokenizer: SubwordTokenizer, held_out: Mapping[str, HeldOut]
) -> tuple[float, dict[str, float]]:
    """Loss per token in nats over all held-out pairs, and greedy BLEU of each corpus.

    Args:
        model: is left in evaluation mode.
        held_out: by the name of the corpus.
    """
    model.eval()
    bleu, losses, tokens = {}, 0.0, 0
    for name, each in held_out.items():
        hypotheses = decode_sorted(model, [pair.source for pair in each.pairs], Greedy())
        translations = [tokenizer.decode(hypothesis.tokens) for hypothesis in hypotheses]
        bleu[name] = score_translations(translations, each.references).bleu
        count = sum(len(pair.target) - 1 for pair in each.pairs)
        losses, tokens = losses + mean_loss(model, each.pairs) * count, tokens + count
    return losses / max(1, tokens), bleu
