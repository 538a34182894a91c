"""Edits as text: written, read again, and refused in one sentence."""

import pytest
from edited import EVERY_CHANGE, run
from tiny_reader import OTHER, SENTENCE, TinyReader

from transformer.edits import parse
from transformer.edits.edit import CHANGES, escape_argument
from transformer.errors import EditError, GlassformerError


# ---- written, read, refused
def test_every_change_is_among_those_tried() -> None:
    assert {each.partition(":")[0] for each in EVERY_CHANGE} == set(CHANGES)


@pytest.mark.parametrize("written", EVERY_CHANGE)
def test_an_edit_is_written_and_read_again(written: str) -> None:
    edit = parse(written)
    assert edit.written == str(edit) == written
    assert edit.expectation.endswith(".")
    assert parse(f" {written} ,skip:encoder.0,") == edit + parse("skip:encoder.0")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("casual_off", "nearest are causal_off"),
        ("zero_head", "zero_head:where"),
        ("zero_head:a:b", "zero_head:where"),
        ("last:two", "'two' is not a whole number"),
        ("temperature:nan", "between 0.01 and 100"),
        ("close:9999999999999999999", "whole number"),
        ("close", "close:tokens:…"),
        ("close:40", "There is no source token 40"),
        ("force:40", "There is no source token 40"),
        ("force:-1", "no column -1"),
        ("padding_off:0", "1 to 40"),
        ("keep_kind:encode", "encoder, decoder, cross"),
        ("zero_head:encoder.2.9", r"nearest are encoder\.2\.3"),
        ("zero_head:encodr.2.1", r"nearest are encoder\.2\.1"),
        ("skip:encoder.7", r"no layer 'encoder\.7'"),
        ("exchange:decoder.1:5", "layers 0 to 1"),
        ("temperature:2:crss", "no attention 'crss'"),
        ("residual_off:decoder.1.cross", r"nearest are decoder\.1\.cross_attention"),
        ("memory: ", "empty"),
        (f"patch:encoder.1:33:{escape_argument(OTHER)}", "no position 33"),
        (f"patch:nowhere:1:{escape_argument(OTHER)}", "no place 'nowhere'"),
        (",".join(["causal_off"] * 61), "60 changes"),
        (",".join([f"patch:encoder.1:0:{escape_argument(OTHER)}"] * 41), "40 patches"),
        (f"patch:encoder.1:0:{escape_argument('a ' * 45)}", "at most 40 tokens"),
        ("x" * 5_000, "4000 characters"),
    ],
)
def test_what_cannot_be_read_or_made_is_one_plain_sentence(reader: TinyReader, written: str, told: str) -> None:
    with pytest.raises(GlassformerError, match=told) as error:
        run(reader, written)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


def test_closing_every_word_is_refused(reader: TinyReader) -> None:
    everything = ":".join(str(position) for position in range(len(reader.read(SENTENCE).ids)))
    for written in (f"close:{everything}", f"close:{everything[2:]},close:0"):
        with pytest.raises(EditError, match=r"leave (at least )?one"):
            run(reader, written)
