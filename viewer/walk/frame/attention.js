// Every number of attention, from what enters it and from the model's matrices (viewer/walk/frame/attention.py),
// one kind and one step at a time, when a chapter first asks for it. Sums are made in 64 bits and kept in 32: they are
// as far from the model's own as its 32 bits are from the truth.

import { KINDS } from "../../widgets/focus.js";
import { affine } from "../../widgets/linear.js";
import { plainNumbers } from "../../widgets/payload.js";

const PROJECTED = ["query", "key", "value"];

// All steps of all kinds, such as `encoder.query` (layers, H, T, d_k): see `derive` of frame.js.
/**
 * @param {Record<string, Tensor>} tensors
 * @returns {Record<string, () => Tensor>}
 */
export function derivedAttention(tensors) {
  return Object.fromEntries(
    Object.keys(KINDS).flatMap((kind) =>
      Object.entries(stepsOf(tensors, kind))
        // Of a model with large matrices, some come in their place; without W^O nothing can be shared out.
        .filter(([step]) => !tensors[`${kind}.${step}`] && (step !== "shares" || tensors[`${kind}.joining`]))
        .map(([step, compute]) => [`${kind}.${step}`, compute]),
    ),
  );
}

function stepsOf(tensors, kind) {
  const of = (other) => tensors[`${kind}.${other}`];
  const memory = () => (kind === "cross" ? tensors.memory : of("x"));
  return {
    query: () => projectedBy(of("x"), of("weight"), of("bias"), "query"),
    key: () => projectedBy(memory(), of("weight"), of("bias"), "key"),
    value: () => projectedBy(memory(), of("weight"), of("bias"), "value"),
    raw_scores: () => products(of("query"), of("key")),
    scores: () => dividedBy(of("raw_scores"), Math.sqrt(of("query").shape.at(-1))),
    masked_scores: () => (kind === "decoder" ? withoutLater(of("scores")) : of("scores")),
    weights: () => softmaxed(of("masked_scores")),
    context: () => products(of("weights"), transposed(of("value"))),
    shares: () => sharesOf(of("context"), of("joining")),
  };
}

/** @returns {Tensor} */
const tensorOf = (shape, data) => ({ shape, data, half: false });

// Blocks of numbers, one for each leading index, as one tensor.
/** @returns {Tensor} */
function stacked(shape, block) {
  const [rows, columns] = shape.slice(-2);
  const data = new Float32Array(shape.reduce((product, each) => product * each, 1));
  const size = rows * columns;
  for (let at = 0; at < data.length / size; at += 1) data.set(block(at), at * size);
  return tensorOf(shape, data);
}

// A tensor with fewer blocks, such as the memory that all layers read, begins again.
function blockOf({ shape, data }, at) {
  const size = shape.at(-1) * shape.at(-2);
  const from = (at * size) % data.length;
  return data.subarray(from, from + size);
}

// X Wᵀ + b for each layer and head: (layers, T, D), or (T, D) for all layers, and (layers, 3, H, d_k, D) become
// (layers, H, T, d_k).
/** @returns {Tensor} */
export function projectedBy(entering, weight, bias, name) {
  const [layers, kinds, heads, depth, width] = weight.shape;
  const rows = entering.shape.at(-2);
  const [factors, added] = [weight, bias].map(plainNumbers);
  const numbers = { ...entering, data: plainNumbers(entering) };
  return stacked([layers, heads, rows, depth], (at) => {
    const [layer, head] = [Math.floor(at / heads), at % heads];
    const from = ((layer * kinds + PROJECTED.indexOf(name)) * heads + head) * depth;
    const input = blockOf(numbers, layer);
    return affine(input, factors.subarray(from * width, (from + depth) * width), added.subarray(from, from + depth));
  });
}

// A Bᵀ for each layer and head: (…, T, d), (…, S, d) → (…, T, S).
/** @returns {Tensor} */
export function products(left, right) {
  const columns = right.shape.at(-2);
  const none = new Float32Array(columns);
  return stacked([...left.shape.slice(0, -1), columns], (at) => affine(blockOf(left, at), blockOf(right, at), none));
}

// (…, S, d) → (…, d, S)
function transposed(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  return stacked([...tensor.shape.slice(0, -2), columns, rows], (at) => {
    const block = blockOf(tensor, at);
    return block.map((_, index) => block[(index % rows) * columns + Math.floor(index / rows)]);
  });
}

function dividedBy({ shape, data }, divisor) {
  return tensorOf(
    shape,
    data.map((value) => value / divisor),
  );
}

// −∞ where a query would see what comes later.
/**
 * @param {Tensor} scores
 * @param {number} [instead]  of the forbidden ones
 * @returns {Tensor}
 */
export function withoutLater({ shape, data }, instead = -Infinity) {
  const [rows, columns] = shape.slice(-2);
  return tensorOf(
    shape,
    data.map((value, at) => (at % columns > Math.floor(at / columns) % rows ? instead : value)),
  );
}

/** @returns {Tensor} */
export function softmaxed({ shape, data }) {
  const columns = shape.at(-1);
  const weights = new Float32Array(data.length);
  for (let from = 0; from < data.length; from += columns) {
    const row = data.subarray(from, from + columns);
    const most = Math.max(...row);
    const grown = Array.from(row, (value) => Math.exp(value - most));
    const total = grown.reduce((sum, value) => sum + value, 0);
    grown.forEach((value, at) => {
      weights[from + at] = value / total;
    });
  }
  return tensorOf(shape, weights);
}

// What each head writes, head_h W^O_h: (layers, H, T, d_k), (layers, D, D) → (layers, H, T, D).
function sharesOf(context, joining) {
  const [layers, heads, rows, depth] = context.shape;
  const width = joining.shape.at(-1);
  const factors = plainNumbers(joining);
  const none = new Float32Array(width);
  return stacked([layers, heads, rows, width], (at) => {
    const [layer, head] = [Math.floor(at / heads), at % heads];
    const own = Float32Array.from({ length: width * depth }, (_, index) => {
      const column = layer * width + Math.floor(index / depth);
      return factors[column * width + head * depth + (index % depth)];
    });
    return affine(blockOf(context, at), own, none);
  });
}
