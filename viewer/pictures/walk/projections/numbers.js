// The numbers of the focused layer and head, and the cell that is looked at.

import { part } from "../../../transport/payload.js";
import { attentionModule, KINDS, rowNames } from "../../../widgets/focus.js";
import { highest, rowOf } from "../../../widgets/vectors.js";

export const QKV = {
  query: { letter: "Q", small: "q", index: 0 },
  key: { letter: "K", small: "k", index: 1 },
  value: { letter: "V", small: "v", index: 2 },
};

// What is drawn: the matrices of the focused layer and head as {data, rows, columns}, the token and the key in focus.
// `numbers` stays the same object while layer, head, kind and the page's colours do.
/** @param {ProjectionsView} view */
export function currentNumbers(view) {
  const { kind, layer, token } = view.focus;
  const head = view.focus.head ?? 0;
  const paper = getComputedStyle(view.root).backgroundColor;
  const name = [kind, layer, head, paper, view.root.dataset.typefaces].join(" ");
  const numbers =
    view.now?.numbers.name === name ? view.now.numbers : { name, ...collectNumbers(view, kind, layer, head) };
  if (view.keyKind !== kind) Object.assign(view, { key: null, keyKind: kind });
  return { ...numbers, numbers, token, keyRow: view.key ?? strongestKey({ ...numbers, token }) };
}

// The attention in focus, whose matrices must be here.
/** @param {ProjectionsView} view */
export const moduleInFocus = ({ focus: { kind, layer } }) => attentionModule(kind, layer);

// Each of `matrices` is stored as in nn.Linear, d_k × D, with its bias.
/** @param {ProjectionsView} view */
function collectNumbers(view, kind, layer, head) {
  const of = (name, ...index) => part(view.tensors[`${kind}.${name}`], layer, ...index);
  const x = of("input");
  const memory = kind === "cross" ? part(view.tensors["encoder.output"]) : x;
  const [query, key, value, weights] = ["query", "key", "value", "weights"].map((name) => of(name, head));
  const { H, D, d_k: depth } = view.sizes;
  const matrixOf = (which) => {
    const [weight, bias] = ["weight", "bias"].map(
      (name) => view.tensors[`${attentionModule(kind, layer)}.${which}_projection.${name}`],
    );
    return { ...part({ ...weight, shape: [H, depth, D] }, head), bias: part({ ...bias, shape: [H, depth] }, head) };
  };
  const matrices = { query: matrixOf("query"), key: matrixOf("key"), value: matrixOf("value") };
  return {
    ...{ kind, layer, head, x, memory, query, key, value, weights, matrices },
    cross: kind === "cross",
    rows: view.tokens[rowNames(kind)],
    columns: view.tokens[KINDS[kind].columns],
  };
}

const strongestKey = ({ weights, token }) => highest(rowOf(weights, token));

// The token whose scores or weights with this one differ most in the two directions.
export function leastMutual({ data, columns }, query) {
  const apart = Array.from({ length: columns }, (_, key) =>
    key === query ? -1 : Math.abs(data[query * columns + key] - data[key * columns + query]),
  );
  return highest(apart);
}

// The largest difference of a square matrix and its mirror image.
export function largestAsymmetry({ data, columns }) {
  return data.reduce((most, value, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return Math.max(most, Math.abs(value - data[column * columns + row]));
  }, 0);
}

// The number in focus: the one under the pointer, else the one that was chosen.
/** @param {ProjectionsView} view */
export function cellInFocus(view) {
  const { which, column } = view.chosen;
  return view.pointed ?? { which, column, row: which === "query" ? view.now.token : view.now.keyRow };
}

// How one number of Q, K or V is made: its row of the input, its column of W, their products and the sum, its bias.
export function readMaking(now, { which, row, column }) {
  const matrix = now.matrices[which];
  const input = rowOf(which === "query" ? now.x : now.memory, row);
  const factors = rowOf(matrix, column);
  const products = Array.from(input, (value, index) => value * factors[index]);
  const sum = products.reduce((total, product) => total + product, 0);
  const bias = matrix.bias[column];
  return { input, factors, products, sum, bias, total: sum + bias };
}

// The name of what is read: X, or the encoder's output M in cross-attention.
export const inputLetter = (now, which) => (now.cross && which !== "query" ? "M" : "X");

export const tokenOf = (now, { which, row }) => (which === "query" ? now.rows : now.columns)[row];

export const cellName = ({ which, row, column }) => `${QKV[which].small}[${row}, ${column}]`;

// The snippet computes the number that is shown.
/** @param {ProjectionsView} view */
export function tellCode(view) {
  const { which, row, column } = cellInFocus(view);
  const read = view.now.cross && which !== "query" ? "memory" : "x";
  Object.assign(view.extra, { projection: which, read, row, column });
}
