"""The beginner's five screens: one idea each, a question, and the model's own answer.

They share one sentence, the one that every page opens with. No answer is written down here: the chosen model decides
which option is right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import torch
import torch.nn.functional as F

from transformer import GlassformerError, Translator
from transformer.analysis.measures.order import encoded_in_orders, exchanged, in_float64, largest_difference
from transformer.model.attentions import ATTENTION_KINDS, all_layers
from transformer.text.special_tokens import SPECIAL_TOKENS
from transformer.text.words import spelled, text_words
from viewer.learn.worked_example import WorkedExample
from viewer.widgets import charts
from viewer.widgets.language import written_by
from viewer.widgets.tokens import Chip, chips, chips_within

ROUNDING = 1e-9  # below it two vectors of 64-bit numbers are the same
SUBJECT = "dog"  # the question asks for its neighbours, where the sentence has it
ANIMALS = frozenset({"cat", "horse", "fox", "bird", "cow", "wolf", "rabbit", "sheep", "puppy", "monkey"})
CANDIDATES, OFFERED = 5, 3  # tokens that the last screen shows, and those to choose from


@dataclass(frozen=True)
class Screen:
    """One idea with its question.

    Attributes:
        title: the idea in a few words. idea: in two or three sentences.
        question: asked before the answer is shown. options: to choose from. right: the place of the right one.
        told: what the model's numbers say.
        picture: the numbers.
        onward: the address of the page that shows more; more: what is there.
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
            "This model knows too few whole words for these questions. Choose a built-in model at the top right, or "
            "train this one for longer."
        )
    makers: Sequence[Callable[[WorkedExample], Screen]] = (vectors, order, looking, heads, next_word)
    return tuple(make(example) for make in makers)


def vectors(example: WorkedExample) -> Screen:
    """Words become vectors; words used in similar ways are often close together."""
    translator = example.translator
    known = _words(example)
    word = SUBJECT if SUBJECT in known else known[0]
    others = [each for each in known if each != word][-2:]
    table = translator.model.source_embedding.weight.detach().float()
    alike = _words_alike(translator, word, table)
    other_words = [each for each in alike if each[:3] != word[:3] and each not in others]
    # Another animal, where one is near: “park” may be nearer, but nobody can guess why.
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
        "from a table: its vector. Nobody wrote the table; it was learned. Words used in similar ways often end up "
        "pointing in similar directions.",
        f"Which of these words is closest to “{word}”?",
        options,
        right,
        f"It's “{options[right]}”: the cosine of the two directions is {cosines[options[right]]:.2f}. 1 means the same "
        f"direction; two pieces picked at random have {_mean_cosine(table):.2f} on average. Nobody told the model what "
        "the words mean: it has only seen sentences and their translations.",
        _bars(
            "cosines-of-words",
            f"Cosine of each word’s vector with that of “{word}”",
            "cosine",
            ordered,
            [cosines[each] for each in ordered],
        ),
        "embedding",
        "the whole table as a map, and any word’s neighbours",
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
        "A different vector for every word",
        "Different vectors for these two words only",
        "The same vectors as before, in a different order",
    )
    same = differences["without positions"] < ROUNDING
    return Screen(
        "Order must be added",
        "A Transformer’s encoder looks at all words at once, not one after the other. So it can’t tell where a word "
        "is. That’s why each position first adds its own pattern, made of waves, to the word’s vector.",
        f"Suppose we leave the positions out and swap “{names[0]}” and “{names[1]}”. What does the encoder compute?",
        options,
        2 if same else 0,
        f"Without positions every word gets exactly the same vector (the largest difference is "
        f"{_small(differences['without positions'])}): it makes no difference whether “{names[0]}” comes before or "
        f"after “{names[1]}”. With positions, the numbers change by up to {differences['with positions']:.2f}.",
        _bars(
            "two-words-changed-places",
            "Largest change in any number of a word’s vector after two words are swapped",
            "largest change in a number",
            list(differences),
            list(differences.values()),
        ),
        "positions",
        "the waves, and other ways to encode a position",
    )


def looking(example: WorkedExample) -> Screen:
    """Attention: to write a word, the decoder looks at words of the source."""
    look, overtaken = _clearest(example)
    words, best = _source_words(example), look.word
    spoken = chips(example.translation.tokens)[look.step].text
    spelling = [_letters(example, word) for word in words]
    totals = [_on(look.weights, word) for word in words]
    near = sorted((at for at in range(len(words)) if at != best), key=lambda at: abs(at - best))[:2]
    options = tuple(spelling[at] for at in sorted([best, *near]))
    return Screen(
        "Attention: where to look",
        "Before it writes a word, the model looks at the English sentence. Each word gets a weight; the weights add up "
        "to 1 and say how much of each word goes into the mix. This is attention. The weights are recomputed for every "
        "word it writes.",
        f"The sentence is “{example.translation.source.text}” When the model writes “{spoken}”, which of these words "
        "gets the most weight?",
        options,
        options.index(spelling[best]),
        f"“{spelling[best]}” gets {totals[best]:.2f} of the weight."
        + (
            ""
            if overtaken is None
            else f" In English it comes before “{spelling[overtaken]}”, in {_language(example)} after it: attention "
            "finds the right word all the same."
        ),
        _bars(
            "weights-of-words",
            f"Weight of every word when “{spoken}” is written",
            "weight",
            list(reversed([f"{name} ({at + 1})" for at, name in enumerate(spelling)])),
            list(reversed(totals)),
        ),
        "scores",
        "how a weight is computed, in six steps",
    )


def heads(example: WorkedExample) -> Screen:
    """Many looks at once: heads look at different things."""
    look, _ = _clearest(example)
    best = _source_words(example)[look.word]
    name = _letters(example, best)
    spoken = chips(example.translation.tokens)[look.step].text
    every = all_layers(example.trace, "cross", "weights")[:, :, look.step]
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
        "One look isn’t enough: the model looks many times at once, and each look can ask something different. Each "
        f"is called a head. The decoder, the half that writes, has {count} heads that look at the English "
        f"sentence; counting those that look within one sentence, the model has {total}.",
        f"When the model writes “{spoken}”, how many of these {count} heads look most at “{name}”?",
        options,
        right,
        f"{len(looking_there)} of {count} do. The others look at other words, or at the end of the sentence, where "
        "idle heads park. Nobody assigned these jobs; they emerged in training.",
        _bars(
            "weights-of-heads",
            f"Weight of each head on “{name}” when “{spoken}” is written",
            f"weight on “{name}”",
            list(reversed(labels)),
            list(reversed(on_word.flatten().tolist())),
            30 + 22 * count,
        ),
        "heads",
        "every head at a glance, and what each one does",
    )


def next_word(example: WorkedExample) -> Screen:
    """The decoder gives every token of the vocabulary a probability to come next."""
    translator, translation = example.translator, example.translation
    step = _open_step(example)
    probabilities = translation.log_probabilities[step].exp()
    best = probabilities.topk(CANDIDATES)
    shown = [chips_within([translator.tokenizer.token(int(each))])[0] for each in best.indices]
    names = [f"·{chip.text}" if chip.joined else chip.text for chip in shown]
    taken = translation.hypothesis.tokens[step]
    so_far = translator.tokenizer.decode(translation.hypothesis.tokens[:step])
    options = tuple(sorted(names[:OFFERED]))
    return Screen(
        "Writing the next word",
        "The translation is written from left to right, one piece of a word at a time. Each time the model gives all "
        f"{translator.model.config.vocabulary_size:,} pieces of its vocabulary a probability; one is chosen, added to "
        "the output, and fed back in.",
        f"It has written “{so_far}”. Which piece does it find most probable next?" + _joined_note(shown[:OFFERED]),
        options,
        options.index(names[0]),
        f"“{names[0]}” has a probability of {float(best.values[0]):.2g}, “{names[1]}” {float(best.values[1]):.2g}. "
        + (
            f"“{names[0]}” is chosen"
            if taken == int(best.indices[0])
            else f"Yet “{chips_within([translator.tokenizer.token(taken)])[0].text}” is chosen: a search looks further"
        )
        + f", and the sentence becomes “{translation.text}”",
        _bars(
            "most-probable-pieces",
            f"The most probable pieces after “{so_far}”",
            "probability",
            list(reversed(names)),
            list(reversed(best.values.tolist())),
        ),
        "steps",
        "every step of a translation, and other ways to continue",
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
    """The source's words that are whole pieces of the vocabulary, except the first, which has a capital letter."""
    known = set(example.translator.tokenizer.vocabulary)
    tokens = example.translation.source.tokens
    names = [spelled(tokens, word[:1]) for word in text_words(tokens)[1:]]
    return [each for each in dict.fromkeys(names) if len(each) > 3 - (each == SUBJECT) and f"▁{each}" in known]


def _words_alike(translator: Translator, word: str, table: torch.Tensor) -> list[str]:
    """Whole words of the vocabulary, the most similar first."""
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[translator.tokenizer.vocabulary.index(f"▁{word}")]
    named = (translator.tokenizer.token(int(each)) for each in cosines.argsort(descending=True))
    whole = (each[1:] for each in named if each.startswith("▁") and len(each) > 3 and each[1:].isalpha())
    return [each for each in whole if each != word and each.islower()][:40]


def _mean_cosine(table: torch.Tensor) -> float:
    """Of two different rows picked at random."""
    unit = F.normalize(table, dim=1)
    return float((unit.sum(dim=0).square().sum() - len(unit)) / (len(unit) * (len(unit) - 1)))


def _first_and_last(example: WorkedExample) -> tuple[list[int], list[int]]:
    tokens = example.translation.source.tokens
    places = {spelled(tokens, word[:1]): word[:1] for word in text_words(tokens) if spelled(tokens, word[:1]).isalpha()}
    wanted = [places[each] for each in _words(example)]
    return wanted[SUBJECT in _words(example)], wanted[-1]


@dataclass(frozen=True)
class _Look:
    """Where one step looks.

    Attributes:
        step: of the translation. weights: of the source's tokens, (S).
        word: the place in `_source_words` of the word that gets most.
    """

    step: int
    weights: torch.Tensor
    word: int


def _source_words(example: WorkedExample) -> list[list[int]]:
    """The source's words that have letters, each as the positions of its tokens."""
    tokens = example.translation.source.tokens
    return [word for word in text_words(tokens) if any(map(str.isalpha, spelled(tokens, word)))]


def _looks(example: WorkedExample) -> list[_Look]:
    """Where each step that writes a word looks, in the layer that aligns best, mean over its heads."""
    all_weights = all_layers(example.trace, "cross", "weights")[example.translator.alignment_layer].mean(dim=0)
    words = _source_words(example)
    most = {step: max(range(len(words)), key=lambda at: _on(all_weights[step], words[at])) for step in _spoken(example)}
    return [_Look(step, all_weights[step], word) for step, word in most.items()]


def _on(weights: torch.Tensor, word: Sequence[int]) -> float:
    return float(weights[word].sum())


def _clearest(example: WorkedExample) -> tuple[_Look, int | None]:
    """The clearest look of a word that the translation has in another order, and the word that it then follows.

    None in place of that word, and the clearest look of all, where both languages have the same order.
    """
    looks, words = _looks(example), _source_words(example)
    overtaken = {
        look.step: next((each.word for each in reversed(looks[:at]) if each.word > look.word), None)
        for at, look in enumerate(looks)
    }

    def clearness(look: _Look) -> tuple[bool, float]:
        return overtaken[look.step] is not None, _on(look.weights, words[look.word])

    found = max(looks, key=clearness)
    return found, overtaken[found.step]


def _open_step(example: WorkedExample) -> int:
    """The step of which the model is least sure, among those at which it chooses between words."""
    translation = example.translation
    steps = range(1, len(translation.tokens) - 1)
    rivals = translation.log_probabilities.topk(OFFERED).indices.tolist()
    between_words = [at for at in steps if all(map(_is_word, example.translator.tokenizer.tokens(rivals[at])))]
    return max(between_words or steps or [0], key=lambda at: float(translation.entropies[at]))


def _is_word(token: str) -> bool:
    return token not in SPECIAL_TOKENS.values() and any(map(str.isalpha, token))


def _spoken(example: WorkedExample) -> list[int]:
    """The steps that write a word, or a long piece of one."""
    shown = chips(example.translation.tokens)
    return [at for at, chip in enumerate(shown) if len(chip.text) > 2 and chip.text.isalpha() and not chip.special]


def _joined_note(shown: Sequence[Chip]) -> str:
    joined = any(chip.joined for chip in shown)
    return " (A dot marks a piece that continues the word before it.)" if joined else ""


def _letters(example: WorkedExample, word: Sequence[int]) -> str:
    """A word of the source without its punctuation."""
    return "".join(filter(str.isalnum, spelled(example.translation.source.tokens, word)))


def _language(example: WorkedExample) -> str:
    return written_by(example.translator).name


def _small(value: float) -> str:
    if value == 0:
        return "0"
    power = f"{value:.0e}".partition("e")
    return f"{power[0]}·10^{int(power[2])}".replace("-", charts.MINUS)
