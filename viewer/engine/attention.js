// Attention (section 3.2 of the paper), as in transformer/model/attention.py.
// Letters: B batch, H heads, T queries, S keys, D model width, d_k = D / H.

import { callProbe } from "./probe.js";
import { softmax } from "./softmax.js";

// Multi-head attention: Concat(head_1 … head_h) W^O, head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V).
/** @type {(machine: Machine, weights: Projections, heads: number, x: Rows, seen: Seen, probe: Probe | null) => Rows} */
export function attention(machine, weights, heads, x, seen, probe) {
  const query = machine.affine(weights.query_projection, x);
  const context =
    probe && !probe.watches
      ? explicitAttention(machine, heads, query, seen, probe)
      : fusedAttention(machine, heads, query, seen);
  if (probe?.watches) showAttention(machine, heads, query, seen, context, probe);
  return machine.point(probe, "output", machine.affine(weights.output_projection, context));
}

// What self-attention without a mask looks at: the queries' own sequence.
/** @param {Machine} machine @param {Projections} weights @param {Rows} x @returns {Seen} */
export function everythingIn(machine, weights, x) {
  const [keys, values] = [machine.affine(weights.key_projection, x), machine.affine(weights.value_projection, x)];
  return { keys: keys.at, values: values.at, places: 0, stride: 0, length: x.length, causal: false };
}

/** @type {(machine: Machine, heads: number, query: Rows, seen: Seen) => Rows} */
function fusedAttention(machine, heads, query, { keys, values, places, stride, length, causal }) {
  const { batch, length: queries, width } = query;
  const context = machine.rows(batch, queries, width);
  const weights = machine.rows(1, 1, length);
  for (let row = 0; row < batch * queries; row += 1) {
    const [b, t] = [Math.floor(row / queries), row % queries];
    const own = places && places + 4 * b * stride;
    const visible = causal ? length - queries + t + 1 : length;
    const [from, to] = [query.at + 4 * row * width, context.at + 4 * row * width];
    machine.kernels.attend(from, keys, values, own, width, visible, heads, width / heads, weights.at, to);
  }
  return context;
}

// Attention(Q, K, V) = softmax(mask(Q Kᵀ / √d_k)) V, step by step; the probe sees every step.
/** @type {(machine: Machine, heads: number, query: Rows, seen: Seen, probe: Probe) => Rows} */
function explicitAttention(machine, heads, query, seen, probe) {
  const { batch, length: queries, width } = query;
  const { length } = seen;
  const size = width / heads;
  const ofHeads = (/** @type {string} */ name, /** @type {number} */ count, /** @type {Float32Array} */ numbers) =>
    callProbe(probe, name, [batch, heads, count, size], rearrange(numbers, batch, count, heads, size));
  const q = ofHeads("query", queries, machine.numbers(query));
  const k = ofHeads("key", length, gatherRows(machine, seen.keys, seen, batch, width));
  const v = ofHeads("value", length, gatherRows(machine, seen.values, seen, batch, width));

  const shape = [batch, heads, queries, length];
  const raw = callProbe(probe, "raw_scores", shape, products(q, k, queries, length, size));
  const scaled = raw.map((each) => each / Math.sqrt(size));
  let scores = callProbe(probe, "scores", shape, scaled);
  if (seen.causal) scores = hideLater(scores, queries, length);
  scores = callProbe(probe, "masked_scores", shape, scores);
  const weights = callProbe(probe, "weights", shape, softmax(scores, length));
  const made = callProbe(probe, "context", [batch, heads, queries, size], mixValues(weights, v, queries, length, size));
  const context = machine.rows(batch, queries, width);
  machine.numbers(context).set(rearrange(made, batch, heads, queries, size)); // Concat(head_1 … head_h)
  return context;
}

// Shows a probe that changes nothing what it wants to see of attention.
/** @param {Machine} machine @param {number} heads @param {Rows} query @param {Seen} seen @param {Rows} context @param {Probe} probe */
function showAttention(machine, heads, query, seen, context, probe) {
  const { batch, length: queries, width } = query;
  const { length, causal } = seen;
  const size = width / heads;
  /** @param {Float32Array} numbers @param {number} count */
  const ofHeads = (numbers, count) => rearrange(numbers, batch, count, heads, size);
  const keys = () => ofHeads(gatherRows(machine, seen.keys, seen, batch, width), length);
  const queried = () => ofHeads(machine.numbers(query), queries);
  const show = (/** @type {string} */ name, /** @type {number} */ count, /** @type {() => Float32Array} */ make) =>
    probe.ignores?.(name) || probe(name, { shape: [batch, heads, count, size], data: make() });
  show("query", queries, queried);
  show("key", length, keys);
  show("value", length, () => ofHeads(gatherRows(machine, seen.values, seen, batch, width), length));
  const wanted = ["raw_scores", "scores", "masked_scores", "weights"].filter((name) => !probe.ignores?.(name));
  if (wanted.length) {
    const raw = products(queried(), keys(), queries, length, size);
    const scores = raw.map((each) => each / Math.sqrt(size));
    const masked = causal ? hideLater(scores, queries, length) : scores;
    /** @type {Record<string, Float32Array>} */
    const steps = { raw_scores: raw, scores, masked_scores: masked, weights: softmax(masked, length) };
    for (const name of wanted) probe(name, { shape: [batch, heads, queries, length], data: steps[name] });
  }
  show("context", queries, () => ofHeads(machine.numbers(context), queries));
}

// −∞ (or `instead`) in place of the scores of (…, T, S) that belong to later positions.
/** @template {Numbers} Data @param {Data} scores @param {number} queries @param {number} length @returns {Data} */
export function hideLater(scores, queries, length, instead = -Infinity) {
  const isLater = (/** @type {number} */ at) => at % length > length - queries + (Math.floor(at / length) % queries);
  return /** @type {Data} */ (scores.map((each, at) => (isLater(at) ? instead : each)));
}

// Keys or values as the batch rows see them, (B, S, D).
/** @type {(machine: Machine, at: number, seen: Seen, batch: number, width: number) => Float32Array} */
function gatherRows(machine, at, { places, stride, length }, batch, width) {
  const { floats, integers } = machine.memory;
  const found = new Float32Array(batch * length * width);
  for (let row = 0; row < batch * length; row += 1) {
    const [b, s] = [Math.floor(row / length), row % length];
    const from = at / 4 + (places ? integers[places / 4 + b * stride + s] : s) * width;
    found.set(floats.subarray(from, from + width), row * width);
  }
  return found;
}

// Q Kᵀ for each head: (B, H, T, d_k) and (B, H, S, d_k) → (B, H, T, S).
/** @type {(q: Numbers, k: Numbers, queries: number, length: number, size: number) => Float32Array} */
function products(q, k, queries, length, size) {
  const made = new Float32Array((q.length / size) * length);
  for (let at = 0; at < made.length; at += 1) {
    const row = Math.floor(at / length);
    const key = (Math.floor(row / queries) * length + (at % length)) * size;
    let sum = 0;
    for (let i = 0; i < size; i += 1) sum += q[row * size + i] * k[key + i];
    made[at] = sum;
  }
  return made;
}

// The weighted sums of the values, (B, H, T, S) and (B, H, S, d_k) → (B, H, T, d_k).
/** @type {(weights: Numbers, v: Numbers, queries: number, length: number, size: number) => Float32Array} */
function mixValues(weights, v, queries, length, size) {
  const made = new Float32Array((weights.length / length) * size);
  for (let row = 0; row < weights.length / length; row += 1)
    for (let s = 0; s < length; s += 1) {
      const value = (Math.floor(row / queries) * length + s) * size;
      for (let i = 0; i < size; i += 1) made[row * size + i] += weights[row * length + s] * v[value + i];
    }
  return made;
}

// (B, outer, inner, size) → (B, inner, outer, size): from (B, T, D) to (B, H, T, d_k), where each head sees its own d_k
// of the D columns, and back.
/** @type {(numbers: Numbers, batch: number, outer: number, inner: number, size: number) => Float32Array} */
function rearrange(numbers, batch, outer, inner, size) {
  const made = new Float32Array(numbers.length);
  let to = 0;
  for (let b = 0; b < batch; b += 1)
    for (let i = 0; i < inner; i += 1)
      for (let o = 0; o < outer; o += 1, to += size) {
        const from = ((b * outer + o) * inner + i) * size;
        made.set(numbers.subarray(from, from + size), to);
      }
  return made;
}
