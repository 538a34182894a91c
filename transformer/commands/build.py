"""Build a model from scratch by its recipe: every stage in turn, continuing where a kill stopped it."""

import argparse
import json
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from transformer.commands import arguments, evaluate, train, training_options
from transformer.devices import CPU
from transformer.errors import GlassformerError, RecipeError
from transformer.files import lock_folder, read_json, write_atomically
from transformer.model.folder import CARD_FILE, CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE
from transformer.training import parallel
from transformer.training.recipes.recipe import REFERENCE, Recipe, Stage, read_recipe
from transformer.training.recipes.record import RECORD, hash_of, read_record, write_record

COMMANDS = {"train": train, "evaluate": evaluate}
MODEL_FILES = (CONFIG_FILE, TOKENIZER_FILE, CARD_FILE, WEIGHTS_FILE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `build`."""
    parser.add_argument("recipe", help="a shipped recipe, such as en-fr, or the path of a .toml file")
    parser.add_argument("--out", type=Path, help="folder of the build; the model will be in its model/ (runs/RECIPE)")
    parser.add_argument("--data", type=Path, help=arguments.DATA_HELP)
    parser.add_argument("--seed", type=arguments.seed, default=1, help="seed of every stage that trains (default: 1)")
    arguments.add_machine(parser)


def run(options: argparse.Namespace) -> None:
    """Do the stages that are not done yet, and print how long each took."""
    recipe = read_recipe(options.recipe, options.seed)
    build = Build(recipe, options)
    build.check()
    parallel.start(arguments.set_up_device(options))
    try:
        if parallel.is_first():
            with lock_folder(build.folder, "build"):
                build.run()
        else:
            build.run()
    except (KeyboardInterrupt, SystemExit):
        if parallel.is_first():
            print(f"The build in {build.folder} is not finished: the same command continues it.", file=sys.stderr)
        raise
    finally:
        parallel.stop()


class Build:
    """A recipe being built, in a folder with one subfolder per stage.

    Args:
        recipe: what to do.
        options: of the command.
    """

    def __init__(self, recipe: Recipe, options: argparse.Namespace) -> None:
        self.recipe = recipe
        self.options = options
        seed = "" if recipe.seed == 1 else f"-seed-{recipe.seed}"
        self.folder: Path = options.out or Path("runs") / f"{recipe.name}{seed}"

    def check(self) -> None:
        """Check that every stage has options with which its command can work, and a folder of its own."""
        for stage in self.recipe.stages:
            self.parse_options(stage)
            read_record(self.place(stage), stage)
        own = {self.place(stage) for stage in self.recipe.stages}
        for record in sorted(self.folder.glob(f"*/{RECORD}")):
            if record.parent not in own:
                raise RecipeError(f"{record.parent} is a stage of another recipe: delete it, or choose another --out.")

    def run(self) -> None:
        """Run every stage that is not done, and finally write the model's folder."""
        for number, stage in enumerate(self.recipe.stages, start=1):
            title = f"{number}/{len(self.recipe.stages)} {stage.name} ({stage.kind})"
            record = read_record(self.place(stage), stage)
            if record is not None and record.finished:
                _say(f"{title}: already done, in {record.hours:.2f} h")
            else:
                _say(f"{title}: {arguments.as_typed(self.arguments(stage))}")
                _say(f"{title}: done in {self._do(stage):.2f} h")
            parallel.wait_for_all()
        if parallel.is_first():
            print(f"The model is in {self._finish()}.")

    def place(self, stage: Stage) -> Path:
        """The folder of a stage, such as `runs/en-fr/2-settle`."""
        return self.folder / f"{self.recipe.stages.index(stage) + 1}-{stage.name}"

    def model_folder(self, stage: Stage) -> Path:
        """The folder of a stage's model; for a stage that evaluates, a copy whose card gets the scores."""
        return self.place(stage) / "model"

    def arguments(self, stage: Stage) -> list[str]:
        """The command line for a stage."""
        made = {each.name: str(self.model_folder(each)) for each in self.recipe.stages}
        words: list[str] = []
        for name, value in stage.options.items():
            flag = f"--{name.replace('_', '-')}"
            if isinstance(value, bool):
                words.append(flag if value else flag.replace("--", "--no-", 1))
            else:
                words += [flag, REFERENCE.sub(lambda stage: made[stage[1]], str(value))]
        return [stage.kind, *words, *self._own_arguments(stage)]

    def parse_options(self, stage: Stage) -> argparse.Namespace:
        """The options for a stage's command."""
        parser = arguments.Parser(f"stage {stage.name}", add_help=False, allow_abbrev=False)
        COMMANDS[stage.kind].add_arguments(parser)
        line = self.arguments(stage)
        try:
            found = parser.parse_args(line[1:])
            if stage.kind == "train":
                train.model_config(found)
                training_options.build_config(found, CPU)
            else:
                evaluate.parse_sets(found.corpus, "test")
        except GlassformerError as error:
            raise RecipeError(f"The stage {stage.name} of the recipe {self.recipe.name}: {error}") from None
        found.typed = arguments.as_typed(line)
        return found

    def _own_arguments(self, stage: Stage) -> list[str]:
        """What the build sets itself, see `BUILDERS_OWN`."""
        options = self.options
        if stage.kind == "train":
            own = ["--target", self.recipe.target, "--seed", str(self.recipe.seed), "--resume"]
            own += ["--out", str(self.place(stage))]
        else:
            own = ["--model", str(self.model_folder(stage)), "--write-card"]
        own += [] if options.device == "auto" else ["--device", options.device]
        own += [] if options.threads is None else ["--threads", str(options.threads)]
        own += [] if options.data is None else ["--data", str(options.data)]
        return own

    def _do(self, stage: Stage) -> float:
        """Do one stage; returns the hours it took."""
        place, begun = self.place(stage), time.monotonic()
        if parallel.is_first():
            write_record(place, stage)
        parsed = self.parse_options(stage)
        if stage.kind == "train":
            train.train_model(parsed)
        elif parallel.is_first():
            before = self.recipe.stages[: self.recipe.stages.index(stage)]
            shutil.rmtree(self.model_folder(stage), ignore_errors=True)  # what a killed stage left half done
            _copy_model(
                self.model_folder([each for each in before if each.kind == "train"][-1]), self.model_folder(stage)
            )
            evaluate.run(parsed)
        hours = (time.monotonic() - begun) / 3600
        if parallel.is_first():
            hours = max(hours, self._hours_of_training(stage))
            write_record(place, stage, round(hours, 3), [f"model/{name}" for name in MODEL_FILES])
        return hours

    def _hours_of_training(self, stage: Stage) -> float:
        """The hours of a training run, including those before it was killed; 0 for another kind of stage."""
        if stage.kind != "train":
            return 0.0
        initial = stage.options.get("initial")
        begun_with = [self._card(each) for each in self.recipe.stages if f"{{{each.name}}}" == initial]
        hours: float = self._card(stage)["training"]["hours"] - sum(card["training"]["hours"] for card in begun_with)
        return hours

    def _card(self, stage: Stage) -> dict[str, Any]:
        card: dict[str, Any] = read_json(self.model_folder(stage) / CARD_FILE)
        return card

    def _finish(self) -> Path:
        """Put the last model into `model/`, with every score, and with the recipe in its card."""
        recipe, stages = self.recipe, self.recipe.stages
        last = recipe.last_model
        card = self._card(last)
        for stage in stages[stages.index(last) + 1 :]:
            if stage.kind == "evaluate":
                card["scores"] = [*card.get("scores", []), *self._card(stage)["scores"]]
        records = {stage.name: read_record(self.place(stage), stage) for stage in stages}
        card["recipe"] = {
            "name": recipe.name,
            "sha256": recipe.sha256,
            "seed": recipe.seed,
            "hours": {name: record.hours for name, record in records.items() if record is not None},
            "other_seeds": self._other_seeds(),
        }
        folder, made = self.folder / "model", self.model_folder(last)
        if not _is_same(folder / WEIGHTS_FILE, made / WEIGHTS_FILE):
            shutil.rmtree(folder, ignore_errors=True)  # with what was measured on another model
        _copy_model(made, folder, card)
        return folder

    def _other_seeds(self) -> list[dict[str, Any]]:
        """What the finished builds of the same recipe with other seeds scored, in folders next to this one."""
        own, found = self.recipe, []
        for path in sorted(self.folder.parent.glob(f"*/model/{CARD_FILE}")):
            with suppress(OSError, ValueError, LookupError, TypeError):  # that card may be damaged, or another model's
                card = read_json(path)
                made = card["recipe"]
                seed = made["seed"]
                if seed != own.seed and made["sha256"] == read_recipe(self.options.recipe, seed).sha256:
                    found.append({"seed": seed, "hours": card["training"]["hours"], "scores": card["scores"]})
        return found


def _is_same(one: Path, other: Path) -> bool:
    return one.is_file() and hash_of(one) == hash_of(other)


def _copy_model(origin: Path, folder: Path, card: dict[str, Any] | None = None) -> None:
    """Copy a model's files, the weights last, so that an unfinished copy has none."""
    for name in MODEL_FILES:
        content = (origin / name).read_bytes()
        if name == CARD_FILE and card is not None:
            content = (json.dumps(card, indent=1, ensure_ascii=False) + "\n").encode()
        write_atomically(folder / name, content)


def _say(line: str) -> None:
    if parallel.is_first():
        print(line, flush=True)
