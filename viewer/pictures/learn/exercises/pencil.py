"""The second grade: a pencil and a pocket calculator; the numbers you need are given."""

import math

import torch

from transformer.decoding.search import length_penalty
from viewer.pictures.learn.exercises.exercise import Exercise, candidates, format_number, name_tokens, near
from viewer.pictures.learn.worked_example import WorkedExample

FIRST = 5  # tokens whose log-probabilities are added by hand, at most
SEEN = 3  # keys of the softmax that is computed by hand, at most
LIKELY = 3  # tokens of the distribution whose entropy is computed by hand


def scaled(example: WorkedExample) -> Exercise:
    """A score before and after the division by √d_k."""
    d_k = example.translator.model.config.d_k
    raw = example.trace["encoder.0.self_attention.raw_scores"][0]
    query, key = divmod(int(raw.abs().argmax()), raw.size(1))
    answer = float(example.trace["encoder.0.self_attention.scores"][0, query, key])
    names = name_tokens(example.trace.source_tokens)
    return Exercise(
        "scaled",
        "Scaling a score",
        f"Head 1 of the encoder’s layer 1: the query of “{names[query]}” and the key of “{names[key]}” have this dot "
        "product. What is their score?",
        answer,
        "A score is the product divided by the square root of the width of a head.",
        f"{format_number(float(raw[query, key]))} ÷ √{d_k} = {format_number(answer)}.",
        "scores",
        f"encoder.0.0.{query}",
        given={"q · k": float(raw[query, key]), "d_k": d_k},
        tolerance=near(answer),
    )


def softmax(example: WorkedExample) -> Exercise:
    """One weight of a row that sees few keys."""
    position = min(SEEN, len(example.trace.target_tokens)) - 1
    place = "decoder.0.self_attention"
    scores = example.trace[f"{place}.scores"][0, position, : position + 1]
    weights = example.trace[f"{place}.weights"][0, position, : position + 1]
    best = int(weights.argmax())
    names = name_tokens(example.trace.target_tokens)
    answer = float(weights[best])
    exponentials = " + ".join(format_number(math.exp(each)) for each in scores.tolist())
    return Exercise(
        "softmax",
        "One softmax by hand",
        f"Head 1 of the decoder’s layer 1: the query of “{names[position]}” can see {position + 1} "
        f"{'key' if position == 0 else 'keys'}, with these scores. What weight does “{names[best]}” get?",
        answer,
        "e to the power of its score, divided by the sum of e to the power of every score.",
        f"{format_number(math.exp(float(scores[best])))} ÷ ({exponentials}) = {format_number(answer)}.",
        "scores",
        f"decoder.0.0.{position}",
        given={f"score of “{name}”": each for name, each in zip(names, scores.tolist(), strict=False)},
        tolerance=near(answer),
    )


def mask(example: WorkedExample) -> Exercise:
    """How many cells of the causal mask are open."""
    masked = example.trace["decoder.0.self_attention.masked_scores"][0]
    length, answer = masked.size(0), int(torch.isfinite(masked).sum())
    return Exercise(
        "mask",
        "Cells of a mask",
        f"The decoder reads {length} tokens here. How many of the {length} × {length} cells of its mask are open?",
        answer,
        "The first row has one open cell, the second two, and so on.",
        f"{length} · {length + 1} ÷ 2 = {format_number(answer)}: the rows have 1, 2, 3, … open cells.",
        "scores",
        f"decoder.0.0.{length - 1}",
        given={"T": length},
    )


def sine(example: WorkedExample) -> Exercise:
    """One number of the positional encoding."""
    config = example.translator.model.config
    position, pair = len(example.trace.source_tokens) - 1, min(config.d_model // 8, config.d_model // 2 - 1)
    angle = position / config.position_base ** (2 * pair / config.d_model)
    learned = config.positions == "learned"
    answer = math.sin(angle)
    return Exercise(
        "sine",
        "A wave of a position",
        f"What is dimension 2i = {2 * pair} of the sinusoid of position {position}, the last of the sentence?"
        + (" (This model learned its positions; compute what the paper’s formula gives.)" if learned else ""),
        answer,
        "The sine of pos ÷ base^(2i ÷ D), in radians. The dimension is 2i.",
        f"sin({position} ÷ {config.position_base:,.0f}^({2 * pair} ÷ {config.d_model})) = "
        f"sin({format_number(angle)}) = "
        f"{format_number(answer)}.",
        "positions",
        f"encoder.0.0.{position}",
        given={"pos": position, "2i": 2 * pair, "D": config.d_model, "base": config.position_base},
        tolerance=near(answer),
    )


def product(example: WorkedExample) -> Exercise:
    """The probability of the first tokens of a translation."""
    first = example.translation.hypothesis.log_probabilities[:FIRST]
    answer = math.fsum(first)
    return Exercise(
        "product",
        "A log-probability",
        "These are the probabilities that the model gave the first tokens of the translation. What is the natural "
        "logarithm of their joint probability?",
        answer,
        "Probabilities are multiplied, so their logarithms are added.",
        " + ".join(f"ln {format_number(math.exp(each))}" for each in first) + f" = {format_number(answer)}.",
        "steps",
        given={
            f"p of “{name}”": math.exp(each)
            for name, each in zip(name_tokens(example.translation.tokens), first, strict=False)
        },
        tolerance=near(answer),
    )


def penalised(example: WorkedExample) -> Exercise:
    """A hypothesis's score with its length penalty."""
    found, alpha = example.translation.hypothesis, 1.0
    length = len(found.tokens)
    answer = found.log_probability / length_penalty(length, alpha)
    return Exercise(
        "penalised",
        "A score with its length penalty",
        "Beam search compares translations of different lengths by log-probability ÷ ((5 + length) ÷ 6)^α. What is the "
        "score of this translation?",
        answer,
        "First the penalty, then the division. The score is negative.",
        f"{format_number(found.log_probability)} ÷ ((5 + {length}) ÷ 6)^{alpha:.0f} = "
        f"{format_number(found.log_probability)} ÷ "
        f"{format_number(length_penalty(length, alpha))} = {format_number(answer)}.",
        "search",
        given={"log-probability": found.log_probability, "tokens": length, "α": 1},
        tolerance=near(answer),
    )


def entropy(example: WorkedExample) -> Exercise:
    """The entropy of a small distribution, in bits."""
    step = len(example.translation.tokens) // 2
    best = example.trace["logits"][step].double().softmax(dim=-1).topk(LIKELY)
    shares = [*best.values.tolist(), max(0.0, 1 - float(best.values.sum()))]
    likely = candidates([example.translator.tokenizer.token(int(each)) for each in best.indices])
    names = [*(f"p of “{name}”" for name in likely), "p of all others"]
    answer = -sum(share * math.log2(share) for share in shares if share > 0)
    return Exercise(
        "entropy",
        "Doubt in bits",
        f"At step {step + 1} the model divides its probability like this; all other tokens count as one. What is "
        "the entropy in bits?",
        answer,
        "−Σ p · log₂ p; with natural logarithms, divide by ln 2 = 0.6931.",
        " + ".join(f"{format_number(each)} · {format_number(-math.log2(each))}" for each in shares if each > 0)
        + f" = {format_number(answer)}.",
        "output",
        f"decoder.0.0.{step}",
        given=dict(zip(names, shares, strict=True)),
        tolerance=near(answer),
    )


MAKERS = (scaled, softmax, mask, sine, product, penalised, entropy)
