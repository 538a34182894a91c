"""What a run learns from: own pairs held out by chance, and settings that suit them."""

from pathlib import Path

from tiny import write_tsv

from transformer.corpora import Pair
from transformer.corpora.rules import RULES
from transformer.training.live.preparing import OWN, hold_out, prepare, settings_for

NUMBERS = [Pair(str(number), f"n{number}") for number in range(1, 31)]


def test_of_thirty_pairs_eight_are_held_out_and_none_of_their_sources_is_learned() -> None:
    plain = hold_out([*NUMBERS, *(Pair(pair.source, "again") for pair in NUMBERS)])
    held_out = {pair.source for pair in plain.held_out[OWN]}
    assert len(plain.held_out[OWN]) == 8
    assert not held_out & {pair.source for pair in plain.parts[0][0]}
    assert len({source[-1] for source in held_out}) > 2  # by chance, not every tenth


def test_short_pairs_are_read_letter_by_letter_and_keep_their_capitals(tmp_path: Path) -> None:
    pairs = [Pair(f"AB{pair.source}", pair.target) for pair in NUMBERS]
    settings = settings_for(pairs, "und", "und", write_tsv(tmp_path / "own.tsv", pairs))
    prepared = prepare(settings, lambda *_, **__: None)
    assert set(map(len, prepared.corpus.tokenizer.vocabulary[4:])) == {1}
    assert prepared.mixture[0].name == OWN  # a card names no file of the server
    assert settings.training_config().hasty_share == 0


def test_every_ready_made_set_has_settings() -> None:
    for rule in RULES.values():
        settings = settings_for(rule.pairs(), rule.source, rule.target)
        assert Pair(settings.sentence, settings.reference) in rule.pairs()
