"""How a model does on held-out pairs during training."""

from collections.abc import Mapping

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.analysis.evaluation.scores import score_translations
from transformer.decoding.batches import decode_sorted
from transformer.decoding.strategies import Greedy
from transformer.model.translation_model import TranslationModel
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.prepared_corpus import HeldOut
from transformer.training.reports import ValidationReport


def validate(model: TranslationModel, tokenizer: SubwordTokenizer, held_out: Mapping[str, HeldOut]) -> ValidationReport:
    """Loss per token in nats and exact translations of all held-out pairs, and BLEU of each corpus, all greedy.

    Args:
        model: is left in evaluation mode.
        held_out: by the name of the corpus.

    Returns:
        A report without step and time.
    """
    model.eval()
    bleu, losses, tokens, exact, pairs = {}, 0.0, 0, 0.0, 0
    for name, each in held_out.items():
        hypotheses = decode_sorted(model, [pair.source for pair in each.pairs], Greedy())
        translations = [tokenizer.decode(hypothesis.tokens) for hypothesis in hypotheses]
        score = score_translations(translations, each.references)
        bleu[name], exact, pairs = score.bleu, exact + score.exact * score.sentences, pairs + score.sentences
        count = sum(len(pair.target) - 1 for pair in each.pairs)
        losses, tokens = losses + mean_loss(model, each.pairs) * count, tokens + count
    return ValidationReport(0, losses / max(1, tokens), bleu, 0.0, exact / max(1, pairs))
