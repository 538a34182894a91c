// Every number of attention, from its activations: those that the page has by name, and what follows from them, one kind
// and one step at a time, when a chapter first asks for it. Sums are made in 64 bits and kept in 32: they are as far
// from the model's own as its 32 bits are from the truth.

import { hideLater } from "../engine/attention.js";
import { stackTensors as stackLayers } from "../engine/live/activations.js";
import { softmax } from "../engine/softmax.js";
import { plainNumbers } from "../transport/payload.js";
import { attentionName, KINDS } from "../widgets/focus.js";
import { affine } from "../widgets/linear.js";

const has = (tensors, kind, name) => `${attentionName(kind, 0)}.${name}` in tensors;

// An activation of all layers, such as `query` (layers, H, T, d_k).
/** @param {Record<string, Tensor>} tensors @param {Kind} kind @param {string} name */
function allLayers(tensors, kind, name) {
  const nameAt = (layer) => `${attentionName(kind, layer)}.${name}`;
  const found = [];
  while (nameAt(found.length) in tensors) found.push(tensors[nameAt(found.length)]);
  return stackLayers(found);
}

// The steps of all kinds and layers, such as `encoder.query` (layers, H, T, d_k), as far as the page has them or what
// they follow from: see `derive` of frame.js.
/**
 * @param {Record<string, Tensor>} tensors
 * @returns {Record<string, () => Tensor>}
 */
export function deriveAttention(tensors) {
  const derived = {};
  for (const kind of /** @type {Kind[]} */ (Object.keys(KINDS)))
    for (const [step, compute] of Object.entries(computeSteps(tensors, kind))) {
      if (has(tensors, kind, step)) derived[`${kind}.${step}`] = () => allLayers(tensors, kind, step);
      else if (compute && has(tensors, kind, "query")) derived[`${kind}.${step}`] = compute;
    }
  return derived;
}

function computeSteps(tensors, kind) {
  const of = (other) => tensors[`${kind}.${other}`];
  return {
    ...{ input: null, query: null, key: null, value: null },
    raw_scores: () => products(of("query"), of("key")),
    scores: () => divide(of("raw_scores"), Math.sqrt(of("query").shape.at(-1))),
    masked_scores: () => (kind === "decoder" ? withoutLater(of("scores")) : of("scores")),
    weights: () => softmaxRows(of("masked_scores")),
    context: () => products(of("weights"), transpose(of("value"))),
  };
}

/** @returns {Tensor} */
const makeTensor = (shape, data) => ({ shape, data, half: false });

// Blocks of numbers, one for each leading index, as one tensor.
/** @returns {Tensor} */
function stackBlocks(shape, block) {
  const [rows, columns] = shape.slice(-2);
  const data = new Float32Array(shape.reduce((product, each) => product * each, 1));
  const size = rows * columns;
  for (let at = 0; at < data.length / size; at += 1) data.set(block(at), at * size);
  return makeTensor(shape, data);
}

// Repeat a tensor that has fewer blocks, such as the memory that all layers read.
function takeBlock({ shape, data }, at) {
  const size = shape.at(-1) * shape.at(-2);
  const from = (at * size) % data.length;
  return data.subarray(from, from + size);
}

// A Bᵀ for each layer and head: (…, T, d), (…, S, d) → (…, T, S).
/** @returns {Tensor} */
export function products(left, right) {
  const columns = right.shape.at(-2);
  const none = new Float32Array(columns);
  return stackBlocks([...left.shape.slice(0, -1), columns], (at) =>
    affine(takeBlock(left, at), takeBlock(right, at), none),
  );
}

// (…, S, d) → (…, d, S)
function transpose(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  return stackBlocks([...tensor.shape.slice(0, -2), columns, rows], (at) => {
    const block = takeBlock(tensor, at);
    return block.map((_, index) => block[(index % rows) * columns + Math.floor(index / rows)]);
  });
}

function divide({ shape, data }, divisor) {
  return makeTensor(
    shape,
    data.map((value) => value / divisor),
  );
}

// Write −∞, or another number, where a query would see later keys.
/** @param {Tensor} scores @param {number} [instead] */
export const withoutLater = ({ shape, data }, instead) =>
  makeTensor(shape, hideLater(data, shape[shape.length - 2], shape[shape.length - 1], instead));

/** @param {Tensor} scores */
export const softmaxRows = ({ shape, data }) => makeTensor(shape, softmax(data, shape.at(-1)));

// What each head of one attention writes, head_h W^O_h: (H, T, d_k), (D, D) → (H, T, D).
/** @param {Tensor} context @param {Tensor} joining @returns {Tensor} */
export function computeShares(context, joining) {
  const [heads, rows, depth] = context.shape;
  const [, width] = joining.shape;
  const factors = plainNumbers(joining);
  const none = new Float32Array(width);
  return stackBlocks([heads, rows, width], (head) => {
    const own = Float32Array.from(
      { length: width * depth },
      (_, index) => factors[Math.floor(index / depth) * width + head * depth + (index % depth)],
    );
    return affine(takeBlock(context, head), own, none);
  });
}
