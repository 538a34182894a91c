"""Keep the position table of a small model that learned its positions, for the chapter on positional encoding.

    python -m transformer train --corpus everyday --preset tiny --positions learned --out runs/learned-positions \
        --steps 4000 --batch-tokens 1500 --warmup 300 --peak 3e-3 --validate-every 1000 --average 1
    python -m transformer train --corpus everyday --preset tiny --positions sinusoidal --out runs/sinusoidal-positions \
        --steps 4000 --batch-tokens 1500 --warmup 300 --peak 3e-3 --validate-every 1000 --average 1
    python -m benchmarks.learned_positions runs/learned-positions/model runs/sinusoidal-positions/model

Six minutes each on one CPU core. Both models are scored on the everyday corpus's test set, so that the page can say
what the difference comes to.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import transformer
from transformer import Translator
from transformer.corpora.loading import load_pairs
from transformer.errors import ModelFolderError
from transformer.evaluation.scores import score_translations
from transformer.measures.learned_positions import SHIPPED_TABLE, LearnedTable, save_table
from transformer.measures.order import is_sinusoidal, position_table

CORPUS = "everyday"


def main(arguments: Sequence[str] | None = None) -> None:
    """Read both models, score them, write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("learned", type=Path, help="model folder with learned positions")
    parser.add_argument("sinusoidal", type=Path, help="model folder of the same training with sinusoids")
    parser.add_argument("--out", type=Path, default=SHIPPED_TABLE)
    options = parser.parse_args(arguments)
    learned, sinusoidal = transformer.load(options.learned), transformer.load(options.sinusoidal)
    if is_sinusoidal(learned.model) or not is_sinusoidal(sinusoidal.model):
        raise ModelFolderError("Give the model with learned positions first, and the one with sinusoids second.")
    reached = positions_reached(learned)
    facts = {
        "command": str(learned.card["command"]),
        "corpus": CORPUS,
        "steps": str(learned.card["training"]["steps"]),
        "hours": str(learned.card["training"]["hours"]),
        "machine": str(learned.card["training"]["machine"]),
        "parameters": str(learned.card["parameters"]["total"]),
        "licence": str(learned.card["licences"][CORPUS]),
        "seen": str(len(reached)),
        "sentences_with_position": " ".join(map(str, reached)),
        "bleu_learned": f"{score(learned):.1f}",
        "bleu_sinusoidal": f"{score(sinusoidal):.1f}",
    }
    save_table(options.out, LearnedTable(position_table(learned.model), facts))
    print(f"{options.out} is written: {facts}")


def positions_reached(translator: Translator) -> list[int]:
    """For each position how many training sequences, of either language, have a token there."""
    tokenizer = translator.tokenizer
    pairs = load_pairs(CORPUS, "train")
    # Source: ids and END. Target, as the decoder reads it: START and ids.
    lengths = Counter(len(ids) + 1 for side in zip(*pairs, strict=True) for ids in tokenizer.encode_all(list(side)))
    longest = max(lengths)
    return list(accumulate(lengths[length] for length in range(longest, 0, -1)))[::-1]


def score(translator: Translator) -> float:
    """BLEU of greedy decoding on the corpus's test set."""
    pairs = load_pairs(CORPUS, "test")
    translations = translator.translate_all([pair.source for pair in pairs], beam=1)
    return score_translations(translations, [pair.target for pair in pairs]).bleu


if __name__ == "__main__":
    main()
