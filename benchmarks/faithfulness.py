"""Which attribution names the words that count: nine methods on sentences that no model was trained on.

python -m benchmarks.faithfulness              # writes benchmarks/faithfulness.md
"""

import argparse
from pathlib import Path

import pandas as pd
import torch
from tqdm import tqdm

from benchmarks.timing import measured_on
from transformer import load, shipped_models
from transformer.attribution.faithfulness import RANDOM, areas, faithfulness
from transformer.attribution.methods import METHODS, attribute, rank_correlations
from transformer.corpora.everyday import held_out_sentences
from transformer.text.special_tokens import END

RESULTS = Path(__file__).with_suffix(".md")
REFERENCE = "leave_one_out"


def main() -> None:
    """Measure, print and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=20)
    parser.add_argument("--every", type=int, default=3, help="so many tokens from one that is asked about to the next")
    options = parser.parse_args()
    torch.set_num_threads(1)
    lines = [
        "# Faithfulness of attributions",
        "",
        f"`python -m benchmarks.faithfulness`: {options.sentences} sentences of our own that no model was trained on, "
        f"one token in {options.every} of each greedy translation. {measured_on()}.",
        "",
        "Words are removed, the most important first by the method's order. *Area*: the token's probability, mean over "
        "all numbers of words removed; the lower, the sooner the words are gone that it stood on. *Better than "
        "random*: share of the tokens whose area lies below the mean of five random orders. *Like leave one out*: "
        "Spearman's correlation with it, mean over the tokens.",
        "",
    ]
    for name in shipped_models():
        lines += _table(name, options.sentences, options.every)
    RESULTS.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print("\n".join(lines))


def _table(name: str, sentences: int, every: int) -> list[str]:
    translator = load(name)
    found, alike = [], []
    for sentence in tqdm(held_out_sentences()[:sentences], unit="sentence", desc=name):
        translation = translator.translate(sentence, beam=1)
        for step in range(0, len(translation.tokens), every):
            if translation.hypothesis.tokens[step] == END:
                continue
            question = translator.ask(sentence, step, target=translation.hypothesis)
            table = attribute(question)
            found.append(areas(faithfulness(question, table)))
            alike.append(rank_correlations(table)[REFERENCE])
    of_tokens, correlations = pd.DataFrame(found), pd.DataFrame(alike).mean()
    better = of_tokens.lt(of_tokens[RANDOM], axis=0).mean()
    mean = of_tokens.mean()
    lines = [f"## {name}, {len(of_tokens)} tokens", ""]
    lines += ["| method | area | better than random | like leave one out |", "| --- | ---: | ---: | ---: |"]
    for method in sorted(METHODS, key=lambda each: float(mean[each])):
        lines.append(f"| {method} | {mean[method]:.3f} | {better[method]:.0%} | {correlations[method]:.2f} |")
    return [*lines, f"| {RANDOM} | {mean[RANDOM]:.3f} | | |", ""]


if __name__ == "__main__":
    main()
