"""A model for CTranslate2 (https://opennmt.net/CTranslate2), the engine that many translation servers run."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import numpy as np
import torch
from torch import nn

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, default_max_length
from transformer.errors import GlassformerError
from transformer.model.attention import MultiHeadAttention
from transformer.model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END, SPECIAL_TOKENS, START, UNKNOWN
from transformer.text.tokenizer import SubwordTokenizer
from transformer.translator import Translator

MISSING = "CTranslate2 is not installed: pip install ctranslate2."


def write_ctranslate2(model: Transformer, tokenizer: SubwordTokenizer, folder: Path) -> None:
    """Write a folder that `ctranslate2.Translator` opens, weights in 32 bits; it reads and writes tokens as text."""
    specs = _engine().specs
    if folder.exists():
        raise GlassformerError(f"{folder} already exists: choose a different folder, or delete it.")
    config = model.config
    spec = specs.TransformerSpec.from_config(
        (config.encoder_layers, config.decoder_layers),
        config.heads,
        pre_norm=config.norm == "pre",
        activation=specs.Activation[config.activation.upper()],
    )
    _fill_encoder(spec.encoder, model)
    _fill_decoder(spec.decoder, model)
    for register in (spec.register_source_vocabulary, spec.register_target_vocabulary):
        register(list(tokenizer.vocabulary))
    spec.config.unk_token, spec.config.eos_token = SPECIAL_TOKENS[UNKNOWN], SPECIAL_TOKENS[END]
    spec.config.bos_token = spec.config.decoder_start_token = SPECIAL_TOKENS[START]
    spec.config.layer_norm_epsilon = nn.LayerNorm(1).eps
    spec.validate()
    spec.optimize()
    try:
        folder.mkdir(parents=True)
        spec.save(str(folder))
    except OSError as error:
        raise GlassformerError(f"{folder} cannot be written: {error.strerror or error}.") from error


class CTranslate2Engine:
    """A folder that `write_ctranslate2` wrote, as a decoder of token ids.

    Args:
        folder: of the exported model. model: the original, for its limits. tokenizer: its vocabulary.
        threads: cores to use. precision: "float32" or "int8".
    """

    def __init__(
        self,
        folder: Path,
        model: Transformer,
        tokenizer: SubwordTokenizer,
        threads: int = 1,
        precision: str = "float32",
    ) -> None:
        self.model, self.tokenizer = model, tokenizer
        try:
            self.engine = _engine().Translator(str(folder), compute_type=precision, intra_threads=threads)
        except (RuntimeError, ValueError) as error:
            raise GlassformerError(f"CTranslate2 cannot open {folder}: {error}.") from error

    def decode(
        self, sources: Sequence[Sequence[int]], beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA
    ) -> list[tuple[int, ...]]:
        """Translate many sources, sorted by length and in batches.

        Its beam search differs from ours: it ends when the best hypothesis has ended, and divides by length^α, so a
        beam wider than 1 can find other translations.

        Args:
            sources: ids of each, END included.

        Returns:
            Ids of each translation, without END.
        """
        if not sources:
            return []
        longest = max(default_max_length(self.model, len(ids)) for ids in sources)
        results = self.engine.translate_batch(
            [self.tokenizer.tokens(ids) for ids in sources],
            beam_size=beam,
            length_penalty=alpha,
            max_decoding_length=longest,
            max_batch_size=64,
            max_input_length=0,
        )
        return [tuple(self.tokenizer.ids[token] for token in each.hypotheses[0]) for each in results]


class EngineTranslator:
    """Translates texts like a translator, with CTranslate2 as the decoder.

    Args:
        translator: of the model. threads: cores to use.
    """

    def __init__(self, translator: Translator, threads: int = 1) -> None:
        self.translator, self.card, self.read = translator, translator.card, translator.read
        with TemporaryDirectory(prefix="glassformer-") as folder:  # it reads the weights once and then needs no files
            exported = Path(folder) / "model"
            write_ctranslate2(translator.model, translator.tokenizer, exported)
            self.engine = CTranslate2Engine(exported, translator.model, translator.tokenizer, threads)

    def translate_all(self, texts: Sequence[str], beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> list[str]:
        """One translation for each text, an empty one for an empty text; see `CTranslate2Engine.decode`."""
        sources = [self.translator.read(text) for text in texts]
        decoded = iter(self.engine.decode([source.ids for source in sources if not source.empty], beam, alpha))
        said = ("" if source.empty else self.translator.tokenizer.decode(next(decoded)) for source in sources)
        return [source.carried.put_back(text) for source, text in zip(sources, said, strict=True)]


def _engine() -> Any:
    try:
        import ctranslate2
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    return ctranslate2


def _fill_encoder(spec: Any, model: Transformer) -> None:
    spec.embeddings[0].weight = _numbers(model.source_embedding.weight)
    spec.position_encodings.encodings = _numbers(model.positions.table)
    _fill_norm(spec, model.encoder_norm)
    for into, layer in zip(spec.layer, cast(Iterable[EncoderLayer], model.encoder_layers), strict=True):
        _fill_self_attention(into.self_attention, layer.self_attention, layer.self_attention_add)
        _fill_feed_forward(into.ffn, layer.feed_forward, layer.feed_forward_add)


def _fill_decoder(spec: Any, model: Transformer) -> None:
    spec.embeddings.weight = _numbers(model.target_embedding.weight)
    spec.position_encodings.encodings = _numbers(model.positions.table)
    spec.projection.weight = _numbers(model.output_projection.weight)
    if model.config.output_bias:
        spec.projection.bias = _numbers(model.output_projection.bias)
    _fill_norm(spec, model.decoder_norm)
    for into, layer in zip(spec.layer, cast(Iterable[DecoderLayer], model.decoder_layers), strict=True):
        _fill_self_attention(into.self_attention, layer.self_attention, layer.self_attention_add)
        _fill_cross_attention(into.attention, layer.cross_attention, layer.cross_attention_add)
        _fill_feed_forward(into.ffn, layer.feed_forward, layer.feed_forward_add)


def _fill_self_attention(spec: Any, attention: MultiHeadAttention, around: AddAndNorm) -> None:
    """Queries, keys and values from one matrix, then the output's."""
    projections = (attention.query_projection, attention.key_projection, attention.value_projection)
    _fill_linear(spec.linear[0], *projections)
    _fill_linear(spec.linear[1], attention.output_projection)
    _fill_norm(spec, around.norm)


def _fill_cross_attention(spec: Any, attention: MultiHeadAttention, around: AddAndNorm) -> None:
    """Queries on their own, because they come from the target; keys and values from one matrix; then the output's."""
    _fill_linear(spec.linear[0], attention.query_projection)
    _fill_linear(spec.linear[1], attention.key_projection, attention.value_projection)
    _fill_linear(spec.linear[2], attention.output_projection)
    _fill_norm(spec, around.norm)


def _fill_feed_forward(spec: Any, feed_forward: FeedForward, around: AddAndNorm) -> None:
    _fill_linear(spec.linear_0, feed_forward.expand)
    _fill_linear(spec.linear_1, feed_forward.contract)
    _fill_norm(spec, around.norm)


def _fill_linear(spec: Any, *layers: nn.Linear) -> None:
    spec.weight = _numbers(torch.cat([layer.weight for layer in layers]))
    spec.bias = _numbers(torch.cat([layer.bias for layer in layers]))


def _fill_norm(spec: Any, norm: nn.Module) -> None:
    if isinstance(norm, nn.LayerNorm):  # a post-norm stack has no norm at its top
        spec.layer_norm.gamma, spec.layer_norm.beta = _numbers(norm.weight), _numbers(norm.bias)


def _numbers(weights: torch.Tensor) -> np.ndarray:
    return weights.detach().float().cpu().numpy()
