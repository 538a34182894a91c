"""The first grade: nothing to compute, everything to be seen."""

import torch

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.learn.exercises.exercise import Exercise, candidates, counts, named, offered, shown
from viewer.learn.worked_example import WorkedExample

KIND_NAMES = {
    "encoder": "encoder self-attention",
    "decoder": "decoder self-attention",
    "cross": "cross-attention",
}


def pieces(example: WorkedExample) -> Exercise:
    """Into how many tokens the sentence is cut."""
    tokens = example.trace.source_tokens
    count = len(tokens)
    options = counts(count, count - 1, count + 1, 2 * count)
    return Exercise(
        "pieces",
        "Cut into pieces",
        "The encoder reads the sentence as tokens, the last of which, </s>, marks its end. How many are they here?",
        options.index(str(count)),
        "A usual word is one token. A rare one is cut into several, and a full stop is a token of its own.",
        f"{count}: {' '.join(named(tokens))}.",
        "embedding",
        options=options,
    )


def reads(example: WorkedExample) -> Exercise:
    """How many tokens a position of the decoder may see."""
    count = len(example.trace.target_tokens)
    position = min(2, count - 1)
    options = counts(position, position + 1, count, count + 1)
    name = named(example.trace.target_tokens)[position]
    return Exercise(
        "reads",
        "What may be seen",
        f"The decoder reads {count} tokens, <s> first. How many of them may its token number {position + 1}, “{name}”, "
        "look at?",
        options.index(str(position + 1)),
        "It sees itself and what stands before it; the mask hides the rest.",
        f"{position + 1}: those up to itself. "
        + ("The mask sets the scores of those after it to −∞." if position + 1 < count else "It is the last."),
        "scores",
        f"decoder.0.0.{position}",
        options=options,
    )


def looks(example: WorkedExample) -> Exercise:
    """Which source token gets the most weight while a token is said."""
    layer = example.translator.alignment_layer
    weights = all_layers(example.trace, "cross", "weights")[layer].mean(dim=0)
    step = _telling(example)
    names, said = named(example.trace.source_tokens), named(example.trace.output_tokens)[step]
    options, right = offered(weights[step].tolist(), names)
    return Exercise(
        "looks",
        "Where it looks",
        f"While “{said}” is said: which English token gets the most weight in layer {layer + 1} of the "
        "cross-attention, on average over its heads?",
        right,
        "Which English word does it translate? Attention often lies there, but it need not.",
        f"“{options[right]}” gets {shown(float(weights[step].max()))} of the weight.",
        "heads",
        f"cross.{layer}.mean.{step}",
        options=options,
    )


def next_token(example: WorkedExample) -> Exercise:
    """What the model holds most probable next."""
    step = _telling(example)
    tokenizer = example.translator.tokenizer
    best = example.trace["logits"][step].float().softmax(dim=-1).topk(3)
    likely = candidates([tokenizer.token(int(each)) for each in best.indices])
    options = tuple(sorted(likely))
    before = tokenizer.decode(example.translation.hypothesis.tokens[:step])
    return Exercise(
        "next",
        "The next token",
        (f"The decoder has said “{before}”. " if before else "The decoder has said nothing yet. ")
        + "Which token does it find most probable next? A dot marks a piece that goes on with the word before it.",
        options.index(likely[0]),
        "Say the sentence to yourself, and how it goes on.",
        f"“{likely[0]}”, with a probability of {shown(float(best.values[0]))}; “{likely[1]}” has "
        f"{shown(float(best.values[1]))}.",
        "output",
        f"decoder.0.0.{step}",
        options=options,
    )


def doubt(example: WorkedExample) -> Exercise:
    """Which token of the translation the model was least sure of."""
    surest = example.translation.hypothesis.log_probabilities
    names = named(example.translation.tokens)
    options, right = offered([-each for each in surest], names)
    least = min(range(len(surest)), key=surest.__getitem__)
    probability = float(torch.tensor(surest[least]).exp())
    return Exercise(
        "doubt",
        "Least sure",
        f"The translation is “{example.translation.text}” Of which of its tokens was the model least sure?",
        right,
        "Where could one have said it differently? There probability is shared among several tokens.",
        f"Of “{options[right]}”: it has a probability of {shown(probability)}.",
        "steps",
        f"cross.{example.translator.alignment_layer}.mean.{least}",
        options=options,
    )


def spread(example: WorkedExample) -> Exercise:
    """Which kind of attention spreads its weight most evenly."""
    bits = {}
    for kind in ATTENTION_KINDS:
        weights = all_layers(example.trace, kind, "weights").double()
        bits[kind] = float(torch.special.entr(weights).sum(dim=-1).mean() / torch.tensor(2.0).log())
    most = max(ATTENTION_KINDS, key=bits.__getitem__)
    told = ", ".join(f"{KIND_NAMES[kind]} {shown(bits[kind])}" for kind in ATTENTION_KINDS)
    return Exercise(
        "spread",
        "Sharp or spread",
        "Entropy says how widely weights are spread: 0 bits where all lies on one token, more the more evenly it is "
        "shared. Which attention has the largest, on average over its layers, heads and queries?",
        ATTENTION_KINDS.index(most),
        "A query that may see few tokens cannot spread its weight far.",
        f"{KIND_NAMES[most].capitalize()}. In bits: {told}.",
        "heads",
        f"{most}.0.mean.0",
        options=tuple(KIND_NAMES[kind] for kind in ATTENTION_KINDS),
    )


def _telling(example: WorkedExample) -> int:
    """A step in the middle of the translation."""
    return min(len(example.translation.tokens) - 1, max(0, len(example.translation.tokens) // 3))


MAKERS = (pieces, reads, looks, next_token, doubt, spread)
