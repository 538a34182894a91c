"""The files next to an exported model: its vocabulary, and a README of the steps before and after the engine."""

from pathlib import Path

from transformer.files import write_atomically
from transformer.model.folder import TOKENIZER_FILE, shipped_models
from transformer.text.paired import PairedTokenizer
from transformer.text.reader import MAX_SOURCE_TOKENS
from transformer.text.special_tokens import END
from transformer.translator import Translator

README_FILE = "README.md"
_TEXT = """\
# {name} for CTranslate2

`ctranslate2.Translator` opens this folder. It reads and writes tokens as text, as `tokenizer.json` writes them.

## Before and after

The model learned from plain sentences, so a text is made plain before `tokenizer.json` cuts it into tokens. Glassformer
does that: `read` gives the ids of a sentence, and `write` the text of the ids that come out. A text of several
sentences is cut into them first (`transformer.text.sentences`). In this folder:

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
- has no words in capitals, and no character that the vocabulary lacks, such as an emoji: Glassformer treats them
  separately, and they would be unknown here;
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
