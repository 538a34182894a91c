"""How far to trust a translation, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer import Translation
from transformer.analysis.evaluation.confidence import Bin, QualityFeatures, grade, sentences
from transformer.analysis.evaluation.learned import Learned
from transformer.text.reader import MAX_CHARACTERS, MAX_SOURCE_TOKENS
from transformer.text.source import Source
from transformer.text.trust import Level, Trust
from transformer.text.words import spell_word, text_words
from viewer.app import resources
from viewer.widgets.grades import TITLES
from viewer.widgets.tokens import pieces


@dataclass(frozen=True)
class Expectation:
    """How good a translation is likely to be.

    Attributes:
        chrf: the expected value, 0 to 100. sentences: of the source.
        curve: the measured value for each expected one, on held-out texts.
    """

    chrf: float
    sentences: int
    curve: tuple[Bin, ...]


NAMED = 4  # how many words a reason names before it only counts them


@dataclass(frozen=True)
class Badge:
    """What the badge shows.

    Attributes:
        level: decides its icon and colour.
        title: the level in words.
        reasons: why, one sentence each.
    """

    level: Level
    title: str
    reasons: tuple[str, ...]


def rate(name: str, translation: Translation, signs: QualityFeatures) -> Badge:
    """How far to trust a translation by the model called `name`."""
    translator, source, found = resources.load_model(name), translation.source, resources.calibration(name)
    expected = None
    if found is not None:
        expected = Expectation(found.confidence.expected(signs), sentences(source.text), found.curve)
    learned, doubts = resources.load_learned(name), translator.doubts(translation)
    return badge(source, translator.trust(source), expected, learned, doubts)


def badge(
    source: Source,
    trust: Trust,
    calibrated: Expectation | None = None,
    learned: Learned | None = None,
    doubts: Sequence[str] = (),
) -> Badge:
    """The badge for one source sentence.

    Args:
        source: what was read. trust: what is known about its pieces.
        calibrated: how good its translation is likely to be; without it, only the words decide.
        learned: the words in training, and how much of the example sentences.
        doubts: why the translation can't be good, whatever the other signs.
    """
    rare, cut = _once([*trust.rare_words, *_unmet(source, learned)]), _once(trust.cut_words)
    reasons = [] if calibrated is None else [_describe_expectation(calibrated, trust.counted)]
    told = len(reasons)
    reasons += doubts
    if source.cut:
        reasons.append(
            f"Your text was cut off: this model reads at most {MAX_CHARACTERS:,} characters "
            f"and {MAX_SOURCE_TOKENS} tokens."
        )
    if source.capitals:
        reasons.append("Words in capitals were read as lower case: the model has seen few capitals.")
    if trust.unknown:
        many = "character is" if trust.unknown == 1 else "characters are"
        reasons.append(f"{trust.unknown} {many} unknown to the model.")
    if rare:
        reasons.append(f"Seen rarely or never in training: {_join_with_and([f'“{_bare(word)}”' for word in rare])}.")
    if cut:
        parts = [f"“{_bare(word)}” as {'·'.join(pieces(source.tokens, word)) or word}" for word in cut]
        reasons.append(f"Split into pieces: {_join_with_and(parts)}.")
    if trust.too_long:
        reasons.append("This sentence is longer than nearly all the model was trained on.")
    level = trust.level if calibrated is None else grade(calibrated.chrf)
    warned = source.cut or trust.unknown or rare or doubts or (calibrated is None and len(reasons) > told)
    if not trust.counted:
        reasons.append("It isn’t known here what this model was trained on.")
        warned = warned or calibrated is None
    if level is Level.GOOD and warned:
        level = Level.CAREFUL
    if len(reasons) == told and level is not Level.POOR:
        whole = "Every word occurs" if learned else "Every piece occurs often"  # pieces can make up any word
        reasons.append(f"{whole} in the training data, and the sentence has a usual length.")
    if learned and source.text in learned.runs:
        reasons.append(_describe_training(source.text, learned))
    return Badge(level, TITLES[level], tuple(reasons))


def _unmet(source: Source, learned: Learned | None) -> list[str]:
    """The words that are rare in training; names bypass the model, and are not judged."""
    if learned is None:
        return []
    names = [name for name, _ in source.carried.names]
    words = [spell_word(source.tokens, word) for word in text_words(source.tokens)]
    return learned.find_with_rare_words(word for word in words if not any(name in word for name in names))


def _describe_expectation(calibrated: Expectation, counted: bool) -> str:
    """What was measured on held-out texts with the same confidence; `counted` if they are like what was trained on."""
    found = min(calibrated.curve, key=lambda each: abs(each.expected - calibrated.chrf))
    measured = f"{found.measured:.0f}" if found.measured < 99.5 else "more than 99"  # no mean is exactly 100
    told = (
        f"On {'test sentences like its training data' if counted else 'our test sentences'}, translations with this "
        f"confidence reach {measured} of 100 on average (chrF: overlap with the reference)."
    )
    return told + (
        f" These are {calibrated.sentences} sentences; it was trained on one at a time."
        if calibrated.sentences > 1 and counted
        else ""
    )


def _describe_training(sentence: str, learned: Learned) -> str:
    """Whether the model might know a sentence by heart."""
    if learned.whole(sentence):
        return "It was trained on this very sentence."
    run = learned.runs[sentence]
    parts = f"; the longest phrase it shares with them is “{run}”" if run else ""
    return f"This sentence isn’t among the {learned.sentences:,} it was trained on{parts}."


def _once(found: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(word for word in found if word))


def _bare(word: str) -> str:
    """Without the punctuation around it: the tokenizer attaches a full stop to its word."""
    lettered = [index for index, character in enumerate(word) if character.isalnum()]
    return word[lettered[0] : lettered[-1] + 1] if lettered else word


def _join_with_and(items: Sequence[str]) -> str:
    rest = len(items) - NAMED
    return ", ".join(items[:NAMED]) + (f" and {rest} more" if rest > 0 else "")
