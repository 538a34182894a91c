"""The five screens of the path for a beginner: one idea each, a question, and the answer that the model itself gives.

All of them look at one sentence, the one that every page opens with. Nothing here is written down as an answer: which
of the options is right is computed from the model that was chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import torch
import torch.nn.functional as F

from transformer import GlassformerError, Translator
from transformer.analysis.measures.order import encoded_in_orders, exchanged, in_float64, largest_difference
from transformer.model.attentions import ATTENTION_KINDS, all_layers
from transformer.text.words import spelled, text_words
from viewer.learn.worked_example import WorkedExample
from viewer.widgets import charts
from viewer.widgets.language import written_by
from viewer.widgets.tokens import Chip, chips, chips_within

ROUNDING = 1e-9  # below it two vectors of 64-bit numbers are the same
SUBJECT = "dog"  # the word whose neighbours are asked for, where the sentence has it
ANIMALS = frozenset({"cat", "horse", "fox", "bird", "cow", "wolf", "rabbit", "sheep", "puppy", "monkey"})
CANDIDATES = 5  # tokens that the last screen shows


@dataclass(frozen=True)
class Screen:
    """One idea with its question.

    Attributes:
        title: the idea in a few words. idea: in two or three sentences.
        question: to be answered before the answer is shown. options: among which one chooses. right: which one it is.
        told: what the model's numbers say.
        picture: the numbers.
        onward: the page that shows more, by its address; more: what one finds there.
    """

    title: str
    idea: str
    question: str
    options: tuple[str, ...]
    right: int
    told: str
    picture: go.Figure
    onward: str
    more: str


def screens(translator: Translator, sentence: str) -> tuple[Screen, ...]:
    """All screens for one sentence.

    Raises:
        GlassformerError: if the model has not learned enough words for the questions.
    """
    example = WorkedExample(translator, translator.translate(sentence))
    if len(_words(example)) < 3 or not _spoken(example):
        raise GlassformerError(
            "This model knows too few whole words for these questions: choose one of the shipped models at the top "
            "right, or train it for longer."
        )
    makers: Sequence[Callable[[WorkedExample], Screen]] = (vectors, order, looking, heads, next_word)
    return tuple(make(example) for make in makers)


def vectors(example: WorkedExample) -> Screen:
    """Words become vectors; words used alike lie close together."""
    translator = example.translator
    known = _words(example)
    word = SUBJECT if SUBJECT in known else known[0]
    others = [each for each in known if each != word][-2:]
    table = translator.model.source_embedding.weight.detach().float()
    alike = _words_alike(translator, word, table)
    other_words = [each for each in alike if each[:3] != word[:3] and each not in others]
    # Another animal, where one is near: its park may be nearer, but what that shares with a dog is hard to guess.
    found = next((each for each in other_words if word == SUBJECT and each in ANIMALS), (other_words or alike)[0])
    compared = list(dict.fromkeys([*alike[:4], found, *others]))
    rows = [translator.tokenizer.vocabulary.index(f"▁{each}") for each in (word, *compared)]
    unit = F.normalize(table[rows], dim=1)
    cosines = dict(zip(compared, (unit[0] @ unit[1:].T).tolist(), strict=True))
    options = tuple(sorted([found, *others]))
    right = max(range(len(options)), key=lambda at: cosines[options[at]])
    ordered = sorted(compared, key=lambda each: cosines[each])
    return Screen(
        "Words become vectors",
        f"A network computes with numbers. So every word, or piece of a word, fetches a row of {table.size(1)} numbers "
        "from a table: its vector. Nobody wrote the table, it was learned. Words that are used alike have come to "
        "point in similar directions.",
        f"Which of these words points most nearly in the direction of “{word}”?",
        options,
        right,
        f"“{options[right]}”: the cosine of the two directions is {cosines[options[right]]:.2f}; 1 is the same "
        "direction, 0 has nothing in common. The model was never told what the words mean: it has only seen "
        "sentences with them.",
        _bars(
            "cosines-of-words",
            f"Cosine of each word’s vector with that of “{word}”",
            "cosine",
            ordered,
            [cosines[each] for each in ordered],
        ),
        "embedding",
        "the whole table as a map, and the neighbours of any word",
    )


def order(example: WorkedExample) -> Screen:
    """Without positions the encoder cannot tell one order from another."""
    translator, ids = example.translator, example.translation.source.ids
    first, last = _first_and_last(example)
    names = [spelled(example.translation.source.tokens, each) for each in (first, last)]
    swapped = exchanged(len(ids), first, last)
    precise = in_float64(translator.model)
    differences = {
        name: largest_difference(encoded_in_orders(precise, ids, [tuple(range(len(ids))), swapped], with_positions))
        for name, with_positions in (("without positions", False), ("with positions", True))
    }
    options = (
        "Other vectors for every word",
        "Other vectors for these two words alone",
        "The same vectors as before, only in another order",
    )
    same = differences["without positions"] < ROUNDING
    return Screen(
        "Order must be added",
        "A Transformer looks at all words at once, not one after the other. Where a word stands is therefore not known "
        "by itself. So before anything else each position adds a pattern of its own, made of waves, to the word’s "
        "vector.",
        f"Suppose we leave the positions out, and let “{names[0]}” and “{names[1]}” change places. What does the "
        "encoder compute?",
        options,
        2 if same else 0,
        f"Without positions each word gets the very vector it had before (the largest difference is "
        f"{_small(differences['without positions'])}): who stands where makes no difference, “{names[0]}” before "
        f"“{names[1]}” or behind it. With positions the largest difference of a number is "
        f"{differences['with positions']:.2f}.",
        _bars(
            "two-words-changed-places",
            "Largest difference of a word’s vector after two words changed places",
            "largest difference",
            list(differences),
            list(differences.values()),
        ),
        "positions",
        "the waves, and other ways to say where a word stands",
    )


def looking(example: WorkedExample) -> Screen:
    """Attention: to say a word, the decoder looks at words of the source."""
    step, weights, words = _look(example)
    spoken = chips(example.translation.tokens)[step].text
    spelling = [_letters(example, word) for word in words]
    totals = [float(weights[word].sum()) for word in words]
    best = max(range(len(words)), key=lambda at: totals[at])
    near = sorted((at for at in range(len(words)) if at != best), key=lambda at: abs(at - best))[:2]
    options = tuple(spelling[at] for at in sorted([best, *near]))
    return Screen(
        "Looking: attention",
        "To say its next word the model looks back at the sentence: each word gets a weight, all weights together are "
        "1, and what was found is mixed by these weights. This is attention. The weights are computed anew for every "
        "word that is said.",
        f"The sentence is “{example.translation.source.text}” To say “{spoken}”, which of these words gets the most "
        "weight?",
        options,
        options.index(spelling[best]),
        f"“{spelling[best]}” gets {totals[best]:.2f} of the weight. {_language(example)} often has another word order "
        "than English: attention finds the right word wherever it stands.",
        _bars(
            "weights-of-words",
            f"Weight of every word when “{spoken}” is said",
            "weight",
            list(reversed([f"{name} ({at + 1})" for at, name in enumerate(spelling)])),
            list(reversed(totals)),
        ),
        "scores",
        "how a weight is computed, in six steps",
    )


def heads(example: WorkedExample) -> Screen:
    """Many looks at once: heads look at different things."""
    step, weights, words = _look(example)
    best = max(words, key=lambda word: float(weights[word].sum()))
    name = _letters(example, best)
    spoken = chips(example.translation.tokens)[step].text
    every = all_layers(example.trace, "cross", "weights")[:, :, step]
    on_word = every[:, :, best].sum(dim=-1)
    looking_there = [
        (layer, head)
        for layer in range(every.size(0))
        for head in range(every.size(1))
        if int(every[layer, head].argmax()) in best
    ]
    count = on_word.numel()
    options = ("All of them", "Some of them", "None of them")
    right = 0 if len(looking_there) == count else 2 if not looking_there else 1
    labels = [f"layer {layer + 1}, head {head + 1}" for layer in range(every.size(0)) for head in range(every.size(1))]
    total = sum(all_layers(example.trace, kind, "weights").shape[:2].numel() for kind in ATTENTION_KINDS)
    return Screen(
        "Many looks at once",
        f"One look is not enough: the model looks many times at once, each time with other questions. Each of these "
        f"looks is a head. The decoder of this model has {count} heads that look at the source sentence; with those "
        f"that look at their own side there are {total}.",
        f"To say “{spoken}”: how many of these {count} heads look most at “{name}”?",
        options,
        right,
        f"{len(looking_there)} of {count} do. The others look at other words, or at the end of the sentence, where a "
        "head rests that has nothing to find. Which head does what was never laid down: it came about in training.",
        _bars(
            "weights-of-heads",
            f"Weight of each head on “{name}” when “{spoken}” is said",
            f"weight on “{name}”",
            list(reversed(labels)),
            list(reversed(on_word.flatten().tolist())),
            30 + 22 * count,
        ),
        "heads",
        "every head at a glance, and what each of them does",
    )


def next_word(example: WorkedExample) -> Screen:
    """The decoder gives every token of the vocabulary a probability to come next."""
    translator, translation = example.translator, example.translation
    entropies = translation.entropies
    step = 1 + int(entropies[1:-1].argmax()) if len(entropies) > 2 else 0
    probabilities = translation.log_probabilities[step].exp()
    best = probabilities.topk(CANDIDATES)
    shown = [chips_within([translator.tokenizer.token(int(each))])[0] for each in best.indices]
    names = [f"·{chip.text}" if chip.joined else chip.text for chip in shown]
    taken = translation.hypothesis.tokens[step]
    so_far = translator.tokenizer.decode(translation.hypothesis.tokens[:step])
    options = tuple(sorted(names[:3]))
    return Screen(
        "Saying the next word",
        "The translation is made from left to right, one piece of a word at a time. Each time the model gives all "
        f"{translator.model.config.vocabulary_size:,} pieces of its vocabulary a probability; one is taken, joined to "
        "what was said, and read again for the next.",
        f"It has said “{so_far}”. Which piece does it find most probable next?" + _joined_note(shown[:3]),
        options,
        options.index(names[0]),
        f"“{names[0]}” has a probability of {float(best.values[0]):.2f}, “{names[1]}” {float(best.values[1]):.2f}. "
        + (
            "It is taken"
            if taken == int(best.indices[0])
            else f"Yet “{chips_within([translator.tokenizer.token(taken)])[0].text}” is taken: a search looks further"
        )
        + f", and in the end the sentence is “{translation.text}”",
        _bars(
            "most-probable-pieces",
            f"The most probable pieces after “{so_far}”",
            "probability",
            list(reversed(names)),
            list(reversed(best.values.tolist())),
        ),
        "steps",
        "every step of a translation, and other ways to go on",
    )


def _bars(
    name: str, words: str, axis: str, names: Sequence[str], values: Sequence[float], height: int = 0
) -> go.Figure:
    chart = charts.figure(
        words,
        f"glassformer-{name}",
        height or 70 + 30 * len(names),
        showlegend=False,
        hovermode="closest",
        margin={"t": 10},
        xaxis={**charts.STILL, "title": {"text": axis}, "range": [min(0, *values), 1.12 * max(*values, 1e-12)]},
        yaxis={**charts.STILL, "showgrid": False, "type": "category"},
    )
    chart.add_trace(
        charts.bar(
            words,
            values,
            names,
            charts.tint(charts.BLUE, 55),
            text=[charts.signed(value, 3 if abs(value) < 0.01 else 2) for value in values],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    return chart


def _words(example: WorkedExample) -> list[str]:
    """The source's words that are whole pieces of the vocabulary, without the first, which begins with a capital."""
    known = set(example.translator.tokenizer.vocabulary)
    tokens = example.translation.source.tokens
    names = [spelled(tokens, word[:1]) for word in text_words(tokens)[1:]]
    return [each for each in dict.fromkeys(names) if len(each) > 3 - (each == SUBJECT) and f"▁{each}" in known]


def _words_alike(translator: Translator, word: str, table: torch.Tensor) -> list[str]:
    """Whole words of the vocabulary, the most alike first."""
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[translator.tokenizer.vocabulary.index(f"▁{word}")]
    named = (translator.tokenizer.token(int(each)) for each in cosines.argsort(descending=True))
    whole = (each[1:] for each in named if each.startswith("▁") and len(each) > 3 and each[1:].isalpha())
    return [each for each in whole if each != word and each.islower()][:40]


def _first_and_last(example: WorkedExample) -> tuple[list[int], list[int]]:
    tokens = example.translation.source.tokens
    places = {spelled(tokens, word[:1]): word[:1] for word in text_words(tokens) if spelled(tokens, word[:1]).isalpha()}
    wanted = [places[each] for each in _words(example)]
    return wanted[SUBJECT in _words(example)], wanted[-1]


def _look(example: WorkedExample) -> tuple[int, torch.Tensor, list[list[int]]]:
    """The step whose look is clearest where the order is another one, its weights (S), and the source's words."""
    translation, tokens = example.translation, example.translation.source.tokens
    layer = example.translator.alignment_layer
    weights = all_layers(example.trace, "cross", "weights")[layer].mean(dim=0)[: len(translation.tokens)]
    words = [word for word in text_words(tokens) if any(map(str.isalpha, spelled(tokens, word)))]
    lettered = [place for word in words for place in word]

    def clearness(step: int) -> tuple[bool, float]:
        looked = max(lettered, key=lambda place: float(weights[step, place]))
        return looked != step, float(weights[step, looked])

    step = max(_spoken(example), key=clearness)
    return step, weights[step], words


def _spoken(example: WorkedExample) -> list[int]:
    """The steps that say a word, or a long piece of one."""
    shown = chips(example.translation.tokens)
    return [at for at, chip in enumerate(shown) if len(chip.text) > 2 and chip.text.isalpha() and not chip.special]


def _joined_note(shown: Sequence[Chip]) -> str:
    joined = any(chip.joined for chip in shown)
    return " (A dot marks a piece that continues the word before it.)" if joined else ""


def _letters(example: WorkedExample, word: Sequence[int]) -> str:
    """A word of the source without the signs that hang on it."""
    return "".join(filter(str.isalnum, spelled(example.translation.source.tokens, word)))


def _language(example: WorkedExample) -> str:
    return written_by(example.translator).name


def _small(value: float) -> str:
    if value == 0:
        return "0"
    power = f"{value:.0e}".partition("e")
    return f"{power[0]}·10^{int(power[2])}".replace("-", charts.MINUS)
