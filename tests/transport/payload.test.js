import assert from "node:assert/strict";
import test from "node:test";

import { part, plainNumbers, unpack } from "../../viewer/transport/payload.js";

// A safetensors file: the header's length, the header, the tensors' bytes.
function packed(facts, entries, bytes) {
  const header = new TextEncoder().encode(
    JSON.stringify({ __metadata__: { facts: JSON.stringify(facts) }, ...entries }),
  );
  const padded = Math.ceil(header.length / 8) * 8;
  const file = new Uint8Array(8 + padded + bytes.length).fill(0x20);
  new DataView(file.buffer).setBigUint64(0, BigInt(padded), true);
  file.set(header, 8);
  file.set(bytes, 8 + padded);
  return file;
}

test("16-bit floats become the numbers they stand for", () => {
  const halves = Uint16Array.from([0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0xfc00, 0x8000, 0x7e00]);
  const entries = { half: { dtype: "F16", shape: [2, 1, 4], data_offsets: [0, 16] } };
  const { facts, tensors } = unpack(packed({ name: "ü" }, entries, new Uint8Array(halves.buffer)));
  assert.deepEqual(facts, { name: "ü" });
  const first = part(tensors.half, 0);
  assert.deepEqual([first.rows, first.columns], [1, 4]);
  assert.deepEqual([...first.data], [1, -2, Math.fround(0x555 / 4096), 2 ** -24]);
  const [largest, infinite, zero, nothing] = part(tensors.half, 1, 0);
  assert.deepEqual([largest, infinite, nothing], [65504, -Infinity, Number.NaN]);
  assert.ok(Object.is(zero, -0));
});

test("8-bit floats become the numbers they stand for", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const entries = { all: { dtype: "F8_E4M3", shape: [256], data_offsets: [0, 256] } };
  const { tensors } = unpack(packed({}, entries, bytes));
  const numberOf = (byte) => {
    const [exponent, fraction] = [(byte >> 3) & 15, (byte & 7) / 8];
    const size = exponent ? (1 + fraction) * 2 ** (exponent - 7) : fraction * 2 ** -6;
    return (byte & 0x7f) === 0x7f ? Number.NaN : (byte & 0x80 ? -1 : 1) * size;
  };
  assert.deepEqual([...plainNumbers(tensors.all)], [...bytes].map(numberOf));
});

test("a part is a view of the numbers that were sent, wherever the file lay", () => {
  const numbers = Float32Array.from([1, 2, 3, 4, 5, 6]);
  const entries = { weights: { dtype: "F32", shape: [3, 2], data_offsets: [0, 24] } };
  const file = packed({}, entries, new Uint8Array(numbers.buffer));
  const shifted = new Uint8Array(file.length + 3);
  shifted.set(file, 3);
  const { tensors } = unpack(shifted.subarray(3));
  assert.deepEqual([...part(tensors.weights, 2)], [5, 6]);
  assert.equal(part(tensors.weights, 1).buffer, tensors.weights.data.buffer);
});
