"""Products with packed matrices are the plain ones, and only matrices that lose nothing are packed."""

from collections.abc import Callable

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import random_tokens, tiny_model
from torch import Tensor

from transformer.decoding.incremental import IncrementalDecoder
from transformer.decoding.laid_out import laid_out
from transformer.decoding.products import Affine

can_pack = pytest.mark.skipif(
    torch.backends.quantized.engine not in ("fbgemm", "x86"), reason="this processor has no FBGEMM"
)


def random_matrix(rows: int, columns: int) -> Tensor:
    return torch.randn(rows, columns, generator=torch.Generator().manual_seed(rows * columns))


@can_pack
@given(rows=st.integers(1, 40), width=st.sampled_from([1, 7, 48, 192]), out=st.sampled_from([1, 33, 512, 2000]))
def test_a_packed_product_is_the_plain_one(rows: int, width: int, out: int) -> None:
    weight, bias, x = random_matrix(out, width).half().float(), random_matrix(out, 1)[:, 0], random_matrix(rows, width)
    packed = Affine(weight, bias, packed=True)
    assert packed.packed is not None
    precise = x.double() @ weight.double().t() + bias
    torch.testing.assert_close(packed(x).double(), precise, rtol=1e-5, atol=1e-4)
    packed.worth_from = 1  # so few multiplications would be done plainly
    torch.testing.assert_close(packed(x).double(), precise, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("change", [lambda w: w + 1e-6, lambda w: w * 1e6, lambda w: w * torch.nan, Tensor.double])
def test_what_16_bits_do_not_hold_is_multiplied_as_it_is(change: Callable[[Tensor], Tensor]) -> None:
    weight = change(random_matrix(600, 600).half().float())
    affine = Affine(weight, torch.zeros(600, dtype=weight.dtype), packed=True)
    assert affine.packed is None
    torch.testing.assert_close(affine.weight, weight.t(), rtol=0, atol=0, equal_nan=True)


def test_another_processor_multiplies_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformer.decoding.products.ENGINES", ())
    assert Affine(torch.ones(600, 600), torch.ones(600), packed=True).packed is None


@can_pack
@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("rows", [1, 5])
def test_a_frozen_model_in_16_bits_decodes_like_its_modules(norm: str, rows: int) -> None:
    model = tiny_model(seed=4, norm=norm, d_model=192, d_ff=512).half().float().eval().requires_grad_(False)
    source, target = random_tokens(rows, 6, seed=1), random_tokens(rows, 5, seed=2)
    assert laid_out(model).decoder[0].feed_forward.expand.packed is not None
    with torch.no_grad():
        expected = model(source, target)
        decoder = IncrementalDecoder(model, source)
        for position in range(target.size(1)):
            torch.testing.assert_close(decoder.step(target[:, position]), expected[:, position], rtol=0, atol=2e-5)


def test_a_model_in_training_is_not_packed() -> None:
    model = tiny_model(seed=4).half().float()
    assert laid_out(model).output.packed is None
