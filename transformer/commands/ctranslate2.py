"""A model for CTranslate2 (https://opennmt.net/CTranslate2), the engine that many translation servers run."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import torch
from torch import nn

from transformer.errors import GlassformerError
from transformer.files import write_atomically
from transformer.model.folder import TOKENIZER_FILE, shipped_models
from transformer.model.transformer import Transformer
from transformer.text.paired import PairedTokenizer
from transformer.text.reader import MAX_SOURCE_TOKENS
from transformer.text.special_tokens import END, SPECIAL_TOKENS, START, UNKNOWN
from transformer.text.tokenizer import SubwordTokenizer
from transformer.translator import Translator

MISSING = "CTranslate2 is not installed: pip install ctranslate2."
README_FILE = "README.md"
_TEXT = """\
# {name} for CTranslate2

`ctranslate2.Translator` opens this folder. It reads and writes tokens as text, as `tokenizer.json` writes them.
Glassformer's `read` gives the tokens of a single sentence, and `write` the text of those that come out:

```python
import ctranslate2
import transformer

model = transformer.load({loaded!r})
engine = ctranslate2.Translator(".")


def translated(sentence):
    source = model.read(sentence)
    longest = min({positions}, 2 * len(source.ids) + 10, len(source.ids) + 50)
    (found,) = engine.translate_batch([source.tokens], beam_size=1, max_decoding_length=longest, max_input_length=0)
    return model.write(source, [model.tokenizer.ids[token] for token in found.hypotheses[0]])


print(translated("I love you."))
```
"""
_ALONE = """
## Without Glassformer

`tokenizer.json` is a file of the `tokenizers` library, and cuts a sentence into the same ids if it

- is a single one, without control or invisible characters, with single spaces and none at its ends;
- is spelled with straight apostrophes and quotes, hyphens for dashes, and three dots for an ellipsis;
- has no words in capitals, and no character that the vocabulary lacks, such as an emoji;
- has {longest} tokens at most. Id {end} comes after them.

```python
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file("tokenizer.json")
tokenizer.encode_special_tokens = True  # a "</s>" in a text is text
cut = tokenizer.encode("I don't know.", add_special_tokens=False)
ids, tokens = [*cut.ids, {end}], [*cut.tokens, "</s>"]
```

What comes out ends with id {end}. Leave out the ids 0 to 3; `tokenizer.decode` makes the others a text.
"""


def write_ctranslate2(model: Transformer, tokenizer: SubwordTokenizer, folder: Path) -> None:
    """Write a folder that `ctranslate2.Translator` opens, weights in 32 bits; it reads and writes tokens as text.

    Raises:
        GlassformerError: if the package is missing, or the folder is there or can't be written.
    """
    try:
        from ctranslate2 import specs
    except ImportError as error:
        raise GlassformerError(MISSING) from error
    if folder.exists():
        raise GlassformerError(f"{folder} already exists: choose a different folder, or delete it.")
    config = model.config
    spec = specs.TransformerSpec.from_config(
        (config.encoder_layers, config.decoder_layers),
        config.heads,
        pre_norm=config.norm == "pre",
        activation=specs.Activation[config.activation.upper()],
    )
    for into, *modules in _pair_modules(spec, model):
        _fill(into, *modules)
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


def write_readme(folder: Path, loaded: str, translator: Translator) -> None:
    """Write `README.md` and `tokenizer.json` into the folder of an exported model.

    Args:
        loaded: the name or path by which the model is loaded.
    """
    positions = translator.model.config.max_length
    place = loaded if loaded in shipped_models() else str(Path(loaded).resolve())
    text = _TEXT.format(name=translator.name, loaded=place, positions=positions)
    if not isinstance(translator.tokenizer, PairedTokenizer):  # whose file only Glassformer reads
        text += _ALONE.format(longest=min(MAX_SOURCE_TOKENS, positions) - 1, end=END)
    write_atomically(folder / README_FILE, text.encode())
    write_atomically(folder / TOKENIZER_FILE, translator.tokenizer.to_json().encode())


def _pair_modules(spec: Any, model: Transformer) -> Iterator[tuple[Any, ...]]:
    """Each part of the specification with our modules that fill it, several side by side in one matrix."""
    for stack, embedding, layers, norm in (
        (spec.encoder, model.source_embedding, model.encoder_layers, model.encoder_norm),
        (spec.decoder, model.target_embedding, model.decoder_layers, model.decoder_norm),
    ):
        embeddings = stack.embeddings[0] if isinstance(stack.embeddings, list) else stack.embeddings
        embeddings.weight = _numbers(embedding.weight)
        stack.position_encodings.encodings = _numbers(model.positions.table)
        if isinstance(norm, nn.LayerNorm):  # a post-norm stack has no norm at its top
            yield stack.layer_norm, norm
        for into, layer in zip(stack.layer, cast("Iterable[Any]", layers), strict=True):
            own, cross, feed = layer.self_attention, getattr(layer, "cross_attention", None), layer.feed_forward
            first, last = into.self_attention.linear
            yield first, own.query_projection, own.key_projection, own.value_projection
            yield last, own.output_projection
            yield into.self_attention.layer_norm, layer.self_attention_add.norm
            if cross is not None:
                first, second, last = into.attention.linear
                yield first, cross.query_projection
                yield second, cross.key_projection, cross.value_projection
                yield last, cross.output_projection
                yield into.attention.layer_norm, layer.cross_attention_add.norm
            yield into.ffn.linear_0, feed.expand
            yield into.ffn.linear_1, feed.contract
            yield into.ffn.layer_norm, layer.feed_forward_add.norm
    yield spec.decoder.projection, model.output_projection


def _fill(into: Any, *modules: Any) -> None:
    is_norm = isinstance(modules[0], nn.LayerNorm)
    weight, bias = ("gamma", "beta") if is_norm else ("weight", "bias")
    setattr(into, weight, _numbers(torch.cat([module.weight for module in modules])))
    if modules[0].bias is not None:
        setattr(into, bias, _numbers(torch.cat([module.bias for module in modules])))


def _numbers(weights: torch.Tensor) -> Any:
    return weights.detach().float().cpu().numpy()
