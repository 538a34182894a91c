"""The lecture hall of benchmarks/load.py: what it types, what it keeps, how it counts."""

import random

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.lecture_sentences import sentence
from benchmarks.load import Round, by_page, report, table
from benchmarks.page_bytes import long, short
from benchmarks.visitor import HOME, Answer, KeptMessages


def test_sentences_are_varied_and_begin_and_end_like_sentences() -> None:
    dice = random.Random(1)
    said = [sentence(dice) for _ in range(500)]
    assert len(set(said)) > 450
    assert all(each[0].isupper() and each[-1] == "." and "  " not in each for each in said)
    assert 5 <= len(short(dice).split()) <= 8
    assert len(long(dice).split()) >= 20
    assert long(dice).count(".") == 1


@pytest.fixture
def cacheable() -> ForwardMsg:
    message = ForwardMsg(hash="picture")
    message.metadata.cacheable = True
    return message


def test_a_message_is_kept_as_long_as_it_is_used(cacheable: ForwardMsg) -> None:
    kept = KeptMessages(oldest=2)
    kept.use(ForwardMsg(hash="small"))
    kept.use(cacheable)
    kept.end_run()
    kept.use(ForwardMsg(ref_hash="picture"))
    assert kept.ages == {"picture": 0}
    for _ in range(2):
        kept.end_run()
    assert list(kept.ages) == ["picture"]
    kept.end_run()
    assert not kept.ages


def test_the_tables_count_what_came_in_time_and_every_error() -> None:
    answers = (Answer(HOME, 0.1, 2_000), Answer(HOME, 0.3, 4_000), Answer("scores", 2.0, 9_000, "no answer"))
    one = Round(
        3,
        2,
        seconds=10.0,
        answers=answers,
        finished=2,
        processor=0.5,
        players=0.01,
        others=15.0,
        threads=7,
        memory=300.4,
    )
    cells = [cell.strip() for cell in table([one])[-1].strip("|").split("|")]
    assert cells == ["3", "2", "0.2", "300", "2000", "2000", "1", "250", "5", "1.5", "7", "300"]
    assert by_page(answers)[-2:] == ["| translate | 2 | 200 | 300 | 3 | 4 |", "| scores | 1 | 2000 | 2000 | 9 | 9 |"]
    assert "Errors: no answer" in report([one])
