"""The third grade: size, memory and cost, which you need to know to build such a model."""

import math

import torch

from transformer.decoding.search import DEFAULT_BEAM
from transformer.model.attentions import ATTENTION_KINDS, all_layers, attention_at
from viewer.pictures.learn.exercises.exercise import Exercise, format_number, near
from viewer.pictures.learn.worked_example import WorkedExample

FORBIDDEN = -1_000.0  # a logit below this is a bias that keeps a token from being written
FLOAT = 4  # bytes of a number in float32
SMOOTHING = 0.1  # of the label-smoothed loss


def attention_parameters(example: WorkedExample) -> Exercise:
    """The parameters of one attention."""
    config = example.translator.model.config
    attention = attention_at(example.translator.model, "decoder.0.cross_attention")
    answer = sum(each.numel() for each in attention.parameters())
    width = config.d_model
    return Exercise(
        "attention-parameters",
        "One attention’s parameters",
        "How many parameters does one multi-head attention have: the matrices for queries, keys, values and the "
        "output, each with a bias?",
        answer,
        "Four square matrices. The number of heads makes no difference.",
        f"4 · ({width} · {width} + {width}) = {format_number(answer)}.",
        "projections",
        given={"D": width, "H": config.heads},
    )


def weights_computed(example: WorkedExample) -> Exercise:
    """How many attention weights one sentence takes."""
    config = example.translator.model.config
    source, target = len(example.trace.source_tokens), len(example.trace.target_tokens)
    answer = sum(all_layers(example.trace, kind, "weights").numel() for kind in ATTENTION_KINDS)
    return Exercise(
        "weights",
        "Attention weights of a sentence",
        "How many attention weights does the model compute for this sentence and its translation, in all layers and "
        "heads, including masked ones?",
        answer,
        "S × S in each encoder layer and head; T × T and T × S in each decoder layer and head.",
        f"{config.heads} · ({config.encoder_layers} · {source}² + {config.decoder_layers} · ({target}² + {target} · "
        f"{source})) = {format_number(answer)}. Twice as many tokens need four times as many.",
        "one_after_another",
        given={
            **{"S": source, "T": target, "H": config.heads},
            **{"encoder layers": config.encoder_layers, "decoder layers": config.decoder_layers},
        },
    )


def cache(example: WorkedExample) -> Exercise:
    """The bytes of the key and value cache after the last step."""
    config = example.translator.model.config
    source, target = len(example.trace.source_tokens), len(example.trace.target_tokens)
    kept = [all_layers(example.trace, kind, name) for kind in ("decoder", "cross") for name in ("key", "value")]
    answer = FLOAT * sum(each.numel() for each in kept)
    return Exercise(
        "cache",
        "Memory of the cache",
        f"While decoding, every decoder layer keeps the keys and values of the {target} tokens that it has read, and "
        f"of the {source} source tokens, as numbers of {FLOAT} bytes. How many bytes is that per translation?",
        answer,
        "With its heads put together, a key is as wide as the model. So is a value.",
        f"{FLOAT} · 2 · {config.decoder_layers} · {config.d_model} · ({target} + {source}) = {format_number(answer)}.",
        "steps",
        given={"decoder layers": config.decoder_layers, "D": config.d_model, "T": target, "S": source},
    )


def perplexity(example: WorkedExample) -> Exercise:
    """The model's perplexity on its own translation."""
    found = example.translation.hypothesis
    length = len(found.tokens)
    answer = math.exp(-found.log_probability / length)
    return Exercise(
        "perplexity",
        "Perplexity",
        "What is the perplexity of the model on its own translation?",
        answer,
        "e to the power of the mean loss; the loss of a token is minus its log-probability.",
        f"e^({format_number(-found.log_probability)} ÷ {length}) = {format_number(answer)}.",
        "output",
        given={"log-probability": found.log_probability, "tokens": length},
        tolerance=near(answer),
    )


def smoothed_loss(example: WorkedExample) -> Exercise:
    """A token's loss with label smoothing."""
    written = example.translation.hypothesis.tokens[0]
    logits = example.trace["logits"][0].double()
    losses = -torch.log_softmax(logits, dim=-1)
    own, mean = float(losses[written]), float(losses[logits > FORBIDDEN].mean())
    answer = (1 - SMOOTHING) * own + SMOOTHING * mean
    return Exercise(
        "smoothed",
        "Label smoothing",
        f"Here are the first token’s −ln p and the mean −ln p over the whole vocabulary. What is its loss with "
        f"label smoothing of ε = {SMOOTHING}?",
        answer,
        "(1 − ε) times its own, ε times the mean.",
        f"{1 - SMOOTHING} · {format_number(own)} + {SMOOTHING} · {format_number(mean)} = {format_number(answer)}. "
        "Being certain costs something: the other tokens must stay possible.",
        "learning",
        given={"−ln p": own, "mean of −ln p": mean},
        tolerance=near(answer),
    )


def beam_candidates(example: WorkedExample) -> Exercise:
    """How many continuations beam search compares at a step."""
    size = example.translator.model.config.vocabulary_size
    answer = DEFAULT_BEAM * size
    return Exercise(
        "candidates",
        "What beam search compares",
        f"Beam search keeps {DEFAULT_BEAM} translations. How many continuations does it choose from at a step, if none "
        "of them has ended?",
        answer,
        "Each of them can go on with any token of the vocabulary.",
        f"{DEFAULT_BEAM} · {size:,} = {format_number(answer)}. The {DEFAULT_BEAM} best are kept.",
        "search",
        given={"beam": DEFAULT_BEAM, "V": size},
    )


MAKERS = (
    attention_parameters,
    weights_computed,
    cache,
    perplexity,
    smoothed_loss,
    beam_candidates,
)
