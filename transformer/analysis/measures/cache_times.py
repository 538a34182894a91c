"""What a cache of keys and values takes, and what it saves."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import torch

from transformer.devices import describe_machine
from transformer.model.cache import DecoderCache
from transformer.model.config import ModelConfig
from transformer.model.one_stack import OneStack

LENGTHS = (8, 16, 32, 64, 128, 255)
_ROUNDS = 21


@dataclass(frozen=True)
class CacheTime:
    """One more token after a text.

    Attributes:
        tokens: of the text. cached, whole: milliseconds with the text's keys and values in a cache, and when the whole
            text is read again; the fastest of several times.
    """

    tokens: int
    cached: float
    whole: float


@dataclass(frozen=True)
class CacheTimes:
    """What was measured on a model of one stack."""

    FILE: ClassVar[str] = "cache.json"
    machine: str
    rows: tuple[CacheTime, ...]


@torch.no_grad()
def measure_cache(model: OneStack, lengths: Sequence[int] = LENGTHS) -> CacheTimes:
    """Time one more token after texts of each length: any tokens, because the content does not matter."""
    rows = []
    for tokens in lengths:
        text = torch.arange(tokens + 1).remainder(model.config.vocabulary_size - 10).add(10)[None]
        nothing = text[:, :0]
        cached: list[float] = []
        whole: list[float] = []
        for _ in range(_ROUNDS):
            cache = DecoderCache(model.config.decoder_layers)
            model.read(nothing, text[:, :-1], cache)
            for times, new, known in ((cached, text[:, -1:], cache), (whole, text, None)):
                begun = time.perf_counter()
                model.project(model.read(nothing, new, known)[:, -1])
                times.append(1000 * (time.perf_counter() - begun))
        rows.append(CacheTime(tokens, round(min(cached), 3), round(min(whole), 3)))
    return CacheTimes(describe_machine(), tuple(rows))


def cache_bytes(config: ModelConfig, tokens: int, bytes_a_number: int) -> int:
    """Bytes of the keys and values of a text: two vectors for each token, layer and head of keys."""
    width = config.d_model // config.heads * (config.key_heads or config.heads)
    return 2 * config.decoder_layers * width * tokens * bytes_a_number
