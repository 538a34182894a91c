"""Sizes and options of a recurrent translator: frozen, validated, and saved with the weights."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from transformer.errors import ConfigError
from transformer.model.config import check_size, from_fields

LookingBack = Literal["none", "additive", "dot"]
LOOKING_BACK: tuple[LookingBack, ...] = get_args(LookingBack)
ARCHITECTURE = "recurrent"  # under "architecture" in config.json; a Transformer's configuration has no such field


@dataclass(frozen=True)
class RecurrentConfig:
    """Every size and option that decides which function a recurrent encoder-decoder computes.

    Attributes:
        vocabulary_size: rows of the embedding table, shared by source, target and output projection.
        embedding_size: numbers of a word vector (m in Bahdanau et al. 2015).
        encoder_size: numbers of a state of the encoder (n), in each direction.
        decoder_size: numbers of a state of the decoder.
        attention: "none", the decoder gets only the encoder's last state (Cho et al. 2014, Sutskever et al. 2014);
            "additive", it looks back at every word (Bahdanau et al. 2015); "dot", the same, with products instead of a
            small network (Luong et al. 2015).
        attention_size: width of the additive attention's hidden layer.
        backwards: without attention, whether the source is read from its end to its beginning (Sutskever et al. 2014,
            section 3.3). With attention, it is always read in both directions.
        dropout: probability with which training zeroes a number of a word vector or of the readout.
        max_length: the longest sequence in tokens.
    """

    vocabulary_size: int
    embedding_size: int = 256
    encoder_size: int = 256
    decoder_size: int = 400
    attention: LookingBack = "additive"
    attention_size: int = 256
    backwards: bool = False
    dropout: float = 0.2
    max_length: int = 256

    def __post_init__(self) -> None:
        """Reject sizes with which no network can be built.

        Raises:
            ConfigError: naming the field, its value and the rule it breaks.
        """
        sizes = ("vocabulary_size", "embedding_size", "encoder_size", "decoder_size", "attention_size", "max_length")
        for name in sizes:
            check_size(name, getattr(self, name))
        if self.attention not in LOOKING_BACK:
            raise ConfigError(f"attention must be one of {', '.join(LOOKING_BACK)}, not {self.attention!r}.")
        if not isinstance(self.backwards, bool):
            raise ConfigError(f"backwards must be true or false, not {self.backwards!r}.")
        if self.backwards and self.looks_back:
            raise ConfigError("backwards is for a model without attention: one with it reads in both directions.")
        if not 0 <= self.dropout < 1:
            raise ConfigError(f"dropout must be at least 0 and below 1, not {self.dropout!r}.")

    @property
    def looks_back(self) -> bool:
        """Whether the decoder looks at every word of the source, and not just at one vector."""
        return self.attention != "none"

    @property
    def context_size(self) -> int:
        """How many numbers the decoder gets from the source at a step: from both directions with attention."""
        return 2 * self.encoder_size if self.looks_back else self.encoder_size

    @property
    def d_model(self) -> int:
        """The width for the paper's learning rate: that of a decoder state."""
        return self.decoder_size

    def to_dict(self) -> dict[str, Any]:
        """The plain form that `from_dict` reads and `config.json` contains."""
        return {"architecture": ARCHITECTURE, **asdict(self)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "RecurrentConfig":
        """The configuration written by `to_dict`.

        Raises:
            ConfigError: for a field that is missing, unknown or out of range.
        """
        given = {name: value for name, value in values.items() if name != "architecture"}
        return from_fields(cls, given)


# As many parameters as the shipped Transformer, within one per cent.
RECURRENT_PRESETS: dict[str, RecurrentConfig] = {
    "gru": RecurrentConfig(5_000, encoder_size=440, decoder_size=440, attention="none"),
    "gru-backwards": RecurrentConfig(5_000, encoder_size=440, decoder_size=440, attention="none", backwards=True),
    "bahdanau": RecurrentConfig(5_000),
    "luong": RecurrentConfig(5_000, attention="dot"),
}
