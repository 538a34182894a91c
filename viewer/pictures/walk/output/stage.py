"""What the chapter "Decoder and output" sends: logits, logit lens, searches."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import streamlit as st
import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.analysis.measures.lens import decoder_streams, logit_lens, rank_of
from transformer.model.masks import causal_mask
from transformer.model.measurements import load_measurement
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END, START
from transformer.text.tokenizer import SubwordTokenizer
from viewer.app.budget import within_budget
from viewer.frame.frame import Stage
from viewer.frame.pack_fp16 import pack_fp16
from viewer.frame.passage import Passage
from viewer.pictures.walk.output.snippets import snippets
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload
from viewer.widgets.tokens import ChipFacts, as_facts, chips_within

LARGEST = 4_000_000  # numbers of an output matrix that the browser gets; of a larger one, it gets the logits instead
TOP = 10  # tokens with bars
LENS_TOP = 5  # tokens of a layer


def stage(passage: Passage) -> Stage:
    """What is drawn; the browser computes all logits, (T, V), from `hidden` and the output matrix, if it is small."""
    model, trace = passage.translator.model, passage.trace
    chosen = torch.tensor(target_ids(passage)[1:])
    logits = trace["logits"].float()
    top = logits.topk(min(TOP, logits.size(-1)), dim=-1).indices
    lens = logit_lens(model, trace).log_softmax(dim=-1)
    lens_top = lens.topk(min(LENS_TOP, lens.size(-1)), dim=-1)
    named = torch.cat([top.flatten(), chosen, lens_top.indices.flatten()]).unique()
    facts = {
        "chosen": chosen.tolist(),
        "pieces": _pieces(passage.translator.tokenizer, named.tolist()),
        "tied": model.config.tied_embeddings,
        "rows": None,
        "streams": list(decoder_streams(model)),
        "searches": searches_measured(passage.model)
        | {"greedy": _greedy(passage.model, passage.translation.source.text, passage)},
    }
    tensors = {
        "hidden": trace["decoder.output"].float(),
        "top": top,
        "confidence": logits.softmax(dim=-1).amax(dim=-1),
        "losses": F.cross_entropy(logits, chosen, reduction="none"),
        "lensTop": lens_top.indices,
        "lensProbabilities": lens_top.values.exp(),
        "lensChosen": lens.gather(-1, chosen.expand(lens.shape[:-1]).unsqueeze(-1)).squeeze(-1).exp(),
        "lensRanks": rank_of(lens, chosen),
        "mask": causal_mask(len(chosen)),
    }
    if model.output_projection.weight.numel() <= LARGEST:
        matrix = _output_matrix(passage.model, model)
        return Stage(Payload(facts, tensors), snippets(model.config), matrix)
    rows = torch.cat([top.flatten(), chosen]).unique()
    facts["rows"] = rows.tolist()
    return Stage(Payload(facts, {**tensors, "logits": logits, **_of_output(model, rows)}), snippets(model.config))


@st.cache_resource(show_spinner=False, max_entries=4)
def _output_matrix(name: str, _model: Transformer) -> Constants:
    """That of the model called `name`."""
    return Constants("output", Payload({}, _of_output(_model)).packed())


def _of_output(model: Transformer, rows: Tensor | None = None) -> dict[str, np.ndarray]:
    """The output matrix or some rows of it, (V, D): `output`. And `outputBias` (V), if the model has one."""
    weight, bias = model.output_projection.weight, model.output_projection.bias
    matrix = {"output": pack_fp16(weight if rows is None else weight[rows])}
    return matrix if bias is None else {**matrix, "outputBias": bias.detach().float().cpu().numpy()}


def target_ids(passage: Passage) -> tuple[int, ...]:
    """Inputs and outputs of the decoder in the trace: START, the translation, END (T + 1 ids)."""
    length = len(passage.trace.target_tokens)
    return (START, *passage.translation.hypothesis.tokens, END)[: length + 1]


def _pieces(tokenizer: SubwordTokenizer, ids: Iterable[int]) -> dict[str, ChipFacts]:
    """A chip for each id as it is within a sentence, after another word."""
    named = list(ids)
    pieces = [chip for token in tokenizer.tokens(named) for chip in chips_within([token])]
    return dict(zip(map(str, named), as_facts(pieces), strict=True))


def searches_measured(model: str) -> dict[str, Any]:
    """Greedy decoding and beam search over test sets, as `measure searches` measured them.

    Returns:
        `rows`, none for a model that was not measured; `beam`, the width of the beam there.
    """
    measured = load_measurement(model, SearchComparison)
    shown = ("corpus", "split", "sentences", "greedy_bleu", "beam_bleu", "differ")
    rows = [{name: getattr(row, name) for name in shown} for row in measured.rows] if measured else []
    return {"rows": rows, "beam": measured.beam if measured else 0}


@within_budget
def _greedy(name: str, sentence: str, _passage: Passage) -> str:
    """What greedy decoding by the model called `name` makes of a sentence."""
    return _passage.translator.translate(sentence, beam=1, alpha=0.0).text
