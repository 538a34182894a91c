"""A tiny random Marian as `transformers` would store it, and what it computes, in plain operations on its tensors.

Nothing here uses the code under test: piece models are written byte by byte, texts are cut by trying every cut.
"""

import json
import math
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from tiny import PAIRS
from torch import Tensor

from transformer.corpora import Pair

WIDTH, HEADS, INNER, LAYERS, LONGEST = 16, 2, 24, 2, 64
NEVER_SEEN = 10.0  # how much less likely than the rarest piece a character is that none has


# ---- piece models
def scores_of(texts: Sequence[str]) -> dict[str, float]:
    """Pieces with log-probabilities: all characters, and the words and beginnings that occur, as often as they do."""
    words = [f"▁{word}" for text in texts for word in text.split()]
    counts = Counter(character for word in words for character in word)
    counts.update(word[:size] for word in words for size in range(2, len(word) + 1))
    total = sum(counts.values())
    return {piece: math.log(count / total) for piece, count in counts.items()}


def spm(scores: dict[str, float], kind: int = 1, charsmap: bytes = b"") -> bytes:
    """An `.spm` file with these pieces, after the unknown token and the two control symbols."""

    def field(number: int, content: bytes) -> bytes:
        size, length = len(content), b""
        while size > 127:
            length, size = length + bytes([size & 127 | 128]), size >> 7
        return bytes([number << 3 | 2]) + length + bytes([size]) + content

    def piece(written: str, score: float, kind: int) -> bytes:
        return field(1, field(1, written.encode()) + b"\x15" + struct.pack("<f", score) + bytes([0x18, kind]))

    special = piece("<unk>", 0, 2) + piece("<s>", 0, 3) + piece("</s>", 0, 3)
    normal = b"".join(piece(written, score, 1) for written, score in scores.items())
    return (
        special
        + normal
        + field(2, bytes([0x18, kind]))
        + field(3, field(1, b"identity") + (field(2, charsmap) if charsmap else b""))
    )


def best_cut(text: str, scores: dict[str, float]) -> list[str]:
    """The pieces of the most probable cut of a text; unknown characters next to each other are one piece."""
    spelled = "▁" + text.replace(" ", "▁") if text else ""
    unknown = min(scores.values()) - NEVER_SEEN

    @cache
    def best(begin: int) -> tuple[float, tuple[str, ...]]:
        if begin == len(spelled):
            return 0.0, ()
        found = []
        for end in range(begin + 1, len(spelled) + 1):
            piece = spelled[begin:end]
            if piece in scores or end == begin + 1:
                rest, pieces = best(end)
                found.append((scores.get(piece, unknown) + rest, (piece, *pieces)))
        return max(found)

    joined: list[str] = []
    for piece in best(0)[1]:
        if joined and piece not in scores and joined[-1] not in scores:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


# ---- the folder
def write_marian(
    folder: Path,
    languages: Sequence[str] = (),
    seed: int = 0,
    pairs: Sequence[Pair] = PAIRS,
    direction: tuple[str, str] = ("en", "fr"),
    **changes: Any,
) -> Path:
    """A checkpoint whose vocabulary spells the pairs; `changes` are to its configuration."""
    folder.mkdir(parents=True)
    sides = {"source": [pair.source for pair in pairs], "target": [pair.target for pair in pairs]}
    pieces: dict[str, None] = {}
    for side, texts in sides.items():
        scores = scores_of(texts)
        (folder / f"{side}.spm").write_bytes(spm(scores))
        pieces |= dict.fromkeys(scores)
    tokens = ["</s>", "<unk>", *(f">>{each}<<" for each in languages), *list(pieces)[:-1], "<pad>"]  # one is missing
    size = len(tokens)
    both = {"layers": LAYERS, "attention_heads": HEADS, "ffn_dim": INNER}
    config = {
        **{f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in both.items()},
        **{"model_type": "marian", "architectures": ["MarianMTModel"], "is_encoder_decoder": True},
        **{"vocab_size": size, "decoder_vocab_size": size, "d_model": WIDTH, "max_position_embeddings": LONGEST},
        **{"pad_token_id": size - 1, "decoder_start_token_id": size - 1, "eos_token_id": 0},
        **{"activation_function": "swish", "scale_embedding": True, "dropout": 0.1, **changes},
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.json").write_text(json.dumps({token: place for place, token in enumerate(tokens)}))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"source_lang": direction[0], "target_lang": direction[1]})
    )
    (folder / "README.md").write_text("---\nlanguage: en\nlicense: apache-2.0\n---\n# A tiny Marian\n")
    save_file(random_tensors(size, seed), folder / "model.safetensors")
    return folder


def save_marian(folder: Path, card: Mapping[str, Any] = {}, **options: Any) -> Path:
    """Such a checkpoint, imported into a folder of ours; `options` are those of `write_marian`."""
    from transformer.model.folder import save_model
    from transformer.model.importing.checkpoint import Checkpoint
    from transformer.model.importing.reading import read_checkpoint

    written = write_marian(folder.with_name(f"{folder.name}-checkpoint"), **options)
    model, tokenizer, found = read_checkpoint(Checkpoint(written, f"somebody/{folder.name}"))
    save_model(folder, model, tokenizer, torch.zeros(tokenizer.size), {**found, **card})
    return folder


def random_tensors(size: int, seed: int) -> dict[str, Tensor]:
    """All weights of such a model, in numbers that 16 bits hold."""
    shapes: dict[str, tuple[int, ...]] = {"model.shared.weight": (size, WIDTH), "final_logits_bias": (1, size)}
    for side, uses in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for layer in range(LAYERS):
            at = f"model.{side}.layers.{layer}"
            linear = {f"{at}.fc1": (INNER, WIDTH), f"{at}.fc2": (WIDTH, INNER)}
            for use in uses:
                linear |= {f"{at}.{use}.{name}_proj": (WIDTH, WIDTH) for name in ("q", "k", "v", "out")}
            shapes |= {f"{name}.weight": shape for name, shape in linear.items()}
            shapes |= {f"{name}.bias": shape[:1] for name, shape in linear.items()}
            norms = [*(f"{at}.{use}_layer_norm" for use in uses), f"{at}.final_layer_norm"]
            shapes |= {f"{norm}.{kind}": (WIDTH,) for norm in norms for kind in ("weight", "bias")}
    chance = torch.Generator().manual_seed(seed)
    tensors = {name: torch.randn(shape, generator=chance) * 0.4 for name, shape in shapes.items()}
    for name in tensors:
        if name.endswith("norm.weight"):
            tensors[name] += 1
    tensors["final_logits_bias"][0, 0] = 1.5  # so that translations end
    return {name: tensor.half().float() for name, tensor in tensors.items()}


# ---- what it computes
def reference(folder: Path, source: Sequence[int], target: Sequence[int]) -> dict[str, Tensor]:
    """Logits (T, V), each layer's output and each attention's weights, for ids and columns in their order."""
    from safetensors.torch import load_file

    tensors = load_file(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text())
    activation = {"swish": F.silu, "relu": F.relu, "gelu": F.gelu}[config["activation_function"]]
    found: dict[str, Tensor] = {}

    def linear(name: str, x: Tensor) -> Tensor:
        return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    def norm(name: str, x: Tensor) -> Tensor:
        centred = x - x.mean(-1, keepdim=True)
        scaled = centred / (centred.square().mean(-1, keepdim=True) + 1e-5).sqrt()
        return scaled * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]

    def attend(name: str, x: Tensor, memory: Tensor, causal: bool) -> Tensor:
        query, key, value = (
            linear(f"{name}.{kind}_proj", y).view(len(y), HEADS, -1).transpose(0, 1)
            for kind, y in (("q", x), ("k", memory), ("v", memory))
        )
        scores = query @ key.transpose(1, 2) / math.sqrt(WIDTH // HEADS)
        if causal:
            scores = scores + torch.full(scores.shape, -math.inf).triu(1)
        found[f"{name}.weights"] = scores.softmax(-1)
        return linear(f"{name}.out_proj", (found[f"{name}.weights"] @ value).transpose(0, 1).reshape(len(x), WIDTH))

    def embedded(ids: Sequence[int]) -> Tensor:
        angles = torch.arange(len(ids))[:, None] / 10_000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
        waves = torch.cat([angles.sin(), angles.cos()], dim=1)
        return tensors["model.shared.weight"][list(ids)] * math.sqrt(WIDTH) + waves

    def feed(at: str, x: Tensor) -> Tensor:
        return norm(f"{at}.final_layer_norm", x + linear(f"{at}.fc2", activation(linear(f"{at}.fc1", x))))

    x = embedded(source)
    for layer in range(LAYERS):
        at = f"model.encoder.layers.{layer}"
        x = norm(f"{at}.self_attn_layer_norm", x + attend(f"{at}.self_attn", x, x, causal=False))
        x = found[at] = feed(at, x)
    memory, x = x, embedded(target)
    for layer in range(LAYERS):
        at = f"model.decoder.layers.{layer}"
        x = norm(f"{at}.self_attn_layer_norm", x + attend(f"{at}.self_attn", x, x, causal=True))
        x = norm(f"{at}.encoder_attn_layer_norm", x + attend(f"{at}.encoder_attn", x, memory, causal=False))
        x = found[at] = feed(at, x)
    found["logits"] = x @ tensors["model.shared.weight"].T + tensors["final_logits_bias"][0]
    return found
