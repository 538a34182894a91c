"""Marian's models (Junczys-Dowmunt et al. 2018, arXiv 1804.00344), as `transformers` stores them.

They are the paper's post-norm Transformer with swish or ReLU and an output bias. Two things are in another order:

- Their sinusoids are all sines, then all cosines; ours alternate. So the columns of everything D wide are permuted.
- Their ids are `</s>` 0, `<unk>` 1, and `<pad>` last, which also starts the decoder; ours are `<pad>`, `<unk>`, `<s>`,
  `</s>`, then the rest. So rows are permuted, and `<s>` gets a copy of `<pad>`'s row. Neither is ever written: their
  biases forbid it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from tokenizers import Tokenizer
from torch import Tensor

from transformer.errors import ConfigError, ModelFolderError
from transformer.model.blueprint import Undrawn, blueprint
from transformer.model.config import ModelConfig
from transformer.model.importing.checkpoint import Checkpoint
from transformer.model.importing.sentencepiece import read_pieces
from transformer.model.positional import sinusoid_table
from transformer.model.transformer import Transformer
from transformer.text.paired import PairedTokenizer
from transformer.text.special_tokens import PAD, SPECIAL_TOKENS, START

NEVER = -10_000.0  # a logit below all others: its probability is exactly 0
LARGEST = 65_504.0  # that 16 bits can store
_ACTIVATIONS = {"silu": "swish"}
_OUTPUT_BIAS = "final_logits_bias"
# The table of embeddings: under one of these names or several.
_TABLES = (
    "model.shared.weight",
    "model.encoder.embed_tokens.weight",
    "model.decoder.embed_tokens.weight",
    "lm_head.weight",
)
_POSITIONS = ("model.encoder.embed_positions.weight", "model.decoder.embed_positions.weight")
# What their names have where ours have something else, in the order of replacing.
_NAMES = {
    "encoder_layers": "model.encoder.layers",
    "decoder_layers": "model.decoder.layers",
    "self_attention_add.norm": "self_attn_layer_norm",
    "cross_attention_add.norm": "encoder_attn_layer_norm",
    "feed_forward_add.norm": "final_layer_norm",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
    "query_projection": "q_proj",
    "key_projection": "k_proj",
    "value_projection": "v_proj",
    "output_projection": "out_proj",
    "feed_forward.expand": "fc1",
    "feed_forward.contract": "fc2",
}
_WRITES = re.compile(r"(output_projection|contract|norm)\.(weight|bias)$")  # into the residual stream, or normalises it


def read(checkpoint: Checkpoint) -> tuple[Transformer, PairedTokenizer]:
    """The model and its vocabulary.

    Raises:
        ModelFolderError: if it is incomplete or damaged, or has options that ours lacks.
    """
    config = _config(checkpoint)
    tokens, rows = _vocabulary(checkpoint)
    source, target = (read_pieces(checkpoint.folder / f"{side}.spm") for side in ("source", "target"))
    _check_pieces({"source.spm": source, "target.spm": target}, tokens, checkpoint.name)
    tokenizer = PairedTokenizer(tokens, source, target)
    ours = _in_our_order(_Weights(checkpoint, checkpoint.tensors()), config, rows)
    with Undrawn(), torch.no_grad():
        model = Transformer(replace(config, vocabulary_size=len(tokens)))
        for name, parameter in model.named_parameters():
            parameter.copy_(ours[name])
    return model.eval().requires_grad_(False), tokenizer


def _config(checkpoint: Checkpoint) -> ModelConfig:
    """Their sizes as ours, with their vocabulary's size."""
    facts = checkpoint.facts
    try:
        for name in ("attention_heads", "ffn_dim"):
            if facts[f"encoder_{name}"] != facts[f"decoder_{name}"]:
                raise ModelFolderError(f"Encoder and decoder of {checkpoint.name!r} differ in {name}; here they can't.")
        shared = facts.get("share_encoder_decoder_embeddings", True) and facts.get("tie_word_embeddings", True)
        if not shared or facts.get("decoder_vocab_size") not in (None, facts["vocab_size"]):
            raise ModelFolderError(f"{checkpoint.name!r} has separate vocabularies or embeddings, which can't be read.")
        if not facts.get("scale_embedding", False):
            raise ModelFolderError(f"{checkpoint.name!r} doesn't scale its embeddings by √D, so it can't be read.")
        activation = facts["activation_function"]
        return ModelConfig(
            vocabulary_size=facts["vocab_size"],
            encoder_layers=facts["encoder_layers"],
            decoder_layers=facts["decoder_layers"],
            d_model=facts["d_model"],
            heads=facts["encoder_attention_heads"],
            d_ff=facts["encoder_ffn_dim"],
            dropout=facts.get("dropout", 0.0),
            max_length=facts["max_position_embeddings"],
            activation=_ACTIVATIONS.get(activation, activation),
            output_bias=True,
        )
    except KeyError as error:
        raise ModelFolderError(f"The configuration of {checkpoint.name!r} lacks {error}.") from error
    except (ConfigError, TypeError) as error:
        raise ModelFolderError(f"The configuration of {checkpoint.name!r} can't be read: {error}") from error


def _vocabulary(checkpoint: Checkpoint) -> tuple[list[str], Tensor]:
    """How each of our ids is written, and the row that theirs has for it, (V)."""
    facts, vocabulary = checkpoint.facts, checkpoint.json("vocab.json")
    size = facts["vocab_size"]
    ids = {each for each in vocabulary.values() if isinstance(each, int) and 0 <= each < size}
    if len(ids) != len(vocabulary):  # rows that no token has are padding
        raise ModelFolderError(
            f"vocab.json of {checkpoint.name!r} has {len(vocabulary)} tokens, but its model has {size}: "
            "the vocabulary belongs to another model."
        )
    special = [facts.get(name) for name in ("pad_token_id", "decoder_start_token_id", "eos_token_id")]
    special = [each[0] if isinstance(each, list) and each else each for each in special]
    if "<unk>" not in vocabulary or any(not isinstance(each, int) or not 0 <= each < size for each in special):
        raise ModelFolderError(f"{checkpoint.name!r} doesn't say which tokens are special, so it can't be read.")
    pad, start, end = special
    unknown = vocabulary["<unk>"]
    own = {pad, unknown, end, *(vocabulary.get(each) for each in SPECIAL_TOKENS.values())}
    rest = [token for token in sorted(vocabulary, key=vocabulary.__getitem__) if vocabulary[token] not in own]
    rows = [pad, unknown, start, end, *(vocabulary[token] for token in rest)]
    return [*SPECIAL_TOKENS.values(), *rest], torch.tensor(rows)


def _check_pieces(files: Mapping[str, Tokenizer], tokens: Sequence[str], name: str) -> None:
    """Refuse piece models that cut into what the vocabulary hasn't: nearly all their pieces are in their own."""
    for file, pieces in files.items():
        known, size = len(pieces.get_vocab().keys() & set(tokens)), pieces.get_vocab_size() - 1  # one is for the rest
        if 2 * known < size:
            raise ModelFolderError(
                f"Only {known:,} of the {size:,} pieces in {file} of {name!r} are in its vocab.json: one of the two "
                "belongs to another model."
            )


@dataclass
class _Weights:
    """Their tensors, each taken once."""

    checkpoint: Checkpoint
    tensors: dict[str, Tensor]

    def take(self, name: str, *shape: int) -> Tensor:
        """A tensor of this shape in 32 bits."""
        if name not in self.tensors:
            raise ModelFolderError(f"The weights of {self.checkpoint.name!r} lack {name!r}: download the model again.")
        found = self.tensors.pop(name).float()
        if tuple(found.shape) != shape:
            raise ModelFolderError(
                f"In the weights of {self.checkpoint.name!r}, {name!r} is {tuple(found.shape)}, but its configuration "
                f"asks for {shape}."
            )
        if not bool((found.abs() <= LARGEST).all()):
            raise ModelFolderError(f"In the weights of {self.checkpoint.name!r}, {name!r} has numbers that don't fit.")
        return found


def _in_our_order(weights: _Weights, config: ModelConfig, rows: Tensor) -> dict[str, Tensor]:
    """Our parameters by name; `config` has their vocabulary's size."""
    name, size, width = weights.checkpoint.name, config.vocabulary_size, config.d_model
    table = weights.take(next((each for each in _TABLES if each in weights.tensors), _TABLES[0]), size, width)
    order = torch.arange(width).view(2, -1).T.flatten()  # our column i is their column order[i]
    bias = weights.take(_OUTPUT_BIAS, 1, size)[0, rows]
    bias[[PAD, START]] = NEVER
    ours = {"source_embedding.weight": table[rows][:, order], "output_projection.bias": bias}
    for our_name, parameter in blueprint(replace(config, max_length=1)).named_parameters():
        if our_name in ours:
            continue
        value = weights.take(_their_name(our_name), *parameter.shape)
        if _WRITES.search(our_name):
            value = value[order]
        elif value.ndim == 2:
            value = value[:, order]
        ours[our_name] = value
    # What else is there must follow from what was read: copies of the table, and sinusoids.
    for rest, tensor in weights.tensors.items():
        if rest in _TABLES:
            if not torch.equal(tensor.float(), table):
                raise ModelFolderError(f"{name!r} has separate embeddings ({rest}), which can't be read.")
        elif rest in _POSITIONS:
            waves = sinusoid_table(config.max_length, width)
            if tensor.shape != waves.shape or not torch.allclose(tensor.float()[:, order], waves, atol=2e-3):
                raise ModelFolderError(f"The positions of {name!r} are not sinusoids, so it can't be read.")
        else:
            raise ModelFolderError(f"The weights of {name!r} hold {rest!r}, which a Marian model doesn't have.")
    return ours


def _their_name(name: str) -> str:
    for ours, theirs in _NAMES.items():
        name = name.replace(ours, theirs)
    return name
