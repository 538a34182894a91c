"""What the probe costs when nobody looks: training and decoding beside the same code without any probe in it.

    python -m benchmarks.probe_cost                # writes benchmarks/probe_cost.md

The other side is made from the source itself: a copy of the model's modules in which every `seen(probe, name, value)`
is replaced by `value` and every `within(probe, place)` by `None`.
"""

import argparse
import ast
import statistics
import sys
import types
from collections.abc import Callable
from pathlib import Path

import torch

import transformer
from benchmarks.timing import measured_on, median, milliseconds
from transformer.model.config import preset
from transformer.model.loss import translation_loss
from transformer.model.probe import Probe
from transformer.model.transformer import Transformer

RESULTS = Path(__file__).with_suffix(".md")
PACKAGE = Path(transformer.__file__).parent
MODULES = ("attention", "layers", "model")
BARE = "transformer_without_probe"


class _WithoutProbe(ast.NodeTransformer):
    """Take the probe's calls out of a module, and its imports of the probed modules to the bare ones."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "seen":
            return node.args[2]
        if isinstance(node.func, ast.Name) and node.func.id == "within":
            return ast.Constant(None)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module in {f"transformer.{name}" for name in MODULES}:
            node.module = f"{BARE}.{node.module.rpartition('.')[2]}"
        return node


def bare_model_class() -> type[Transformer]:
    """`Transformer` compiled from the same source without a probe."""
    sys.modules[BARE] = types.ModuleType(BARE)
    for name in MODULES:
        tree = ast.fix_missing_locations(_WithoutProbe().visit(ast.parse((PACKAGE / f"{name}.py").read_text("utf-8"))))
        module = types.ModuleType(f"{BARE}.{name}")
        sys.modules[module.__name__] = module
        exec(compile(tree, f"{name} without probe", "exec"), module.__dict__)
    bare: type[Transformer] = sys.modules[f"{BARE}.model"].Transformer
    return bare


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=80)
    options = parser.parse_args()
    torch.set_num_threads(1)
    config = preset("small")
    probed, bare = Transformer(config), bare_model_class()(config)
    bare.load_state_dict(probed.state_dict())
    source, target = torch.randint(4, 5000, (24, 12)), torch.randint(4, 5000, (24, 15))
    sentence, prefix = source[:1], target[:1]

    def training_step(model: Transformer) -> Callable[[], object]:
        def step() -> None:
            model.train()
            translation_loss(model, source, target, 0.1).backward()
            model.zero_grad()

        return step

    def forward_pass(model: Transformer) -> Callable[[], object]:
        def run() -> None:
            model.eval()
            with torch.inference_mode():
                model(sentence, prefix)

        return run

    def nothing(name: str, value: torch.Tensor) -> torch.Tensor:
        return value

    looking: Probe = nothing
    rows = {
        "training step, 24 sentences": (training_step(probed), training_step(bare)),
        "forward pass, one sentence": (forward_pass(probed), forward_pass(bare)),
    }
    lines = [
        "# The cost of the probe",
        "",
        f"`python -m benchmarks.probe_cost`: preset small, milliseconds (medians). {measured_on()}.",
        "",
        "The ratio is the median over pairs of runs, one directly after the other. Decoding (`incremental.py`) names",
        "no activation at all unless a probe is given; of its time the encoder's pass is the only part with a probe.",
        "",
        "| what | without a probe in the code | with the default probe | ratio |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, (with_probe, without) in rows.items():
        times = milliseconds({"without": without, "with": with_probe}, options.repetitions)
        ratio = statistics.median(a / b for a, b in zip(times["with"], times["without"], strict=True))
        lines.append(f"| {name} | {median(times['without']):.2f} | {median(times['with']):.2f} | {ratio:.3f} |")
    with torch.inference_mode():
        looked = milliseconds({"looking": lambda: probed.eval()(sentence, prefix, looking)}, options.repetitions)
    lines += ["", f"For comparison, the same forward pass with a probe that looks: {median(looked['looking']):.2f} ms."]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
