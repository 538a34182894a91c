// What this chapter computes from the weights and contexts of each attention, and from its output projection.

import { computeShares, deriveAttention } from "../../../frame/attention.js";
import { plainNumbers } from "../../../transport/payload.js";
import { attentionModule, attentionName, KINDS } from "../../../widgets/focus.js";
import { dotProduct, lengthOf } from "../../../widgets/vectors.js";

/** @param {{ facts: { frame: Frame }, tensors: Record<string, Tensor> }} payload */
export function deriveHeads({ facts, tensors }) {
  const derived = deriveAttention(tensors);
  for (const kind of /** @type {Kind[]} */ (Object.keys(KINDS))) {
    for (let layer = 0; layer < facts.frame.sizes[`${KINDS[kind].stack}_layers`]; layer += 1) {
      const [place, projection] = [attentionName(kind, layer), joiningOf(kind, layer)];
      derived[`${place}.shares`] = () => computeShares(tensors[`${place}.context`], tensors[`${projection}.weight`]);
      derived[`${place}.joined`] = () => joinHeads(tensors[`${place}.shares`], tensors[`${projection}.bias`]);
    }
  }
  return derived;
}

/** @param {Kind} kind @param {number} layer */
export const joiningOf = (kind, layer) => `${attentionModule(kind, layer)}.output_projection`;

// How long each share is, and how much of the output comes from it, (2, H + 1, T), the bias last: the part is
// share · output / |output|².
/** @param {Tensor} shares (H, T, D) @param {Tensor} bias (D) @returns {Tensor} */
function joinHeads(shares, bias) {
  const [heads, rows, width] = shares.shape;
  const [data, last] = [shares, bias].map(plainNumbers);
  const size = (heads + 1) * rows;
  const made = new Float32Array(2 * size);
  for (let row = 0; row < rows; row += 1) {
    const pieces = Array.from({ length: heads }, (_, head) => {
      const from = (head * rows + row) * width;
      return data.subarray(from, from + width);
    });
    pieces.push(last);
    const output = Float64Array.from({ length: width }, (_, at) => pieces.reduce((sum, each) => sum + each[at], 0));
    const square = Math.max(dotProduct(output, output), 1e-12);
    pieces.forEach((piece, head) => {
      made[head * rows + row] = lengthOf(piece);
      made[size + head * rows + row] = dotProduct(piece, output) / square;
    });
  }
  return { shape: [2, heads + 1, rows], data: made, half: false };
}
