// What this chapter computes from what enters each attention and from the model's matrices.

import { KINDS } from "../../widgets/focus.js";
import { weightsOf } from "../../widgets/heads.js";
import { plainNumbers } from "../../widgets/payload.js";
import { derivedAttention } from "../frame/attention.js";
import { dot, lengthOf, once } from "../vectors.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedHeads({ tensors }) {
  const own = Object.keys(KINDS).flatMap((kind) => {
    const joined = once(() => joinedHeads(tensors[`${kind}.shares`], tensors[`${kind}.joiningBias`]));
    return [
      [`joined.${kind}.lengths`, () => joined().lengths],
      [`joined.${kind}.parts`, () => joined().parts],
      [`reached.${kind}`, () => reached(tensors[`${kind}.weights`], kind)],
    ];
  });
  return { ...derivedAttention(tensors), ...Object.fromEntries(own) };
}

// How long each share is, and how much of the output comes from it, both (layers, H + 1, T), the bias last: the part is
// share · output / |output|².
/** @param {Tensor} shares (layers, H, T, D) @param {Tensor} bias (layers, D) @returns {Record<string, Tensor>} */
function joinedHeads(shares, bias) {
  const [layers, heads, rows, width] = shares.shape;
  const [data, biases] = [shares, bias].map(plainNumbers);
  const shape = [layers, heads + 1, rows];
  const [lengths, parts] = [0, 0].map(() => new Float32Array(layers * (heads + 1) * rows));
  for (let layer = 0; layer < layers; layer += 1)
    for (let row = 0; row < rows; row += 1) {
      const pieces = Array.from({ length: heads }, (_, head) => {
        const from = ((layer * heads + head) * rows + row) * width;
        return data.subarray(from, from + width);
      });
      pieces.push(biases.subarray(layer * width, (layer + 1) * width));
      const output = Float64Array.from({ length: width }, (_, at) => pieces.reduce((sum, each) => sum + each[at], 0));
      const square = Math.max(dot(output, output), 1e-12);
      pieces.forEach((piece, head) => {
        const at = (layer * (heads + 1) + head) * rows + row;
        lengths[at] = lengthOf(piece);
        parts[at] = dot(piece, output) / square;
      });
    }
  return { lengths: { shape, data: lengths, half: false }, parts: { shape, data: parts, half: false } };
}

// Rollout (transformer/analysis/measures/rollout.py): what has reached each token after each round, half of it kept and
// half of it read: (layers, T, T). Queries and keys of cross-attention are other tokens: there each layer alone.
/** @param {Tensor} weights (layers, H, T, S) @returns {Tensor} */
function reached(weights, kind) {
  const [layers, , rows, columns] = weights.shape;
  const size = rows * columns;
  const data = new Float32Array(layers * size);
  for (let layer = 0; layer < layers; layer += 1) {
    const { data: mean } = weightsOf(weights, null, layer);
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
