"""Measure what each edit of the model costs, head by head too, and write it into the model's folder."""

import argparse
from pathlib import Path

from tqdm import tqdm

from transformer.analysis.evaluation.ablations import Ablations, HeldOut, measure_ablations, steps_of
from transformer.analysis.evaluation.ablations_file import save_ablations
from transformer.commands import arguments, machine
from transformer.commands.evaluate import held_out_sets
from transformer.corpora import Direction
from transformer.model.folder import find_model
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ablations`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--corpus", default="everyday:dev", help="held-out sets, as for `evaluate` (default: everyday:dev)"
    )
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    parser.add_argument(
        "--pairs", type=arguments.whole(1), default=200, help="of each corpus, the first ones (default: 200)"
    )
    parser.add_argument("--every", type=arguments.whole(1), default=4, help="heads a point of a pruning (default: 4)")
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Measure, print what costs most, and write `ablations.json`.

    Raises:
        GlassformerError: if the model or a corpus cannot be read, or the folder not be written to.
    """
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    direction = Direction.of_card(translator.card)
    sample = [
        HeldOut.of(translator, name, split, pairs[: options.pairs])
        for name, split, pairs in held_out_sets(options.corpus, "dev", direction, options.data)
    ]
    with tqdm(total=steps_of(translator, options.every), unit="edit", dynamic_ncols=True) as bar:

        def told(edit: str) -> None:
            bar.set_postfix_str(edit[:40], refresh=False)
            bar.update()

        measured = measure_ablations(translator, sample, options.every, told)
    _print(measured)
    print(f"Written to {save_ablations(find_model(options.model), measured)}.")


def _print(measured: Ablations) -> None:
    names = [f"{name} {split}" for name, split, _ in measured.corpora]
    print(f"{'edit':<42}" + "".join(f"{name + ' loss':>22}{'BLEU':>8}" for name in names))
    rows = {"untouched": measured.untouched}
    costs = {edit: cost for costs in measured.edits.values() for edit, cost in costs.items()}
    rows |= dict(sorted(costs.items(), key=lambda each: sum(each[1].bleu))[:20])
    for edit, cost in rows.items():
        numbers = zip(cost.loss, cost.bleu, strict=True)
        print(f"{edit:<42}" + "".join(f"{loss:>22.3f}{bleu:>8.2f}" for loss, bleu in numbers))
    for pruning in measured.prunings:
        spare = ", ".join(f"{count} ({name})" for count, name in zip(measured.spare_heads(pruning), names, strict=True))
        seed = "" if pruning.seed is None else f" {pruning.seed}"
        print(f"Heads that can go before 1 BLEU is lost, by {pruning.order}{seed}: {spare}.")
