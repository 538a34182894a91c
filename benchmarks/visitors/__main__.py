"""How many sentences that visitors might type a model translates well, as judged by a reader.

    python -m benchmarks.visitors --model en-fr --model runs/en-fr/model --data data

Two hundred sentences of our own that no corpus teaches (`sentences.txt`; this is checked), and the first
things that anybody types (`first.txt`), which the corpora teach. A reader has judged every translation once, in
`judgements.tsv`: it is good if a native speaker could have written it, with the whole meaning and correct grammar, even
if another translation would be better. Translations that nobody has read yet are printed, to be judged there. Of the
greetings, famous lines and set phrases of the training data, it counts the translations that equal one in the data.
Writes `visitors.md`.
"""

from collections import defaultdict
from pathlib import Path

import torch

from benchmarks.timing import options_of, table, write_report
from transformer import Translator, load
from transformer.corpora import CORPORA, Direction, load_pairs
from transformer.text.cleaning import comparable

HERE = Path(__file__).parent
JUDGEMENTS, RESULTS = HERE / "judgements.tsv", HERE / "visitors.md"
PARTS = {"sentences": "200 new sentences", "first": "24 common first inputs"}
TAUGHT = {"essentials": "greetings and first questions", "well_known": "famous lines", "phrases": "set phrases"}
Judged = dict[tuple[str, str, str], bool]


def main() -> None:
    """Translate, look every translation up, print what nobody has read, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--model", action="append", help="may be given more than once (default: both that ship)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    judged = read_judgements()
    titles = [f"{title}, good" for title in PARTS.values()]
    titles += [f"{title}, as taught" for title in TAUGHT.values()]
    rows = []
    for name in options.model or ["en-fr", "en-de"]:
        translator = load(name)
        language = Direction.of_card(translator.card).target
        check_untaught(language, options.data)
        counts = [_count(translator, language, part, judged) for part in PARTS]
        counts += _as_taught(translator, language, options.data)
        rows.append((f"`{name}`", *counts))
    intro = (
        "`python -m benchmarks.visitors --data data`: beam 5, α 1. A reader judged every translation good or not "
        "(`judgements.tsv`). The last three columns are training sentences: they count translations equal to one in "
        "the training data."
    )
    write_report(RESULTS, "What visitors might type", intro, *table(("model", *titles), rows))


def _count(translator: Translator, language: str, part: str, judged: Judged) -> str:
    sentences = read_sentences(part)
    translated = list(zip(sentences, translator.translate_all(sentences), strict=True))
    unread = [each for each in translated if (language, *each) not in judged]
    for sentence, translation in unread:
        print(f"{language}\t{sentence}\t{translation}\t?")
    good = sum(judged.get((language, *each), False) for each in translated)
    return f"{good} of {len(translated)}" + (f", {len(unread)} unread" if unread else "")


def _as_taught(translator: Translator, language: str, data: Path | None) -> list[str]:
    references = defaultdict(set)
    for name in ("everyday-natural", "anki", "tatoeba"):
        for pair in load_pairs(name, "train", language, data):
            references[comparable(pair.source)].add(comparable(pair.target))
    found = []
    for part in TAUGHT:
        pairs = load_pairs(f"everyday-natural/{part}", "train", language)
        sentences = list(dict.fromkeys(pair.source for pair in pairs))
        translated = zip(sentences, translator.translate_all(sentences), strict=True)
        right = sum(comparable(translation) in references[comparable(sentence)] for sentence, translation in translated)
        found.append(f"{right:,} of {len(sentences):,}")
    return found


def read_sentences(part: str) -> list[str]:
    """The sentences of one part."""
    return (HERE / f"{part}.txt").read_text(encoding="utf-8").splitlines()


def read_judgements() -> Judged:
    """By language, sentence and translation whether it is good."""
    if not JUDGEMENTS.exists():
        return {}
    lines = [line.split("\t") for line in JUDGEMENTS.read_text(encoding="utf-8").splitlines()]
    return {(language, sentence, translation): mark == "good" for language, sentence, translation, mark in lines}


def check_untaught(language: str, data: Path | None = None) -> None:
    """See that no corpus holds one of the two hundred, compared without case and punctuation.

    Raises:
        SystemExit: naming those that one does.
    """
    names = [name for name in CORPORA if language == "fr" or name not in ("everyday", "everyday-grammar")]
    taught = {comparable(pair.source) for name in names for pair in load_pairs(name, "train", language, data)}
    known = [sentence for sentence in read_sentences("sentences") if comparable(sentence) in taught]
    if known:
        raise SystemExit(f"These are trained on: {known}")


if __name__ == "__main__":
    main()
