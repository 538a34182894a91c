"""The first grade: nothing to compute."""

from collections.abc import Sequence

import torch

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.pictures.learn.exercises.exercise import (
    CLEAR,
    Exercise,
    apart,
    candidates,
    choose_options,
    counts,
    format_number,
    name_tokens,
)
from viewer.pictures.learn.worked_example import WorkedExample
from viewer.transport.payload import Payload
from viewer.widgets.changes import KINDS
from viewer.widgets.language import source_language
from viewer.widgets.tokens import Chip, chips


def pieces(example: WorkedExample) -> Exercise:
    """Into how many tokens the sentence is cut."""
    tokens = example.trace.source_tokens
    count = len(tokens)
    whole = sum(any(map(str.isalnum, name)) for name, _ in _words(tokens[:-1]))
    options = counts(count, count - 1, count + 1, count + 3)
    return Exercise(
        "pieces",
        "Cut into pieces",
        f"This sentence has {whole} words. The model cuts it into pieces, called tokens: words or parts of words, "
        "punctuation, and at the end </s>. How many tokens are there in all?",
        options.index(str(count)),
        "A frequent word is usually one token; others are cut into several.",
        f"{count}: {' '.join(name_tokens(tokens))}.",
        "embedding",
        options=options,
        pictures=(
            Payload({"chips": [Chip(name, joined=False, special=False) for name, _ in _words(tokens[:-1])]}),
            Payload({"chips": chips(tokens)}),
        ),
    )


def reads(example: WorkedExample) -> Exercise:
    """How many tokens a position of the decoder can see."""
    count = len(example.trace.target_tokens)
    position = min(2, count - 1)
    options = counts(position + 1, position, position + 2, count)
    name = name_tokens(example.trace.target_tokens)[position]
    ordinal = ("first", "second", "third")[position]
    shown = {"chips": chips(example.trace.target_tokens), "marked": position}
    return Exercise(
        "reads",
        "What it can see",
        f"In training, the decoder is given all {count} tokens of the translation, <s> first. Not every one may look "
        f"at all of them. How many can the {ordinal}, “{name}”, see, counting itself?",
        options.index(str(position + 1)),
        "It sees itself and what comes before it; the mask hides the rest.",
        f"{position + 1}: itself and everything before it. "
        + ("The mask sets the scores of those after it to −∞." if position + 1 < count else "It is the last."),
        "scores",
        f"decoder.0.0.{position}",
        options=options,
        pictures=(Payload(shown), Payload({**shown, "seen": position + 1})),
    )


def looks(example: WorkedExample) -> Exercise:
    """Which source word gets the most weight when a token is written."""
    layer = example.translator.alignment_layer
    weights = all_layers(example.trace, "cross", "weights")[layer].mean(dim=0)
    step = _telling(example)
    written = name_tokens(example.trace.output_tokens)[step]
    words = _words(example.trace.source_tokens)
    names = apart([name for name, _ in words])
    totals = [float(weights[step, places].sum()) for _, places in words]
    options, right = choose_options(totals, names)
    return Exercise(
        "looks",
        "Where it looks",
        f"When the model writes “{written}”, at which of these pieces of the "
        f"{source_language(example.translator).name} does the decoder look most?"
        f"{' </s> is its end.' if '</s>' in options else ''}",
        right,
        "Which word does it translate? Attention is often there, but not always.",
        f"“{options[right]}” gets {format_number(max(totals))} of the weight in layer {layer + 1} of the "
        f"cross-attention, on "
        "average over its heads.",
        "heads",
        f"cross.{layer}.mean.{step}",
        options=options,
        shares=tuple(totals[names.index(each)] for each in options),
    )


def _words(tokens: Sequence[str]) -> list[tuple[str, list[int]]]:
    """The words of a sentence with the positions of their tokens; a punctuation mark is one of its own."""
    found: list[tuple[str, list[int]]] = []
    lettered = False
    for position, chip in enumerate(chips(tokens)):
        before, lettered = lettered, any(map(str.isalnum, chip.text)) and not chip.special
        if chip.joined and before and lettered:
            name, places = found[-1]
            found[-1] = (name + chip.text, [*places, position])
        else:
            found.append((chip.text, [position]))
    return found


def next_token(example: WorkedExample) -> Exercise:
    """What the model finds most probable next."""
    step = _telling(example)
    tokenizer = example.translator.tokenizer
    best = example.trace["logits"][step].float().softmax(dim=-1).topk(3)
    likely = candidates([tokenizer.token(int(each)) for each in best.indices])
    options = tuple(sorted(likely))
    before = tokenizer.decode(example.translation.hypothesis.tokens[:step])
    return Exercise(
        "next",
        "The next token",
        (f"The decoder has written “{before}”. " if before else "The decoder has written nothing yet. ")
        + "Which token, a word or only its beginning, does it find most probable next?"
        + (" A dot marks a piece that continues the word before it." if any("·" in each for each in options) else ""),
        options.index(likely[0]),
        "Say the sentence to yourself. How does it go on?",
        f"“{likely[0]}”, with a probability of {format_number(float(best.values[0]))}; “{likely[1]}” has "
        f"{format_number(float(best.values[1]))}.",
        "output",
        f"decoder.0.0.{step}",
        options=options,
        shares=tuple(float(best.values[likely.index(each)]) for each in options),
    )


def doubt(example: WorkedExample) -> Exercise:
    """Which token of the translation the model was least sure of."""
    names = name_tokens(example.translation.tokens)
    probabilities = torch.tensor(example.translation.hypothesis.log_probabilities).exp().tolist()
    lettered = [at for at, chip in enumerate(chips(example.translation.tokens)) if chip.text.isalpha()]
    asked = lettered or list(range(len(names)))  # who can say why it is less sure of a full stop?
    options, right = choose_options([-probabilities[at] for at in asked], [names[at] for at in asked])
    least = min(asked, key=probabilities.__getitem__)
    return Exercise(
        "doubt",
        "Least sure",
        f"The translation is “{example.translation.text}” Which of these tokens was the model least sure of?",
        right,
        "Where could you have put it differently? There, several tokens share the probability.",
        f"“{options[right]}”: it has a probability of {format_number(probabilities[least])}.",
        "steps",
        f"cross.{example.translator.alignment_layer}.mean.{least}",
        options=options,
        shares=tuple(probabilities[names.index(each)] for each in options),
    )


def spread(example: WorkedExample) -> Exercise:
    """Which kind of attention spreads its weight most evenly."""
    nats, means = {}, {}
    for kind in ATTENTION_KINDS:
        weights = all_layers(example.trace, kind, "weights").double()
        nats[kind] = float(torch.special.entr(weights).sum(dim=-1).mean())
        means[KINDS[kind]] = weights.mean(dim=(0, 1))
    most = max(ATTENTION_KINDS, key=nats.__getitem__)
    told = ", ".join(f"{KINDS[kind]} {format_number(nats[kind])}" for kind in ATTENTION_KINDS)
    return Exercise(
        "spread",
        "Sharp or spread",
        "A row of a picture is a token that looks, a column one that it looks at; here is the mean over layers and "
        "heads. Which attention spreads its looks most widely, over the most cells of a row?",
        ATTENTION_KINDS.index(most),
        "A query that can see few tokens can’t spread its weight far.",
        f"{KINDS[most].capitalize()}. The larger, the wider (entropy, in nats): {told}.",
        "heads",
        f"{most}.0.mean.0",
        options=tuple(KINDS[kind] for kind in ATTENTION_KINDS),
        pictures=(Payload({"grids": list(means)}, means),) * 2,
    )


def _telling(example: WorkedExample) -> int:
    """A step in the middle of the translation at which one token is clearly the most probable, if there is one."""
    count = len(example.translation.tokens)
    best = example.trace["logits"][:count].float().softmax(dim=-1).topk(2).values
    clear = [step for step in range(count) if best[step, 0] - best[step, 1] >= CLEAR]
    return min(clear or range(count), key=lambda step: abs(step - count // 3))


MAKERS = (looks, pieces, next_token, doubt, reads, spread)
