"""A short training without validation and files, for the recorded runs that ship with the project."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import torch

from transformer.assets import asset
from transformer.corpora import MixturePart, Pair
from transformer.corpora.encoding import EncodedPair
from transformer.errors import CorpusError
from transformer.model.building import build
from transformer.model.config import ModelConfig
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import START
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus, encode_corpus, learn_vocabulary, read_corpora
from transformer.training.reports import StepReport
from transformer.training.schedule import learning_rate
from transformer.training.steps import steps
from transformer.training.trainer import Trainer

RUNS = asset("runs")
_HELD_OUT_PAIRS = 100


def prepare(name: str, model_config: ModelConfig, untrained: Iterable[Pair] = ()) -> PreparedCorpus:
    """Read a corpus by name or path, without the pairs `untrained`, and learn its vocabulary."""
    plain = read_corpora([MixturePart(name)]).with_pairs_held_out().without(untrained)
    tokenizer = learn_vocabulary(plain.parts, model_config.vocabulary_size)
    corpus = encode_corpus(plain, tokenizer, model_config.max_length, _HELD_OUT_PAIRS)
    if not corpus.training_pairs or not corpus.held_out:
        raise CorpusError(f"The corpus {name!r} has too few pairs to record a run.")
    return corpus


def held_out_pairs(corpus: PreparedCorpus) -> list[EncodedPair]:
    """The held-out pairs of all parts."""
    return [pair for each in corpus.held_out.values() for pair in each.pairs]


def fresh_model(corpus: PreparedCorpus, model_config: ModelConfig, seed: int) -> TranslationModel:
    """An untrained model with the vocabulary's real size, the same for the same seed."""
    torch.manual_seed(seed)
    return build(replace(model_config, vocabulary_size=corpus.tokenizer.size))


def train(model: TranslationModel, corpus: PreparedCorpus, config: TrainingConfig) -> Iterator[StepReport]:
    """Train, yield a report of each step, and leave the model in evaluation mode."""
    batches = make_sampler(corpus, config, model.config.max_length).batches(0, device=next(model.parameters()).device)
    yield from steps(
        Trainer(model, config),
        (batch for _, _, batch in itertools.islice(batches, config.steps)),
        lambda step: learning_rate(step, config, model.config.d_model),
    )
    model.eval()


def frequency_loss(corpus: PreparedCorpus) -> float:
    """Nats per held-out token of a model that knows only token frequencies, with add-one smoothing."""
    counts = Counter(token for pairs, _ in corpus.parts for token in pairs.targets.ids.tolist() if token != START)
    total = sum(counts.values()) + corpus.tokenizer.size
    said = [token for pair in held_out_pairs(corpus) for token in pair.target[1:]]
    return sum(math.log(total / (counts[token] + 1)) for token in said) / len(said)
