// Compute from queries, keys and values the weights as they are, and as they would be without the scaling or with a mask
// that is multiplied; and what each row measures, by the formulas of transformer/analysis/measures/what_if.py.

import { deriveAttention, softmaxRows, withoutLater } from "../../../frame/attention.js";
import { KINDS } from "../../../widgets/focus.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function deriveScores({ tensors }) {
  const derived = deriveAttention(tensors);
  for (const kind of Object.keys(KINDS)) {
    const of = (name) => tensors[`${kind}.${name}`];
    const raw = () => of("raw_scores");
    derived[`${kind}.unscaled`] = () => softmaxRows(kind === "decoder" ? withoutLater(raw()) : raw());
    const counts = () => keysSeen(raw(), kind === "decoder");
    derived[`${kind}.even_gradient`] = () => each(counts(), (n) => gradient(1 / n, n));
    for (const [before, name] of [
      ["", "weights"],
      ["unscaled_", "unscaled"],
    ]) {
      derived[`${kind}.${before}entropy`] = () => byRow(of(name), entropy);
      derived[`${kind}.${before}gradient`] = () => {
        const { data } = counts();
        return byRow(of(name), (row, query) => gradient(squares(row), data[query]));
      };
    }
  }
  derived["decoder.multiplied"] = () => softmaxRows(withoutLater(tensors["decoder.scores"], 0));
  derived["decoder.leak"] = () =>
    byRow(tensors["decoder.multiplied"], (row, query) => row.subarray(query + 1).reduce((sum, a) => sum + a, 0));
  return derived;
}

// How many keys each query sees, (T).
/** @param {Tensor} scores (…, T, S) @param {boolean} isCausal @returns {Tensor} */
function keysSeen({ shape }, isCausal) {
  const [rows, columns] = shape.slice(-2);
  const data = Float32Array.from({ length: rows }, (_, query) => (isCausal ? query + 1 : columns));
  return { shape: [rows], data, half: false };
}

/** @returns {Tensor} */
const each = ({ shape, data }, made) => ({ shape, data: Float32Array.from(data, made), half: false });

// A number for each row, (…, T, S) → (…, T).
/** @param {Tensor} weights @param {(row: Float32Array, query: number) => number} measured @returns {Tensor} */
function byRow({ shape, data }, measured) {
  const [rows, columns] = shape.slice(-2);
  const rowAt = (at) => /** @type {Float32Array} */ (data.subarray(at * columns, (at + 1) * columns));
  const made = Float32Array.from({ length: data.length / columns }, (_, at) => measured(rowAt(at), at % rows));
  return { shape: shape.slice(0, -1), data: made, half: false };
}

const entropy = (row) => row.reduce((sum, a) => sum - (a && a * Math.log(a)), 0);

const squares = (row) => row.reduce((sum, a) => sum + a * a, 0);

// The mean |∂aⱼ / ∂sₗ| over n keys, from the sum of the squared weights.
const gradient = (sum, n) => (2 * (1 - sum)) / n ** 2;
