"""Measure what each attention head looks at, and write it into the model's folder."""

import argparse

from transformer.analysis.measures.head_roles import HeadRoles, measure_head_roles
from transformer.analysis.measures.head_roles_file import save_head_roles
from transformer.commands import arguments, machine
from transformer.corpora.everyday import grammar_pairs
from transformer.model.folder import find_model
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `heads`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--split", default="dev", choices=["dev", "test"], help="of the everyday corpus (default: dev)")
    parser.add_argument("--sentences", type=arguments.whole(1), default=200, help="to measure on (default: 200)")
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Measure, print a row for each head, and write `heads.json`.

    Raises:
        GlassformerError: if the model cannot be read or its folder not be written to.
    """
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    pairs = grammar_pairs(options.split)[: options.sentences]
    roles = measure_head_roles(translator, pairs, f"everyday, {options.split}")
    _print(roles)
    path = save_head_roles(find_model(options.model), roles)
    print(f"Measured on {roles.sentences} sentences; written to {path}.")


def _print(roles: HeadRoles) -> None:
    print(f"{'attention':<11}{'layer':>5}{'head':>6}  {'role':<28}{'weight':>7}{'even head':>11}{'entropy':>9}")
    for role in roles.heads:
        share = role.shares[role.strongest]
        print(
            f"{role.kind:<11}{role.layer + 1:>5}{role.head + 1:>6}  {role.label:<28}{share.weight:>7.2f}"
            f"{share.uniform:>11.2f}{role.entropy:>9.2f}"
        )
