"""What the library returns says in a line or two what it is, however much it holds."""

from transformer import Beam, Recorder, Translator
from transformer.decoding.encoded import encode_source

SENTENCE = " and ".join(["The dog eats bread"] * 9)


def test_nothing_that_is_returned_fills_the_screen(translator: Translator) -> None:
    translation = translator.decode(SENTENCE, Beam(4), record=True)
    recorder = Recorder()
    trace = translator.trace(SENTENCE, probe=recorder)
    whole = [translation, translation.search, trace, trace.attention("cross", 0), recorder, translator]
    whole += [encode_source(translator, translator.read(SENTENCE)), translator.tokenizer, translator.read(SENTENCE)]
    whole += [translator.compare(SENTENCE, "positions_off"), translator.ask(SENTENCE, 0)]
    for value in whole:
        assert type(value).__name__ in repr(value)
        assert len(repr(value)) < 12 * len(SENTENCE), type(value)
        assert "tensor(" not in repr(value), type(value)
