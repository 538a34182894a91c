// What this chapter computes from the weights and contexts of each attention, and from its output projection.

import { computeShares, deriveAttention, moduleOf, placeOf } from "../../../frame/attention.js";
import { plainNumbers } from "../../../transport/payload.js";
import { KINDS } from "../../../widgets/focus.js";
import { headWeights } from "../../../widgets/heads.js";
import { dot, lengthOf } from "../vectors.js";

/** @param {{ facts: { frame: Frame }, tensors: Record<string, Tensor> }} payload */
export function deriveHeads({ facts, tensors }) {
  const derived = deriveAttention(tensors);
  for (const kind of /** @type {Kind[]} */ (Object.keys(KINDS))) {
    derived[`reached.${kind}`] = () => computeRollout(tensors[`${kind}.weights`], kind);
    for (let layer = 0; layer < facts.frame.sizes[`${KINDS[kind].stack}_layers`]; layer += 1) {
      const [place, projection] = [placeOf(kind, layer), joiningOf(kind, layer)];
      derived[`${place}.shares`] = () => computeShares(tensors[`${place}.context`], tensors[`${projection}.weight`]);
      derived[`${place}.joined`] = () => joinHeads(tensors[`${place}.shares`], tensors[`${projection}.bias`]);
    }
  }
  return derived;
}

/** @param {Kind} kind @param {number} layer */
export const joiningOf = (kind, layer) => `${moduleOf(kind, layer)}.output_projection`;

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
    const square = Math.max(dot(output, output), 1e-12);
    pieces.forEach((piece, head) => {
      made[head * rows + row] = lengthOf(piece);
      made[size + head * rows + row] = dot(piece, output) / square;
    });
  }
  return { shape: [2, heads + 1, rows], data: made, half: false };
}

// Rollout (transformer/analysis/measures/rollout.py): what has reached each token after each round, half of it kept and
// half of it read: (layers, T, T). Queries and keys of cross-attention are other tokens: there each layer alone.
/** @param {Tensor} weights (layers, H, T, S) @returns {Tensor} */
function computeRollout(weights, kind) {
  const [layers, , rows, columns] = weights.shape;
  const size = rows * columns;
  const data = new Float32Array(layers * size);
  for (let layer = 0; layer < layers; layer += 1) {
    const { data: mean } = headWeights(weights, null, layer);
    if (kind === "cross") data.set(mean, layer * size);
    else {
      const before = layer ? data.subarray((layer - 1) * size, layer * size) : null;
      data.set(nextRound(mean, before, rows), layer * size);
    }
  }
  return { shape: [layers, rows, columns], data, half: false };
}

// (Ā + I) / 2 · R; no R before the first round.
function nextRound(mean, before, count) {
  const made = new Float32Array(count * count);
  for (let row = 0; row < count; row += 1)
    for (let key = 0; key < count; key += 1) {
      const share = (mean[row * count + key] + Number(row === key)) / 2;
      if (!before) made[row * count + key] = share;
      else for (let at = 0; at < count; at += 1) made[row * count + at] += share * before[key * count + at];
    }
  return made;
}
