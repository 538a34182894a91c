"""From corpora to a finished model folder: what `python -m transformer train` does."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import torch

from transformer.corpora import Direction, MixturePart, Pair
from transformer.corpora.direction import UNNAMED
from transformer.corpora.loading import count_lines_with_further_columns, load_held_out, parse_name_and_split
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.errors import CorpusError, TrainingError
from transformer.files import lock_folder, write_atomically
from transformer.model.building import build
from transformer.model.folder import TOKENIZER_FILE, find_model, load_model, save_model
from transformer.model.run_record import MODEL_FOLDER, RunRecord, read_run_record, write_run_record
from transformer.model.translation_model import AnyConfig, TranslationModel
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import parallel
from transformer.training.card import Making, alignment_facts, held_out_alignments, make_card
from transformer.training.config import TrainingConfig
from transformer.training.loop import STATE_FILE, TrainingLoop
from transformer.training.prepared_corpus import (
    EN_FR,
    FEWEST,
    PlainCorpus,
    PreparedCorpus,
    encode_corpus,
    learn_vocabulary,
    read_corpora,
)
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
        dev: a file of pairs to validate on, or a corpus with a split; by default, what the corpora hold out.
        resume: continue the run in the folder.
        initial: a model folder to start from; None for a fresh model.
        vocabulary_of: a model, by name or path, whose vocabulary a fresh one shares; None to learn one.
        command: as typed, for the card.
        warn: receives sentences about what training leaves out, and when it stops.
    """

    mixture: Sequence[MixturePart]
    folder: Path
    direction: Direction = EN_FR
    data: Path | None = None
    dev: str | None = None
    resume: bool = False
    initial: Path | None = None
    vocabulary_of: str | None = None
    command: str = ""
    warn: Callable[[str], object] = lambda _: None


# The model at the start of a run, its vocabulary, and the card of the initial model.
_Beginning: TypeAlias = tuple[TranslationModel, SubwordTokenizer, Mapping[str, Any]]


def run_training(
    options: RunOptions, model_config: AnyConfig, config: TrainingConfig, device: torch.device, listener: Listener
) -> Path:
    """Train, average the best checkpoints, write the model folder, and return its path.

    `model_config` is for a fresh model; an initial model keeps its sizes.
    """
    _check_folder(options)
    plain, held_out = _with_dev(options, read_corpora(options.mixture, options.direction, options.data))
    if not plain.size:
        raise CorpusError("The corpora have no training pairs.")
    with lock_folder(options.folder, "training") if parallel.is_first() else contextlib.nullcontext():
        if parallel.is_first():
            _check_folder(options)  # another process may have trained here while the corpora were read
            _begin_record(options)
        return _train(options, plain, [held_out], model_config, config, device, listener)


def _train(
    options: RunOptions,
    plain: PlainCorpus,
    notes: Sequence[str],
    model_config: AnyConfig,
    config: TrainingConfig,
    device: torch.device,
    listener: Listener,
) -> Path:
    torch.manual_seed(config.seed)
    fresh = options.initial is None
    model, tokenizer, earlier = _begin_fresh(options, plain.parts, model_config) if fresh else _begin_with(options)
    model = model.to(device)
    corpus = encode_corpus(plain, tokenizer, model.config.max_length, VALIDATED_PAIRS)
    loop = TrainingLoop(model, corpus, config, options.folder, listener, options.warn)
    if options.resume:
        loop.resume()
    unnamed = "Name what the model reads and writes with --source and --target: the pages will call it so."
    is_named = UNNAMED not in (options.direction.source, options.direction.target)
    unread = _not_learned_from(options, plain, corpus, model.config.max_length)
    for note in filter(None, (*notes, unread, "" if is_named else unnamed)):
        options.warn(note)
    loop.run()
    folder = options.folder / MODEL_FOLDER
    if parallel.is_first():
        training = {**asdict(config), "averaged_checkpoints": loop.average_best()}
        making = Making(
            options.command, options.mixture, training, loop.state.seconds, options.direction, earlier, plain
        )
        card = make_card(model, corpus, making)
        if making.alignment_known and model.cross_attentions:
            card["alignment"] = alignment_facts(ModelWithVocabulary(model, corpus.tokenizer), held_out_alignments())
        save_model(folder, model, corpus.tokenizer, corpus.source_token_counts, card)
        write_run_record(options.folder, RunRecord(options.direction.source, options.direction.target, finished=True))
    parallel.wait_for_all()
    return folder


def _check_folder(options: RunOptions) -> None:
    state, record, direction = options.folder / STATE_FILE, read_run_record(options.folder), options.direction
    if record is not None and (record.source, record.target) != (direction.source, direction.target):
        raise TrainingError(
            f"{options.folder} holds a training from {record.source!r} to {record.target!r}: continue it with "
            f"--source {record.source} --target {record.target}, or choose another --out."
        )
    if state.exists() and not options.resume:
        raise TrainingError(
            f"{options.folder} already has a run: add --resume to continue it, or choose a different --out."
        )


def _with_dev(options: RunOptions, plain: PlainCorpus) -> tuple[PlainCorpus, str]:
    """The pairs with those that the user gave to validate on, or a tenth of a corpus that holds out none; what to say
    about it.
    """
    if options.dev is not None:
        name, split = parse_name_and_split(options.dev, "dev")
        found = plain.with_dev(name, load_held_out(name, split, options.direction, options.data))
        lost = plain.size - found.size
        return found, f"Left out of training: {lost:,} pairs whose source is in {name} as well." if lost else ""
    found, other = plain.with_pairs_held_out(VALIDATED_PAIRS), "Give --dev FILE to choose by other pairs."
    if found is not plain:
        count = f"{plain.size - found.size:,} of {plain.size:,} pairs"
        return found, f"Held out, to choose the best checkpoints: {count}. {other}"
    if not any(plain.held_out.values()):
        few = f"Nothing is held out of fewer than {FEWEST} pairs: the last checkpoints count as the best."
        return found, f"{few} {other}"
    return found, ""


def _begin_record(options: RunOptions) -> None:
    """Record that training is under way, unless it has finished."""
    record = read_run_record(options.folder)
    if record is None or not (options.folder / STATE_FILE).exists():
        write_run_record(options.folder, RunRecord(options.direction.source, options.direction.target))


def _not_learned_from(options: RunOptions, plain: PlainCorpus, corpus: PreparedCorpus, longest: int) -> str:
    """A sentence about what is left out of the corpora, or an empty text."""
    said = []
    for part in options.mixture:
        if count := count_lines_with_further_columns(part.name):
            lines = "1 line has" if count == 1 else f"{count:,} lines have"
            said.append(f"in {part.name}, {lines} a third column, which is not read")
    pairs = plain.size
    if too_long := pairs - corpus.training_pairs:
        verb = "is" if too_long == 1 else "are"
        said.append(f"{too_long:,} of {pairs:,} pairs {verb} longer than {longest} tokens and {verb} left out")
    return f"Left out of training: {'; '.join(said)}." if said else ""


def _begin_fresh(options: RunOptions, parts: Sequence[tuple[list[Pair], float]], model_config: AnyConfig) -> _Beginning:
    tokenizer = _vocabulary(options, parts, model_config.vocabulary_size)
    # A small corpus may not fill a vocabulary of this size.
    return build(replace(model_config, vocabulary_size=tokenizer.size)), tokenizer, {}


def _begin_with(options: RunOptions) -> _Beginning:
    """A fresh model with the sizes, weights and vocabulary of a finished one."""
    assert options.initial is not None
    finished = load_model(options.initial)
    model = build(finished.model.config)
    model.load_state_dict(finished.model.state_dict())
    return model, finished.tokenizer, finished.card


def _vocabulary(
    options: RunOptions, parts: Sequence[tuple[list[Pair], float]], vocabulary_size: int
) -> SubwordTokenizer:
    """The vocabulary of the run that is resumed; for a new run, another model's or a new one."""
    path = options.folder / TOKENIZER_FILE
    if parallel.is_first() and not (path.exists() and (options.folder / STATE_FILE).exists()):
        if options.vocabulary_of is None:
            learned = learn_vocabulary(parts, vocabulary_size)
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
    return tokenizer
