"""How often a model copies names that it has never read, and numbers.

    python -m benchmarks.names --data data                       # both models that ship; writes benchmarks/names.md
    python -m benchmarks.names --data data --model runs/en-de/model --model en-de

The pairs of Tatoeba's development set with a name on both sides, three times with invented names. A name is copied if
the translation has it letter by letter, with or without a German genitive. The numbers are those of a hundred
sentences of our own (`numbers.txt`); a sentence counts if its translation has the same numbers, however they are
punctuated.
"""

import re
from collections import Counter
from pathlib import Path

import torch
from sacrebleu.metrics import BLEU

from benchmarks.timing import options_of, table, write_report
from transformer import Translator, load
from transformer.corpora import Direction, Pair, load_pairs
from transformer.corpora.renamed import invent_names

RESULTS = Path(__file__).with_suffix(".md")
SEEDS = (101, 102, 103)
MANY_PIECES = 4  # tokens of a name, or more
CAPITALISED = r"\b[A-Z][a-z]+\b"


def main() -> None:
    """Translate, count, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    parser.add_argument("--model", action="append", help="may be given more than once (default: both that ship)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    models = {name: load(name) for name in options.model or ("en-fr", "en-de")}
    rows = [row(name, model, options.data) for name, model in models.items()]
    intro = (
        "`python -m benchmarks.names --data data`: names in Tatoeba's development set, replaced by "
        "invented ones; numbers in the sentences of `numbers.txt`. Beam 5, α 1."
    )
    columns = (
        "model",
        "names",
        "copied",
        "of 1 to 3 tokens",
        "of 4 and more",
        "BLEU, original names",
        "BLEU, invented names",
    )
    numbers = [(f"`{name}`", numbers_kept(model)) for name, model in models.items()]
    lines = [*table(columns, rows), *table(("model", "sentences whose numbers are copied"), numbers)]
    write_report(RESULTS, "Names and numbers", intro, *lines)


def row(name: str, translator: Translator, data: Path | None) -> list[str]:
    """One model's line of the table."""
    pairs = load_pairs("tatoeba", "dev", Direction.of_card(translator.card).target, data)
    words = {word for pair in pairs for word in re.findall(r"\w+", pair.source)}
    asked, copied = Counter[bool](), Counter[bool]()
    for seed in SEEDS:
        invented = invent_names(pairs, seed)
        translations = translator.translate_all([pair.source for pair in invented])
        for pair, translation in zip(invented, translations, strict=True):
            for each in set(re.findall(CAPITALISED, pair.source)) - words:
                many = len(translator.tokenizer.encode(each)) >= MANY_PIECES
                asked[many] += 1
                copied[many] += bool(re.search(rf"\b{each}s?\b", translation))
    shares = [f"{copied[many]} of {asked[many]}" for many in (False, True)]
    first = invent_names(pairs, SEEDS[0])
    but_for_names = {re.sub(CAPITALISED, "", pair.source) for pair in first}
    own = [pair for pair in pairs if re.sub(CAPITALISED, "", pair.source) in but_for_names]
    scores = [f"{bleu(translator, each):.1f}" for each in (own, first)]
    return [f"`{name}`", f"{asked.total():,}", f"{100 * copied.total() / asked.total():.0f}%", *shares, *scores]


def numbers_kept(translator: Translator) -> str:
    """In how many sentences of `numbers.txt` every number is the same in the translation."""
    sentences = RESULTS.with_name("numbers.txt").read_text(encoding="utf-8").splitlines()
    translations = translator.translate_all(sentences)
    kept = sum(numbers_in(one) == numbers_in(other) for one, other in zip(sentences, translations, strict=True))
    return f"{kept} of {len(sentences)}"


def numbers_in(text: str) -> list[str]:
    """The numbers of a text without what groups their digits, sorted."""
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\s](?=\d)", "", text)))


def bleu(translator: Translator, pairs: list[Pair]) -> float:
    """sacreBLEU of the pairs' translations, cased."""
    translations = translator.translate_all([pair.source for pair in pairs])
    return BLEU().corpus_score(translations, [[pair.target for pair in pairs]]).score


if __name__ == "__main__":
    main()
