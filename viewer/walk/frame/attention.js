// Every number of attention, from what enters it and from the model's matrices (viewer/walk/frame/attention.py),
// one kind and one step at a time, when a chapter first asks for it. Sums are made in 64 bits and kept in 32: they are
// as far from the model's own as its 32 bits are from the truth.

import { KINDS } from "../../widgets/focus.js";
import { affine, innerProduct } from "../../widgets/linear.js";
import { plainNumbers } from "../../widgets/payload.js";

const PROJECTED = ["query", "key", "value"];
const ATTENTION_STEPS = [...PROJECTED, "raw_scores", "scores", "masked_scores", "weights", "context", "shares"];

// All steps of all kinds, such as `encoder.query` (layers, H, T, d_k): see `derive` of frame.js.
/**
 * @param {Record<string, Tensor>} tensors
 * @returns {Record<string, () => Tensor>}
 */
export function derivedAttention(tensors) {
  const derived = {};
  for (const kind of Object.keys(KINDS))
    for (const step of ATTENTION_STEPS) derived[`${kind}.${step}`] = stepOf(tensors, kind, step);
  return derived;
}

function stepOf(tensors, kind, name) {
  const of = (other) => tensors[`${kind}.${other}`];
  const memory = () => (kind === "cross" ? tensors.memory : of("x"));
  if (PROJECTED.includes(name)) {
    const entering = name === "query" ? () => of("x") : memory;
    return () => projectedBy(entering(), of("weight"), of("bias"), name);
  }
  const steps = {
    raw_scores: () => products(of("query"), of("key")),
    scores: () => dividedByRoot(of("raw_scores"), of("query").shape.at(-1)),
    masked_scores: () => (kind === "decoder" ? withoutLater(of("scores")) : of("scores")),
    weights: () => softmaxed(of("masked_scores")),
    context: () => mixturesOf(of("weights"), of("value")),
    shares: () => sharesOf(of("context"), of("joining")),
  };
  return steps[name];
}

// Q Kᵀ / √d_k
/** @returns {Tensor} */
function dividedByRoot({ shape, data }, depth) {
  return { shape, data: Float32Array.from(data, (value) => value / Math.sqrt(depth)), half: false };
}

// X Wᵀ + b for each layer and head: (layers, T, D), or (T, D) for all layers, and (layers, 3, H, d_k, D) become
// (layers, H, T, d_k).
/** @returns {Tensor} */
export function projectedBy(entering, weight, bias, name) {
  const which = PROJECTED.indexOf(name);
  const [layers, kinds, heads, depth, width] = weight.shape;
  const rows = entering.shape.at(-2);
  const [input, factors, added] = [entering, weight, bias].map(plainNumbers);
  const data = new Float32Array(layers * heads * rows * depth);
  for (let layer = 0; layer < layers; layer += 1) {
    const from = entering.shape.length === 3 ? layer * rows * width : 0;
    const x = input.subarray(from, from + rows * width);
    for (let head = 0; head < heads; head += 1) {
      const block = ((layer * kinds + which) * heads + head) * depth;
      const own = factors.subarray(block * width, (block + depth) * width);
      data.set(affine(x, own, added.subarray(block, block + depth)), (layer * heads + head) * rows * depth);
    }
  }
  return { shape: [layers, heads, rows, depth], data, half: false };
}

// A Bᵀ for each layer and head: (…, T, d), (…, S, d) → (…, T, S).
/** @returns {Tensor} */
export function products(left, right) {
  const [rows, depth] = left.shape.slice(-2);
  const columns = right.shape.at(-2);
  const blocks = left.data.length / (rows * depth);
  const data = new Float32Array(blocks * rows * columns);
  for (let block = 0, at = 0; block < blocks; block += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, at += 1)
        data[at] = innerProduct(
          left.data,
          (block * rows + row) * depth,
          right.data,
          (block * columns + column) * depth,
          depth,
        );
  return { shape: [...left.shape.slice(0, -1), columns], data, half: false };
}

// −∞ where a query would see what comes later.
/**
 * @param {Tensor} scores
 * @param {number} [instead]  of the forbidden ones
 * @returns {Tensor}
 */
export function withoutLater({ shape, data }, instead = -Infinity) {
  const [rows, columns] = shape.slice(-2);
  const masked = Float32Array.from(data, (value, at) => {
    const row = Math.floor(at / columns) % rows;
    return at % columns > row ? instead : value;
  });
  return { shape, data: masked, half: false };
}

/** @returns {Tensor} */
export function softmaxed({ shape, data }) {
  const columns = shape.at(-1);
  const weights = new Float32Array(data.length);
  for (let from = 0; from < data.length; from += columns) {
    const row = data.subarray(from, from + columns);
    const most = row.reduce((largest, value) => Math.max(largest, value), -Infinity);
    const grown = Array.from(row, (value) => Math.exp(value - most));
    const total = grown.reduce((sum, value) => sum + value, 0);
    grown.forEach((value, at) => {
      weights[from + at] = value / total;
    });
  }
  return { shape, data: weights, half: false };
}

// A V for each layer and head: (…, T, S), (…, S, d) → (…, T, d).
function mixturesOf(weights, value) {
  const [rows, columns] = weights.shape.slice(-2);
  const depth = value.shape.at(-1);
  const blocks = weights.data.length / (rows * columns);
  const data = new Float32Array(blocks * rows * depth);
  for (let block = 0, at = 0; block < blocks; block += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < depth; column += 1, at += 1) {
        let sum = 0;
        for (let key = 0; key < columns; key += 1)
          sum +=
            weights.data[(block * rows + row) * columns + key] * value.data[(block * columns + key) * depth + column];
        data[at] = sum;
      }
  return { shape: [...weights.shape.slice(0, -1), depth], data, half: false };
}

// What each head writes, head_h W^O_h: (layers, H, T, d_k), (layers, D, D) → (layers, H, T, D).
function sharesOf(context, joining) {
  const [layers, heads, rows, depth] = context.shape;
  const width = joining.shape.at(-1);
  const factors = plainNumbers(joining);
  const data = new Float32Array(layers * heads * rows * width);
  for (let layer = 0, at = 0; layer < layers; layer += 1)
    for (let head = 0; head < heads; head += 1)
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < width; column += 1, at += 1)
          data[at] = innerProduct(
            context.data,
            ((layer * heads + head) * rows + row) * depth,
            factors,
            (layer * width + column) * width + head * depth,
            depth,
          );
  return { shape: [layers, heads, rows, width], data, half: false };
}
