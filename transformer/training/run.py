"""From corpora to a finished model folder: what `python -m transformer train` does."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from transformer.corpora import EVERYDAY, Direction, MixturePart, Pair, everyday, load_mixture, load_pairs
from transformer.corpora.encoding import EncodedPair, encode_pairs
from transformer.corpora.origin import origin_of
from transformer.decoding.alignment import measure_alignment
from transformer.devices import machine
from transformer.errors import CorpusError, TrainingError
from transformer.files import write_atomically
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer, count_parameters
from transformer.model_folder import load_model, save_model
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import parallel
from transformer.training.config import TrainingConfig
from transformer.training.trainer import STATE_FILE, Listener, Trainer

# Licences of what a model was trained on, for its card.
LICENCES = {
    "everyday": "written for this project, MIT",
    "multi30k": "for non-commercial research and education; Elliott et al. 2016 and 2017",
    "tatoeba": "CC BY 2.0 FR, tatoeba.org contributors",
}
EN_FR = Direction("en", "fr")
ALIGNED_PAIRS = 200  # measured to find the layer that aligns best
DEV_PAIRS = 300  # of each corpus, looked at in each validation


@dataclass(frozen=True)
class RunOptions:
    """What to train on and where to put it.

    Attributes:
        mixture: corpora and their weights.
        folder: of the run; the finished model is in its `model/`.
        direction: the languages read and written.
        data: folder of the downloaded corpora.
        resume: go on with what the folder holds.
        initial: a model folder to begin with, its sizes and vocabulary included; None for a fresh model.
        dropout: of a model begun with, from here on; None to keep its own.
        lower_case: learn a vocabulary without capitals.
        command: as typed, for the card.
    """

    mixture: Sequence[MixturePart]
    folder: Path
    direction: Direction = EN_FR
    data: Path | None = None
    resume: bool = False
    initial: Path | None = None
    dropout: float | None = None
    lower_case: bool = False
    command: str = ""


def run_training(
    options: RunOptions, model_config: ModelConfig, config: TrainingConfig, device: torch.device, listener: Listener
) -> Path:
    """Train, average the best checkpoints, and write the model folder; returns its path.

    A model begun with keeps its sizes: `model_config` is that of a fresh one.

    Raises:
        GlassformerError: for unusable data, a folder that holds another run, a full disk, a loss that is not finite.
    """
    _check_folder(options)
    mixture = load_mixture(options.mixture, options.direction.foreign, options.data)
    train_pairs = [(options.direction.turned(pairs), weight) for pairs, weight in mixture]
    if not any(pairs for pairs, _ in train_pairs):
        raise CorpusError("The corpora hold no training pair.")
    torch.manual_seed(config.seed)
    if options.initial is None:
        tokenizer = _vocabulary(options, train_pairs, model_config.vocabulary_size)
        # A small corpus may not fill the vocabulary that was asked for.
        model_config = replace(model_config, vocabulary_size=tokenizer.size)
        model = Transformer(model_config).to(device)
        earlier: dict[str, Any] = {}
    else:
        begun_with = load_model(options.initial, device)
        tokenizer, model = begun_with.tokenizer, _to_train_on(begun_with.model, options.dropout).to(device)
        if options.lower_case and not tokenizer.lower_case:
            raise TrainingError(f"{options.initial} has a vocabulary with capitals: leave out --lower-case.")
        model_config = model.config
        earlier = begun_with.card
    longest = model_config.max_length
    train = [(encode_pairs(pairs, tokenizer, longest), weight) for pairs, weight in train_pairs]
    trainer = Trainer(model, tokenizer, train, _dev_sets(options, tokenizer, longest), config, options.folder, listener)
    if options.resume:
        trainer.resume()
    trainer.run()
    folder = options.folder / "model"
    if parallel.is_first():
        averaged = trainer.average_best()
        model.eval()
        card = _card(options, earlier, model, config, train, trainer.progress.seconds, averaged)
        if options.direction == EN_FR and any(part.name in EVERYDAY for part in options.mixture):
            card["alignment"] = alignment_facts(model, tokenizer)
        save_model(folder, model, tokenizer, source_token_counts(train, model_config.vocabulary_size), card)
    parallel.wait_for_all()
    return folder


def _to_train_on(model: Transformer, dropout: float | None) -> Transformer:
    """A model with the weights of a frozen one, which learns again, and with another dropout if one is given."""
    trainable = Transformer(model.config if dropout is None else replace(model.config, dropout=dropout))
    trainable.load_state_dict(model.state_dict())
    return trainable


def _check_folder(options: RunOptions) -> None:
    state = options.folder / STATE_FILE
    if state.exists() and not options.resume:
        raise TrainingError(
            f"{options.folder} already holds a run: add --resume to go on with it, or choose another --out."
        )


def _vocabulary(
    options: RunOptions, train_pairs: Sequence[tuple[list[Pair], float]], vocabulary_size: int
) -> SubwordTokenizer:
    """The vocabulary in the run's folder, learned from the training pairs if there is none yet."""
    path = options.folder / "tokenizer.json"
    if parallel.is_first() and not path.exists():
        # Each corpus speaks as loudly as it will in training.
        texts = (
            text
            for pairs, weight in train_pairs
            for _ in range(max(1, round(weight)))
            for pair in pairs
            for text in pair
        )
        write_atomically(path, SubwordTokenizer.train(texts, vocabulary_size, options.lower_case).to_json().encode())
    parallel.wait_for_all()
    tokenizer = SubwordTokenizer.load(path)
    if tokenizer.size > vocabulary_size:
        raise TrainingError(
            f"{path} has {tokenizer.size} tokens, more than the {vocabulary_size} asked for: "
            "give --vocabulary as in the first run, or choose another --out."
        )
    if tokenizer.lower_case != options.lower_case:
        raise TrainingError(
            f"{path} was learned {'without' if tokenizer.lower_case else 'with'} capitals: "
            "give --lower-case as in the first run, or choose another --out."
        )
    return tokenizer


def _dev_sets(
    options: RunOptions, tokenizer: SubwordTokenizer, longest: int
) -> dict[str, tuple[list[EncodedPair], list[str]]]:
    sets = {}
    for part in options.mixture:
        pairs = options.direction.turned(load_pairs(part.name, "dev", options.direction.foreign, options.data))
        sample = pairs[:: max(1, len(pairs) // DEV_PAIRS)][:DEV_PAIRS]
        fitting = [pair for pair in sample if len(encode_pairs([pair], tokenizer, longest)) == 1]
        if fitting:
            references = [pair.target.lower() if tokenizer.lower_case else pair.target for pair in fitting]
            sets[part.name] = (encode_pairs(fitting, tokenizer, longest), references)
    return sets


def source_token_counts(train: Sequence[tuple[Sequence[EncodedPair], float]], vocabulary_size: int) -> Tensor:
    """(V,), how often each token stands in the training sources."""
    counts = torch.zeros(vocabulary_size, dtype=torch.int64)
    for pairs, _ in train:
        ids = torch.tensor([token for pair in pairs for token in pair.source], dtype=torch.long)
        counts += torch.bincount(ids, minlength=vocabulary_size)
    return counts.clamp(max=2**31 - 1)


def _card(
    options: RunOptions,
    earlier: dict[str, Any],
    model: Transformer,
    config: TrainingConfig,
    train: Sequence[tuple[Sequence[EncodedPair], float]],
    seconds: float,
    averaged: int,
) -> dict[str, Any]:
    source_lengths = sorted(len(pair.source) for pairs, _ in train for pair in pairs)
    families = {_family(part.name) for part in options.mixture}
    before = [*commands_behind(earlier), *(command for part in options.mixture for command in origin_of(part.name))]
    return {
        "source_language": options.direction.source,
        "target_language": options.direction.target,
        **({"earlier_commands": list(dict.fromkeys(before))} if before else {}),
        "command": options.command,
        "corpora": [
            {"name": part.name, "weight": part.weight, "training_pairs": len(pairs)}
            for part, (pairs, _) in zip(options.mixture, train, strict=True)
        ],
        "training": {
            **config.to_dict(),
            "averaged_checkpoints": averaged,
            "hours": round(earlier.get("training", {}).get("hours", 0) + seconds / 3600, 2),
            "machine": machine(parallel.world_size()),
            "torch": torch.__version__,
            "finished": time.strftime("%Y-%m-%d"),
        },
        "parameters": count_parameters(model),
        "longest_usual_source": source_lengths[int(0.995 * (len(source_lengths) - 1))],
        "licences": {name: LICENCES.get(name, "the user's own data") for name in sorted(families)},
        "scores": [],
    }


def commands_behind(card: Mapping[str, Any]) -> list[str]:
    """What made a model, the first command first; none for an empty card."""
    return [command for command in (*card.get("earlier_commands", []), card.get("command")) if command]


def _family(corpus: str) -> str:
    """What a corpus belongs to: the halves of `everyday`, and single files of it, are `everyday`."""
    own_file = Path(corpus).resolve().is_relative_to(everyday.ASSETS)
    return "everyday" if own_file or corpus in EVERYDAY else corpus


def alignment_facts(model: Transformer, tokenizer: SubwordTokenizer) -> dict[str, Any]:
    """A card's `alignment`: which decoder layer's cross-attention aligns words best, on held-out everyday pairs."""
    quality = measure_alignment(model, tokenizer, everyday.grammar_pairs("dev")[:ALIGNED_PAIRS])
    return {"best_layer": quality.best_layer, "error_rates": list(quality.error_rates), "pairs": quality.pairs}
