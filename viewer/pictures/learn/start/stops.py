"""The seven stops. No answer is written down here: the chosen model decides which option is right."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer import Translation
from transformer.analysis.measures.order import encode_in_orders, largest_difference, swapped_order
from transformer.corpora.everyday import NATURAL_FOLDERS, natural_pairs
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.decoding.strategies import Strategy, beam_or_greedy
from transformer.edits import parse
from transformer.edits.comparison import translate_under_edit, word_changes
from transformer.model.attentions import all_layers
from transformer.text.words import sentence, words
from viewer.app import state
from viewer.pictures.before.word_vectors import shipped
from viewer.pictures.learn.start import texts
from viewer.pictures.learn.start.stop import OFFERED, SHORTEST, Stop, Tale, Word, offer_options, words_with_letters
from viewer.widgets.language import ENGLISH, source_language, target_language
from viewer.widgets.tokens import chips, chips_within

ORDINARY = 10  # times that an ordinary word is in our texts, at least
STEM = 3  # first letters that words of one kin have in common, as “dog” and “dogs”
NAMED = 4  # of the nearest words
SAME = 1e-3  # below it two vectors of 32-bit numbers are the same
HALF = 0.5  # of the weight: more is a clear look
TRIES = 4  # words that are hidden, or pairs that are swapped, to find a telling one


def pieces(tale: Tale) -> Stop:
    """The sentence is cut into pieces."""
    typed = {each.text.casefold() for each in tale.words}
    ours = [each for each in _example_words(tale) if each.text.casefold() not in typed]
    own = any(len(each.pieces) > 1 for each in tale.asked)
    known = [*tale.telling, *tale.asked, *ours] if own else ours
    cut = [each for each in known if len(each.pieces) > 1]
    whole = [each.text for each in known if len(each.pieces) == 1 and len(each.text) > SHORTEST]
    options = offer_options(cut[0].text, whole) if cut else None
    asked = () if own or options is None else options[0]
    cuts = (*((each, _numbered(tale, tale.translator.tokenizer.encode(each))) for each in asked), *_cuts(tale))
    stop = replace(without_question(tale, "pieces"), cuts=cuts)
    if options is None:
        return stop
    whole_sentence = all(len(each.pieces) == 1 for each in tale.words)
    return _ask(
        stop,
        options,
        {"which": texts.WHICH_WOULD_BE if whole_sentence else texts.WHICH_IS_CUT, "pieces": " + ".join(cut[0].pieces)},
    )


def _cuts(tale: Tale) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Each word of the sentence, and each sign, with its pieces."""
    source = tale.translation.source
    shown, of_word = chips(source.tokens), {at: each for each in tale.words for at in each.places}
    for places in dict.fromkeys(of_word[at].places if at in of_word else (at,) for at in range(len(source.ids) - 1)):
        word = of_word.get(places[0])
        yield word.text if word else shown[places[0]].text, _numbered(tale, [source.ids[at] for at in places])


def _numbered(tale: Tale, ids: Sequence[int]) -> tuple[tuple[str, int], ...]:
    shown = chips(tale.translator.tokenizer.tokens(ids))
    return tuple((chip.text, each) for chip, each in zip(shown, ids, strict=True))


def vector(tale: Tale) -> Stop:
    """Each piece fetches its vector; words used in similar ways are often close together."""
    model = tale.translator
    table = model.model.source_embedding.weight.detach().float()
    stop = without_question(tale, "vector")
    if source_language(model) != ENGLISH:  # the ordinary words are English
        return stop
    rows = {token[1:]: row for row, token in enumerate(model.tokenizer.vocabulary) if token.startswith("▁")}
    vectors = shipped.open_vectors("skip-gram")
    ordinary = [word for word in vectors.words if word in rows and len(word) >= SHORTEST]
    known = [each.text.lower() for each in (*tale.telling, *tale.asked) if each.text.lower() in rows]
    asked = [word for word in known if word in vectors]
    if not asked or len(ordinary) <= NAMED:
        return stop
    unit = F.normalize(table, dim=1)
    of_ordinary = unit[[rows[word] for word in ordinary]]

    def nearest(word: str) -> list[str]:
        ranked = (of_ordinary @ unit[rows[word]]).argsort(descending=True).tolist()
        return [ordinary[at] for at in ranked if ordinary[at][:STEM] != word[:STEM]][:NAMED]

    def telling(word: str) -> float:  # other word vectors say the same
        one, other = (vectors.directions[vectors.index(each)] for each in (word, nearest(word)[0]))
        return float(one @ other)

    word = max(asked, key=telling)
    best = nearest(word)[0]
    look = {"token": next(each.places[0] for each in tale.asked if each.text.lower() == word)}
    known += [each.text.lower() for each in _example_words(tale) if each.text.lower() in rows]
    cosine = unit @ unit[rows[word]]
    options = offer_options(
        best, [each for each in known if each[:STEM] != word[:STEM] and cosine[rows[each]] < cosine[rows[best]]]
    )
    if options is None:
        return stop
    return _ask(stop, options, {"word": word, "nearest": ", ".join(nearest(word))}, before=look, after=look)


def order(tale: Tale) -> Stop:
    """Without positions the encoder cannot tell one order from another."""
    stop = without_question(tale, "order")
    source, tokens = tale.translation.source, tale.translation.source.tokens
    plain = [each for each in tale.telling if each.places[0] > 0]  # the first has a capital letter
    pairs = [(one, other) for at, other in enumerate(plain) for one in plain[:at]]
    for first, last in sorted(pairs, key=lambda pair: pair[0].places[0] - pair[1].places[0])[:TRIES]:
        swapped = swapped_order(len(source.ids), first.places, last.places)
        turned = tale.translator.translate(sentence([tokens[at] for at in swapped])).text
        if turned != tale.translation.text:
            break
    if not pairs:
        return stop
    encoded = encode_in_orders(tale.translator.model, source.ids, [range(len(swapped)), swapped], positions=False)
    if largest_difference(encoded) >= SAME:
        return stop
    without = translate_under_edit(tale.translator, source, parse("positions_off:encoder"), _beam())
    return _ask(
        stop,
        (texts.SWAPPED, 0),
        {"first": first.text, "last": last.text},
        lines=((texts.WITHOUT_POSITIONS, without.text), (texts.WITH_POSITIONS, turned)),
    )


def encoder(tale: Tale) -> Stop:
    """Every layer mixes into a word what it finds in others."""
    stop = without_question(tale, "encoder")
    weights = all_layers(tale.trace, "encoder", "weights").mean(dim=1)

    def partners(layer: int, word: Word) -> list[Word]:
        row = weights[layer, word.places[0]]
        return sorted((each for each in tale.telling if each is not word), key=lambda each: -tale.weight(row, each))

    def strength(place: tuple[int, Word]) -> float:
        return tale.weight(weights[place[0], place[1].places[0]], partners(*place)[0])

    if len(tale.telling) < OFFERED:
        return stop
    places = [(layer, word) for layer in range(len(weights)) for word in tale.telling]
    next_word = dict(pairwise(tale.telling))
    guessable = [each for each in places if partners(*each)[0] is next_word.get(each[1])]  # from the sentence alone
    layer, word = max(guessable or places, key=strength)
    others = partners(layer, word)
    options = offer_options(others[0].text, [each.text for each in others[1:]])
    assert options is not None, "all words differ"
    at = word.places[0]
    return _ask(
        stop,
        options,
        {"layer": layer + 1, "word": word.text, "gets": _gets(tale.weight(weights[layer, at], others[0]), others[0])},
        before={"token": at, "layer": layer},
        after={"step": layer + 1, "token": at, "layer": layer},
        query={"focus": f"encoder.{layer}.mean.{at}"},
    )


def looking(tale: Tale) -> Stop:
    """To write a word, the decoder looks at words of the source."""
    stop, names = without_question(tale, "look"), _names(tale)
    found = _clearest(tale)
    if found is None:
        return stop
    step, word, overtaken = found.step, found.word, found.overtaken
    rivals = [*sorted(tale.telling, key=lambda each: abs(each.places[0] - word.places[0])), *tale.asked]
    options = offer_options(word.text, [each.text for each in rivals])
    if options is None:
        return stop
    moved = texts.OVERTAKEN.format(overtaken=overtaken.text, **names) if overtaken else texts.NOBODY_TOLD
    return _ask(
        stop,
        options,
        {"written": found.text, "gets": _gets(found.weight, word), "moved": moved, **names},
        before={"written": step - 1},
        after={"written": step},
        query={"focus": f"cross.{tale.translator.alignment_layer}.mean.{step}"},
    )


def following(tale: Tale) -> Stop:
    """The decoder gives every piece of the vocabulary a probability to come next."""
    stop = without_question(tale, "next")
    tokenizer, written = tale.translator.tokenizer, tale.translation.hypothesis.tokens
    code = target_language(tale.translator).code
    ordinary = torch.tensor(
        [token[1:].lower() in _ordinary(code) and token[0] == "▁" for token in tokenizer.vocabulary]
    )
    probable = tale.translation.log_probabilities.exp()
    of_words = torch.where(ordinary, probable, -1.0).topk(OFFERED, dim=-1)
    steps = [
        at
        for at, text in tale.written_words
        if at and ordinary[written[at]] and probable[at].argmax() == written[at] == tokenizer.ids.get(f"▁{text}")
    ]
    if not steps:
        return stop
    step = max(steps, key=lambda at: float(of_words.values[at, 1]))  # where it chooses between two
    names = [chips_within([tokenizer.token(int(each))])[0].text for each in of_words.indices[step]]
    options = offer_options(names[0], names[1:])
    if options is None:
        return stop
    shares = [_percent(each) for each in of_words.values[step]]
    others = ", ".join(f"“{name}” {share}" for name, share in list(zip(names, shares, strict=True))[1:])
    return _ask(
        stop,
        options,
        {"begun": tokenizer.decode(written[:step]), "best": names[0], "share": shares[0], "others": others},
        before={"written": step - 1},
        after={"written": step},
    )


def hiding(tale: Tale) -> Stop:
    """A word is hidden, and the translation changes."""
    stop = without_question(tale, "hide")
    clearest = _clearest(tale)
    looks = sorted(_looks(tale), key=lambda look: (look != clearest, -look.weight))
    found: list[tuple[bool, int, str, Look, Translation]] = []
    for look in [each for each in looks if each.word in tale.asked][:TRIES]:
        after = translate_without(tale, look.word)
        if lost := _lost_words(tale.translation.text, after.text):
            own = look.text in lost
            found.append((not own, len(lost), look.text if own else lost[0], look, after))
            if own and len(lost) == 1:
                break
    if not found:
        return stop
    _, _, answer, look, after = min(found, key=lambda each: each[:2])
    word, still = look.word, words(after.text)
    step = next((at for at, text in tale.written_words if text == answer), look.step)
    stays = [
        each for each in words(tale.translation.text) if each in still and len(each) >= SHORTEST and each.isalpha()
    ]
    options = offer_options(answer, sorted(stays, key=len, reverse=True))
    if options is None:
        return stop
    return _ask(
        stop,
        options,
        {"word": word.text, "language": target_language(tale.translator).name},
        lines=((texts.AS_IT_IS, tale.translation.text), (texts.WITHOUT_WORD.format(word=word.text), after.text)),
        after={"hidden": tale.words.index(word), "written": min(step, len(after.tokens) - 1)},
        query={"edit": closing(word)},
    )


# In their order, by their names.
STOPS: dict[str, Callable[[Tale], Stop]] = {
    "pieces": pieces,
    "vector": vector,
    "order": order,
    "encoder": encoder,
    "look": looking,
    "next": following,
    "hide": hiding,
}


def without_question(tale: Tale, slug: str) -> Stop:
    """A stop without its question, for a sentence that has too few words for one."""
    text, config = texts.STOPS[slug], tale.translator.model.config
    values = {"vocabulary": config.vocabulary_size, "width": config.d_model, **_names(tale)}
    return Stop(slug, text.title.format(**values), text.idea.format(**values), page=text.page, more=text.more)


def _names(tale: Tale) -> dict[str, str]:
    return {"language": target_language(tale.translator).name, "source": source_language(tale.translator).name}


def _ask(stop: Stop, options: tuple[tuple[str, ...], int], values: Mapping[str, str | int], **shown: Any) -> Stop:
    """A stop with its question.

    Args:
        options: to choose from, and the place of the right one. values: of its texts. shown: other attributes.
    """
    text = texts.STOPS[stop.slug]
    question, told = text.question.format(**values), text.told.format(**values)
    return replace(stop, question=question, options=options[0], right=options[1], told=told, **shown)


def closing(word: Word) -> str:
    """The edit that hides a word."""
    return ":".join(["close", *map(str, word.places)])


def translate_without(tale: Tale, word: Word) -> Translation:
    """The sentence translated with a word hidden."""
    return translate_under_edit(tale.translator, tale.translation.source, parse(closing(word)), _beam())


def _beam() -> Strategy:
    return beam_or_greedy(DEFAULT_BEAM, DEFAULT_ALPHA)


def _lost_words(before: str, after: str) -> list[str]:
    """Words of the first text that the second lacks."""
    left = Counter(words(after))
    gone = [word for change in word_changes(before, after) if not change.same for word in change.before]
    return [word for word in gone if word.isalpha() and len(word) >= SHORTEST and not left[word]]


@cache
def _ordinary(language: str) -> frozenset[str]:
    """The ordinary words of our texts in a language, in small letters."""
    texts = (pair.target for pair in (natural_pairs(language) if language in NATURAL_FOLDERS else ()))
    counts = Counter(word.lower() for text in texts for word in words(text) if word.isalpha())
    return frozenset(word for word, count in counts.items() if count >= ORDINARY and len(word) >= SHORTEST)


def _example_words(tale: Tale) -> Iterator[Word]:
    """Words of our own sentences, for a sentence that has too few."""
    tokenizer = tale.translator.tokenizer
    for text in state.EXAMPLES_IN.get(source_language(tale.translator).code, ()):
        yield from (
            word
            for word in words_with_letters(tokenizer.tokens(tokenizer.encode(text)))[1:]
            if len(word.text) >= SHORTEST
        )


@dataclass(frozen=True)
class Look:
    """Where a step of the translation looks.

    Attributes:
        step: it begins a word, `text`. word: of the source, which gets the most weight; weight: how much.
        overtaken: the nearest word before which it is in the source, and after which in the translation, if any.
    """

    step: int
    text: str
    word: Word
    weight: float
    overtaken: Word | None


def _looks(tale: Tale) -> list[Look]:
    """Of all steps that begin a word, in the layer that aligns best, mean over its heads."""
    rows = all_layers(tale.trace, "cross", "weights")[tale.translator.alignment_layer].mean(dim=0)
    found: list[Look] = []
    for step, text in tale.written_words:
        word = max(tale.words, key=lambda each: tale.weight(rows[step], each), default=None)
        if word is not None:
            before = [each.word for each in reversed(found) if each.word.places > word.places]
            found.append(Look(step, text, word, tale.weight(rows[step], word), before[0] if before else None))
    return found


def _clearest(tale: Tale) -> Look | None:
    """The clearest look of a word that the translation has in another order, if there is one; else of all."""
    looks = [each for each in _looks(tale) if each.word in tale.asked]
    return max(looks, key=lambda each: (each.overtaken is not None and each.weight > HALF, each.weight), default=None)


def _gets(weight: float, word: Word) -> str:
    """How much attention a word gets: of all its pieces together, where the picture shows each alone."""
    return (texts.PIECES_GET if len(word.places) > 1 else texts.IT_GETS).format(share=_percent(weight))


def _percent(share: float | Tensor) -> str:
    """As the picture writes it (viewer/widgets/numbers.js)."""
    value = float(share)
    between = f"{100 * value:.{int(value < 0.0995)}f}%"
    return "under 0.1%" if value < 0.001 else "over 99%" if value >= 0.995 else between
