"""What the recorded runs have in common: a small model, the everyday corpus, and a trainer without validations.

Such runs ship with the project as one small file each; a command makes them again.
"""

import math
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from transformer.corpora import Pair, load_pairs, without_held_out
from transformer.corpora.encoding import EncodedPair, encode_pairs
from transformer.errors import CorpusError
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.config import TrainingConfig
from transformer.training.trainer import Listener, Trainer

RUNS = Path(__file__).resolve().parents[2] / "assets" / "runs"
_DEV_PAIRS = 100


@dataclass(frozen=True)
class Material:
    """What a recorded run learns from.

    Attributes:
        tokenizer: learned from the training pairs.
        model_config: with the vocabulary's real size.
        train, dev: encoded pairs; `dev` is a sample of the held-out ones.
    """

    tokenizer: SubwordTokenizer
    model_config: ModelConfig
    train: Sequence[EncodedPair]
    dev: Sequence[EncodedPair]


def prepare(corpus: str, model_config: ModelConfig, held_out: Iterable[Pair] = ()) -> Material:
    """Read a corpus and learn its vocabulary; the pairs held out are not trained on.

    Raises:
        CorpusError: if the corpus cannot be read or holds too little.
    """
    pairs = load_pairs(corpus, "train")
    dev = load_pairs(corpus, "dev") or pairs[::10]  # a corpus of the user's own has no part that is held out
    train = without_held_out(pairs, [*dev, *held_out])
    tokenizer = SubwordTokenizer.train((text for pair in train for text in pair), model_config.vocabulary_size)
    sample = dev[:: max(1, len(dev) // _DEV_PAIRS)][:_DEV_PAIRS]
    longest = model_config.max_length
    encoded = encode_pairs(train, tokenizer, longest), encode_pairs(sample, tokenizer, longest)
    if not all(encoded):
        raise CorpusError(f"The corpus {corpus!r} holds too little to record a run.")
    return Material(tokenizer, replace(model_config, vocabulary_size=tokenizer.size), *encoded)


def fresh_model(material: Material, config: TrainingConfig) -> Transformer:
    """An untrained model: the same one for the same seed."""
    torch.manual_seed(config.seed)
    return Transformer(material.model_config)


def train(model: Transformer, material: Material, config: TrainingConfig, listener: Listener) -> None:
    """Train in this process, without validations and leaving no file behind.

    Raises:
        TrainingError: if the loss is no finite number.
    """
    with tempfile.TemporaryDirectory() as folder:
        only_at_the_end = replace(config, validate_every=config.steps, save_every=config.steps, average=1)
        Trainer(model, material.tokenizer, [(material.train, 1.0)], {}, only_at_the_end, Path(folder), listener).run()


def frequency_loss(material: Material) -> float:
    """Nats per held-out token of a model that knows how frequent each token is and nothing else.

    To be better than that is to have learned something. Each token counts once more than it was seen, so that none is
    impossible.
    """
    counts = Counter(token for pair in material.train for token in pair.target[1:])
    total = sum(counts.values()) + material.model_config.vocabulary_size
    said = [token for pair in material.dev for token in pair.target[1:]]
    return sum(math.log(total / (counts[token] + 1)) for token in said) / len(said)
