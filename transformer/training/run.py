"""From corpora to a finished model folder: what `python -m transformer train` does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from transformer.corpora import Direction, MixturePart, Pair
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.errors import CorpusError, TrainingError
from transformer.files import write_atomically
from transformer.model.translation_model import TranslationModel
from transformer.model_folder import TOKENIZER_FILE, find_model, load_model, save_model
from transformer.recurrent.building import AnyConfig, build, config_of
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import parallel
from transformer.training.card import Making, alignment_facts, held_out_alignments, make_card
from transformer.training.config import TrainingConfig
from transformer.training.loop import STATE_FILE, TrainingLoop
from transformer.training.prepared_corpus import EN_FR, encode_corpus, learn_vocabulary, read_corpora
from transformer.training.reports import Listener

VALIDATED_PAIRS = 300  # of each corpus, in each validation


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
        vocabulary_of: a model, by name or path, whose vocabulary a fresh one shares; None to learn one.
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
    vocabulary_of: str | None = None
    command: str = ""


@dataclass(frozen=True)
class _Beginning:
    """The model as a run finds it, with its vocabulary; `card` is that of the model begun with."""

    model: TranslationModel
    tokenizer: SubwordTokenizer
    card: Mapping[str, Any]


def run_training(
    options: RunOptions, model_config: AnyConfig, config: TrainingConfig, device: torch.device, listener: Listener
) -> Path:
    """Train, average the best checkpoints, and write the model folder; returns its path.

    A model begun with keeps its sizes: `model_config` is that of a fresh one.

    Raises:
        GlassformerError: for unusable data, a folder that holds another run, a full disk, a loss that is not finite.
    """
    _check_folder(options)
    plain = read_corpora(options.mixture, options.direction, options.data)
    if not any(pairs for pairs, _ in plain.parts):
        raise CorpusError("The corpora hold no training pair.")
    torch.manual_seed(config.seed)
    begun = _begin_fresh(options, plain.parts, model_config) if options.initial is None else _begin_with(options)
    model = begun.model.to(device)
    corpus = encode_corpus(plain, begun.tokenizer, model.config.max_length, VALIDATED_PAIRS)
    loop = TrainingLoop(model, corpus, config, options.folder, listener)
    if options.resume:
        loop.resume()
    loop.run()
    folder = options.folder / "model"
    if parallel.is_first():
        training = {**config.to_dict(), "averaged_checkpoints": loop.average_best()}
        making = Making(options.command, options.mixture, training, loop.state.seconds, options.direction, begun.card)
        card = make_card(model, corpus, making)
        if making.alignment_known and model.cross_attentions:
            card["alignment"] = alignment_facts(ModelWithVocabulary(model, corpus.tokenizer), held_out_alignments())
        save_model(folder, model, corpus.tokenizer, corpus.source_token_counts, card)
    parallel.wait_for_all()
    return folder


def _check_folder(options: RunOptions) -> None:
    state = options.folder / STATE_FILE
    if state.exists() and not options.resume:
        raise TrainingError(
            f"{options.folder} already holds a run: add --resume to go on with it, or choose another --out."
        )


def _begin_fresh(options: RunOptions, parts: Sequence[tuple[list[Pair], float]], model_config: AnyConfig) -> _Beginning:
    tokenizer = _vocabulary(options, parts, model_config.vocabulary_size)
    # A small corpus may not fill the vocabulary that was asked for.
    return _Beginning(build(replace(model_config, vocabulary_size=tokenizer.size)), tokenizer, {})


def _begin_with(options: RunOptions) -> _Beginning:
    """A model with the weights of a finished one, which learns again, and with another dropout if one is given."""
    assert options.initial is not None
    finished = load_model(options.initial)
    if options.lower_case and not finished.tokenizer.lower_case:
        raise TrainingError(f"{options.initial} has a vocabulary with capitals: leave out --lower-case.")
    sizes = config_of(finished.model)
    model = build(sizes if options.dropout is None else replace(sizes, dropout=options.dropout))
    model.load_state_dict(finished.model.state_dict())
    return _Beginning(model, finished.tokenizer, finished.card)


def _vocabulary(
    options: RunOptions, parts: Sequence[tuple[list[Pair], float]], vocabulary_size: int
) -> SubwordTokenizer:
    """The vocabulary in the run's folder: if there is none yet, another model's or learned from the training pairs."""
    path = options.folder / TOKENIZER_FILE
    if parallel.is_first() and not path.exists():
        if options.vocabulary_of is None:
            learned = learn_vocabulary(parts, vocabulary_size, options.lower_case)
        else:
            learned = SubwordTokenizer.load(find_model(options.vocabulary_of) / TOKENIZER_FILE)
        write_atomically(path, learned.to_json().encode())
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
