"""A worksheet of one page about a sentence, and its key, as files to print; the key has the model's own numbers."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

import torch
import torch.nn.functional as F

from transformer import GlassformerError
from transformer.model.attentions import all_layers
from transformer.text.english import english_words
from transformer.text.special_tokens import WORD_START
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.pictures.before.word_vectors import shipped
from viewer.pictures.learn.exercises.exercise import format_number, name_tokens
from viewer.pictures.learn.exercises.first_look import doubt
from viewer.pictures.learn.worked_example import WorkedExample
from viewer.widgets.language import source_language, target_language
from viewer.widgets.tokens import chips

MOST = 12  # tokens of a side that the matrix shows
LETTERS = 140  # of a text
CLOSE, FAR = 3, 5  # words to choose from
TELLING, SMALL = 0.8, 4.0  # the larger share of a softmax that is worth computing, and scores up to which it is easy
_STYLE = """
@page { size: A4; margin: 13mm 15mm }
body { max-width: 180mm; margin: 0 auto; font: 10.5pt/1.4 system-ui, sans-serif; color: #000 }
h1 { font-size: 15pt; margin: 0 0 2mm } h2 { font-size: 12pt; margin: 5mm 0 1mm } p { margin: 0 0 1.5mm }
.name { float: right; font-size: 10.5pt; font-weight: normal }
table { border-collapse: collapse; margin: 1mm 0 }
td, th { border: 1px solid #555; font-weight: normal; padding: 0 2mm }
.weights td { width: 9mm; height: 6mm; padding: 0; text-align: center; font-size: 8pt; print-color-adjust: exact }
.weights th { border: 0; text-align: right; font-size: 9pt; white-space: nowrap }
.weights thead th { writing-mode: vertical-rl; rotate: 180deg; text-align: left; padding: 1mm 0; line-height: 9mm }
.sum th, .sum td { height: 7mm; min-width: 26mm; text-align: left } .key { font-weight: bold }
@media screen { body { margin: 10mm auto } }
"""
_BLANK = "________________"


@dataclass(frozen=True)
class Worksheet:
    """The questions with their answers.

    Attributes:
        sentence, translation, reads, language: what they are about, and the languages of both.
        rows, columns: tokens of the translation and of the sentence, as many as there is room for.
        weights: of the cross-attention, (rows, columns); a row is the token that is written.
        writes: the token that the softmax is about. scores: of the two words that its head looks at most.
        word: whose neighbours are asked. choices: words to choose from, with their cosines. near: the nearest of them.
        doubted, why: the token that the model was least sure of, and its probability in words.
    """

    sentence: str
    translation: str
    reads: str
    language: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    writes: str
    scores: tuple[tuple[str, float], ...]
    word: str
    choices: tuple[tuple[str, float], ...]
    near: frozenset[str]
    doubted: str
    why: str

    @property
    def shares(self) -> tuple[float, ...]:
        """The softmax of the scores."""
        powers = [math.exp(score) for _, score in self.scores]
        return tuple(power / sum(powers) for power in powers)


@within_budget
def worksheet(name: str, sentence: str) -> Worksheet:
    """The questions about a sentence, answered by the model.

    Args:
        name: of the model, or its path.

    Raises:
        GlassformerError: if the model can't be read, or the sentence has too few words.
    """
    translator = resources.load_model(name)
    example = WorkedExample(translator, resources.beam_search(name, sentence))
    source, written = example.trace.source_tokens, example.translation.tokens
    rows = [at for at, chip in enumerate(chips(written)) if not chip.special]
    columns = [*range(min(MOST, len(source)) - 1), len(source) - 1]  # the end of the sentence draws much attention
    words = [at for at in range(len(source) - 1) if _is_word(source, at) and source.index(source[at]) == at]
    if len(words) < 2 or not rows:
        raise GlassformerError(
            "A worksheet needs a sentence with at least two different words that the model knows whole: choose another."
        )
    layer = translator.alignment_layer
    weights = all_layers(example.trace, "cross", "weights")[layer].mean(dim=0)
    looked = {at: int(weights[at].argmax()) for at in rows if _is_word(written, at)}
    writes, scores = _by_hand(all_layers(example.trace, "cross", "scores")[layer], looked or {rows[0]: words[0]}, words)
    names, asked = name_tokens(source), doubt(example)
    known = _words_of(translator.tokenizer.vocabulary)
    around = {at: _neighbours(example, source[at], known) for at in words}
    word = max(words, key=lambda at: _guessable(source[at], around[at][:CLOSE]))
    close, rest = around[word][:CLOSE], around[word][CLOSE:]
    far = [rest[(at + 1) * (len(rest) - 1) // FAR] for at in range(min(FAR, len(rest)))]
    return Worksheet(
        sentence,
        example.translation.text,
        source_language(translator).name,
        target_language(translator).name,
        tuple(name_tokens(written)[at] for at in rows[:MOST]),
        tuple(names[at] for at in columns),
        tuple(tuple(weights[row, columns].tolist()) for row in rows[:MOST]),
        name_tokens(written)[writes],
        tuple((names[at], round(score, 1)) for at, score in scores.items()),
        source[word].removeprefix(WORD_START),
        tuple(sorted((*close, *far))),
        frozenset(each for each, _ in close),
        asked.solution,
        asked.told,
    )


def _is_word(tokens: Sequence[str], at: int) -> bool:
    """Whether a token is a whole word of some letters."""
    whole = at + 1 == len(tokens) or tokens[at + 1].startswith(WORD_START) or not tokens[at + 1][0].isalpha()
    return whole and tokens[at].startswith(WORD_START) and tokens[at][1:].isalpha() and len(tokens[at]) > 3


def _by_hand(scores: torch.Tensor, looked: dict[int, int], words: list[int]) -> tuple[int, dict[int, float]]:
    """The step, of one head, whose two largest scores make the softmax that tells most; with these scores by word.

    Args:
        looked: at what all heads together look most, by the step.
    """

    def worth(each: tuple[int, dict[int, float]]) -> float:
        (best, first), (_, second) = each[1].items()
        share = 1 / (1 + math.exp(second - first))
        return (looked[each[0]] != best) + abs(share - TELLING) + max(0.0, max(abs(first), abs(second)) - SMALL) / 10

    found = []
    for of_head in scores:
        for row in looked:
            best = of_head[row, words].topk(2)
            pairs = zip(best.indices.tolist(), best.values.tolist(), strict=True)
            found.append((row, {words[at]: score for at, score in pairs}))
    return min(found, key=worth)


def _neighbours(example: WorkedExample, token: str, known: dict[str, int]) -> list[tuple[str, float]]:
    """The words that begin otherwise than a token, with their cosines, the nearest first."""
    ids, own = example.translator.tokenizer.ids, token.removeprefix(WORD_START).lower()
    words = [word for word in known if word[:3] != own[:3]]
    table = example.translator.model.source_embedding.weight.detach().float()
    cosines = F.cosine_similarity(table[ids[token]], table[[known[word] for word in words]], dim=-1)
    return [(words[at], float(cosines[at])) for at in cosines.argsort(descending=True).tolist()]


def _guessable(token: str, near: list[tuple[str, float]]) -> float:
    """How alike a word and its neighbours are to other vectors, learned from more text: what a person can guess."""
    vectors, own = shipped.open_vectors("skip-gram"), token.removeprefix(WORD_START).lower()
    known = [word for word, _ in near if own in vectors and word in vectors]
    return sum(
        float(vectors.directions[vectors.index(own)] @ vectors.directions[vectors.index(word)]) for word in known
    )


def _words_of(tokens: Iterable[str]) -> dict[str, int]:
    """The English words of three letters and more in a vocabulary, in small letters, with their places."""
    starts = ((token[1:].lower(), at) for at, token in enumerate(tokens) if token.startswith(WORD_START))
    return {word: at for word, at in starts if len(word) > 2 and word in english_words()}


def render_page(sheet: Worksheet, key: bool) -> str:
    """The file to print: one page of A4.

    Args:
        key: whether with the answers.
    """
    html = Element("html", lang="en")
    head, body = SubElement(html, "head"), SubElement(html, "body")
    SubElement(head, "meta", charset="utf-8")
    _text(head, "title", "Glassformer: key" if key else "Glassformer: worksheet")
    _text(head, "style", _STYLE)
    title = _text(body, "h1", "Answer key" if key else "How does a model translate?")
    _text(title, "span", "" if key else f"Name {_BLANK}", "name")
    _text(body, "p", f"{sheet.reads}: {_shorten(sheet.sentence)}")
    _text(body, "p", f"The model’s {sheet.language}: {_shorten(sheet.translation)}")
    _attention(body, sheet, key)
    _softmax(body, sheet, key)
    _text(body, "h2", "3. Neighbours")
    _text(body, "p", f"Circle the three words whose vectors you think are closest to that of “{sheet.word}”.")
    choices = _text(body, "p", "")
    for each, cosine in sheet.choices:
        look = "key" if key and each in sheet.near else ""
        _text(choices, "span", f"{each} ({format_number(round(cosine, 2))})" if key else each, look).tail = " \u2003 "
    _text(body, "h2", "4. A guess")
    _text(body, "p", "Which token of the translation was the model least sure of, and what probability did it give it?")
    _text(body, "p", sheet.why if key else f"Token {_BLANK}   Probability {_BLANK}", "key" if key else "")
    _text(body, "h2", "5. A mask")
    reads = ("<s>", *sheet.rows[:-1])
    at = len(reads) // 2
    _text(body, "p", f"The decoder has just read “{reads[at]}”. Cross out every token that it can’t see yet.")
    line = _text(body, "p", "")
    for place, each in enumerate(reads):
        _text(line, "s" if key and place > at else "span", each).tail = " \u2003 "
    return f"<!doctype html>\n{tostring(html, 'unicode', 'html')}"


def _attention(body: Element, sheet: Worksheet, key: bool) -> None:
    _text(body, "h2", "1. Who looks at whom?")
    does = "Attention in percent (5% and up), averaged over the heads of the layer that aligns words best."
    asks = (
        "Each row is a token that the model writes. Shade the English tokens that you think it looks at: dark for "
        "much. </s> is the end of the sentence."
    )
    _text(body, "p", does if key else asks)
    table = SubElement(body, "table", {"class": "weights"})
    top = SubElement(SubElement(table, "thead"), "tr")
    for name in ("", *sheet.columns):
        _text(top, "th", _shorten(name, MOST))
    rest = SubElement(table, "tbody")
    for name, weights in zip(sheet.rows, sheet.weights, strict=True):
        row = SubElement(rest, "tr")
        _text(row, "th", _shorten(name, MOST))
        for weight in weights:
            cell = _text(row, "td", f"{100 * weight:.0f}" if key and weight >= 0.05 else "")
            if key:
                cell.set("style", f"background: rgb(204 121 167 / {weight:.2f})")


def _softmax(body: Element, sheet: Worksheet, key: bool) -> None:
    _text(body, "h2", "2. A softmax by hand")
    words = " and ".join(f"“{name}”" for name, _ in sheet.scores)
    given = f"When it writes “{sheet.writes}”, one head gives {words} these scores."
    _text(body, "p", f"{given} Turn them into shares, as if it read only these two words.")
    table = SubElement(body, "table", {"class": "sum"})
    powers = [math.exp(score) for _, score in sheet.scores]
    lines = [("word", "score s", "e to the power of s", "share: that ÷ the sum")]
    for (name, score), power, share in zip(sheet.scores, powers, sheet.shares, strict=True):
        lines.append((name, format_number(score), format_number(power) if key else "", f"{share:.3f}" if key else ""))
    lines.append(("sum", "", format_number(sum(powers)) if key else "", "1"))
    for at, line in enumerate(lines):
        row = SubElement(table, "tr")
        for cell in line:
            _text(row, "th" if at == 0 else "td", cell)


def _text(place: Element, tag: str, text: str, look: str = "") -> Element:
    made = SubElement(place, tag, {"class": look} if look else {})
    made.text = text
    return made


def _shorten(text: str, letters: int = LETTERS) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1]}…"
