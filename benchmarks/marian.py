"""An imported Marian compared with the same checkpoint in Hugging Face's `transformers`, number by number.

    pip install transformers sentencepiece
    python -m benchmarks.marian FOLDER [FOLDER …]   # checkpoints in Hugging Face's format

Both get the weights as 16 bits store them. `transformers` also gives its padding token a probability, and lets a
hypothesis that has reached the limit compete with those that have ended, so only those that end are compared for the
beam. Writes marian.md.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor

from benchmarks.timing import options_of, table, write_report
from transformer.corpora.everyday import held_out_sentences
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Beam, Greedy
from transformer.decoding.trace import Trace, trace_tokens
from transformer.model.folder import save_model
from transformer.model.importing.checkpoint import Checkpoint
from transformer.model.importing.reading import read_checkpoint
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, START, UNKNOWN
from transformer.translator import Translator, load

TABLE = Path(__file__).with_suffix(".md")
LIMIT = 40  # tokens of a translation
BEAM = 4
ROWS = ("sentences", "cut alike", "hidden states", "attention weights", "logits", "greedy alike", "beam alike")


def compare(folder: Path, sentences: list[str]) -> dict[str, str]:
    """The rows of the table for one checkpoint."""
    from transformers import MarianMTModel, MarianTokenizer

    model, tokenizer, card = read_checkpoint(Checkpoint(folder, folder.name))
    with TemporaryDirectory() as place:
        save_model(Path(place) / "model", model, tokenizer, torch.zeros(tokenizer.size), card)
        ours = load(Path(place) / "model")
    theirs = MarianMTModel.from_pretrained(folder, attn_implementation="eager").eval()
    with torch.no_grad():
        for name, weights in [*theirs.named_parameters(), *theirs.named_buffers()]:
            if "embed_positions" not in name:
                weights.copy_(weights.half())
    cutting = MarianTokenizer.from_pretrained(folder)
    start = theirs.config.decoder_start_token_id
    ids = torch.tensor(
        [start if each == START else cutting.encoder[token] for each, token in enumerate(tokenizer.vocabulary)]
    )
    back = {their: our for our, their in enumerate(ids.tolist()) if our >= END or our == UNKNOWN}
    found: dict[str, list[Any]] = {name: [] for name in ROWS}
    options = {"max_new_tokens": LIMIT, "bad_words_ids": [[theirs.config.pad_token_id]], "do_sample": False}
    for sentence in sentences:
        source = tokenizer.encode_source(sentence)
        read = ids[source][None]
        found["cut alike"].append(read[0].tolist() == cutting(clean(sentence)).input_ids)
        for name, strategy, more in (
            ("greedy", Greedy(), {"num_beams": 1}),
            ("beam", Beam(BEAM, 1.0, "length"), {"num_beams": BEAM, "length_penalty": 1.0, "early_stopping": False}),
        ):
            tokens = decode_ours(ours, source, strategy)
            expected = [back[each] for each in theirs.generate(read, **options, **more)[0].tolist()[1:] if each in back]
            if name == "greedy" or expected[-1] == END:
                found[f"{name} alike"].append(tokens == expected)
            if name == "greedy":
                differences(ours, theirs, source, [START, *tokens], ids, found)
    counted = {name: f"{sum(found[name])} of {len(found[name])}" for name in ROWS if name.endswith("alike")}
    largest = {name: f"{max(found[name]):.1e}" for name in ("hidden states", "attention weights", "logits")}
    return {"sentences": str(len(sentences)), **counted, **largest}


def decode_ours(ours: Translator, source: list[int], strategy: Greedy | Beam) -> list[int]:
    """The best hypothesis of at most LIMIT tokens."""
    return list(strategy.search(ours.model, [source], SearchOptions(LIMIT, compiled=ours.compiled))[0].best.tokens)


@torch.no_grad()
def differences(
    ours: Translator, theirs: Any, source: list[int], target: list[int], ids: Tensor, found: dict[str, list[Any]]
) -> None:
    """The largest differences of one pass over a sentence and its translation."""
    trace: Trace = trace_tokens(ours, source, [*target, END])
    whole = {"output_hidden_states": True, "output_attentions": True}
    output = theirs(input_ids=ids[source][None], decoder_input_ids=ids[target][None], **whole)
    order = torch.arange(ours.model.config.d_model).view(2, -1).T.flatten()
    for side in ("encoder", "decoder"):
        states = [each[0][:, order] for each in output[f"{side}_hidden_states"]]
        for layer, state in enumerate(states):
            name = f"{side}.{layer - 1}.feed_forward.norm" if layer else f"{side}.input"
            found["hidden states"].append(float((trace[name] - state).abs().max()))
    for use, theirs_name in (
        ("encoder.{}.self_attention", "encoder_attentions"),
        ("decoder.{}.self_attention", "decoder_attentions"),
        ("decoder.{}.cross_attention", "cross_attentions"),
    ):
        for layer, weights in enumerate(output[theirs_name]):
            found["attention weights"].append(float((trace[f"{use.format(layer)}.weights"] - weights[0]).abs().max()))
    spoken = torch.tensor([UNKNOWN, *range(END, len(ids))])
    found["logits"].append(float((trace["logits"][:, spoken] - output["logits"][0][:, ids[spoken]]).abs().max()))


def main() -> None:
    """Compare and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--sentences", type=int, default=20)
    options = parser.parse_args()
    torch.set_num_threads(1)
    columns = {each.name: compare(each, list(held_out_sentences()[: options.sentences])) for each in options.folders}
    rows = [[name, *(each[name] for each in columns.values())] for name in ROWS]
    intro = (
        "`python -m benchmarks.marian`: random models of Marian's shape, here and in `transformers`. Differences "
        "are the largest of all numbers."
    )
    write_report(TABLE, "An imported Marian", intro, *table(["", *columns], rows))


if __name__ == "__main__":
    main()
