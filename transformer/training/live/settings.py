"""The settings for a run of a few minutes, all checked here."""

import math
from dataclasses import dataclass

from transformer.corpora.direction import ENGLISH
from transformer.errors import ConfigError
from transformer.model.config import ModelConfig
from transformer.text.cleaning import clean
from transformer.training.config import TrainingConfig

# Half of the grammar's pairs in each epoch, so that the sentences written by hand have weight.
EVERYDAY_MIXTURE = "everyday-grammar*0.5,everyday-natural"
VOCABULARY = 2_000  # a small output projection makes training much faster
MAX_LENGTH, OWN_LENGTH = 128, 256  # positions of the fresh model; own pairs may be read letter by letter
MAX_TYPED = 300  # characters of a watched sentence
# The smallest and largest value of each setting.
LIMITS: dict[str, tuple[float, float]] = {
    "layers": (1, 4),
    "width": (32, 256),
    "heads": (1, 8),
    "dropout": (0.0, 0.5),
    "peak": (1e-4, 2e-2),
    "minutes": (0.05, 15),
}
_NAMES = {
    "layers": "The number of layers",
    "width": "The width",
    "heads": "The number of heads",
    "dropout": "Dropout",
    "peak": "The learning rate",
    "minutes": "The time in minutes",
}


@dataclass(frozen=True)
class TrainingSettings:
    """One run; the defaults give recognisable French in three minutes on two cores.

    Attributes:
        layers: of the encoder, and of the decoder. width: d_model.
        peak: the largest learning rate. minutes: without pauses and preparation.
        sentence: English, watched while the model learns. reference: its French, for teacher forcing.
        mixture: corpora with weights, see `transformer.corpora.parse_mixture`, or the file of the visitor's own pairs.
        own: whether it is that. reads, writes: the languages, as for `Direction`.
        vocabulary: how many tokens it has at most, but at least every character.
    """

    layers: int = 2
    width: int = 128
    heads: int = 4
    dropout: float = 0.0
    peak: float = 4e-3
    minutes: float = 3.0
    sentence: str = "I did not see the black cat."
    reference: str = "Je n'ai pas vu le chat noir."
    mixture: str = EVERYDAY_MIXTURE
    own: bool = False
    reads: str = ENGLISH
    writes: str = "fr"
    vocabulary: int = VOCABULARY

    def __post_init__(self) -> None:
        """Reject settings with which no run can work."""
        for name, (smallest, largest) in LIMITS.items():
            value = getattr(self, name)
            whole = name in ("layers", "width", "heads")
            kinds = (int,) if whole else (int, float)
            allowed = f"{smallest:g} to {largest:g}"
            if isinstance(value, bool) or not isinstance(value, kinds) or not math.isfinite(value):
                raise ConfigError(f"{_NAMES[name]} must be a {'whole ' if whole else ''}number from {allowed}.")
            if not smallest <= value <= largest:
                raise ConfigError(f"{_NAMES[name]} must be from {allowed}, not {value:g}.")
        if self.width % (2 * self.heads):
            raise ConfigError(
                f"The width ({self.width}) must be a multiple of twice the number of heads ({self.heads}), "
                f"for example {max(1, round(self.width / (2 * self.heads))) * 2 * self.heads}."
            )
        for name, what in (("sentence", "a sentence to watch"), ("reference", "what it should become")):
            value = getattr(self, name)
            if not isinstance(value, str) or not clean(value[:MAX_TYPED]):
                raise ConfigError(f"Type {what}.")
        if not isinstance(self.mixture, str):
            raise ConfigError("The corpora are not named.")

    @property
    def longest(self) -> int:
        """How many positions the fresh model has."""
        return OWN_LENGTH if self.own else MAX_LENGTH

    def model_config(self, vocabulary_size: int) -> ModelConfig:
        """The sizes of the fresh model."""
        return ModelConfig(
            vocabulary_size,
            encoder_layers=self.layers,
            decoder_layers=self.layers,
            d_model=self.width,
            heads=self.heads,
            d_ff=3 * self.width,
            dropout=self.dropout,
            norm="pre",
            max_length=self.longest,
        )

    def training_config(self) -> TrainingConfig:
        """The options of the training; `LiveTraining` sets the number of steps from the time."""
        return TrainingConfig(
            steps=1,
            batch_tokens=1_200,
            optimizer="muon",
            peak=self.peak,
            warmup=100,
            average=1,
            bfloat16=False,
            hasty_share=0.0 if self.own else 0.1,  # in a secret code, every letter counts
        )
