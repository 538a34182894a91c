// The numbers of the focused layer and head, and the cell that is looked at.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { shades } from "../../widgets/palette.js";
import { part } from "../../widgets/payload.js";

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
  const numbers = view.now?.numbers.name === name ? view.now.numbers : { name, ...numbersOf(view, kind, layer, head) };
  if (view.keyKind !== kind) Object.assign(view, { key: null, keyKind: kind });
  return { ...numbers, numbers, token, keyRow: view.key ?? strongestKey({ ...numbers, token }) };
}

// Each of `matrices` is stored as in nn.Linear, d_k × D, with its bias.
/** @param {ProjectionsView} view */
function numbersOf(view, kind, layer, head) {
  const of = (name) => part(view.tensors[`${kind}.${name}`], layer, head);
  const x = part(view.tensors[`${kind}.x`], layer);
  const numbers = {
    kind,
    layer,
    head,
    cross: kind === "cross",
    rows: view.tokens[KINDS[kind].rows],
    columns: view.tokens[KINDS[kind].columns],
    x,
    memory: kind === "cross" ? part(view.tensors.memory) : x,
    query: of("query"),
    key: of("key"),
    value: of("value"),
    weights: of("weights"),
    context: of("context"),
    rounding: part(view.tensors[`${kind}.rounding`], layer), // rows: queries, keys, values, contexts; columns: heads
    matrices: headMatrices(view, kind, layer, head),
  };
  const { matrices, query, key, value } = numbers;
  const biases = Object.values(matrices).map(({ bias }) => ({ data: bias }));
  // The ends of the colour scales.
  const limits = {
    input: largest(x, numbers.memory),
    matrix: largest(...Object.values(matrices)),
    output: largest(query, key, value, ...biases),
  };
  return { ...numbers, limits };
}

/** @param {ProjectionsView} view */
function headMatrices(view, kind, layer, head) {
  return Object.fromEntries(
    Object.entries(QKV).map(([which, { index }]) => [
      which,
      {
        ...part(view.tensors[`${kind}.weight`], layer, index, head),
        bias: part(view.tensors[`${kind}.bias`], layer, index, head),
      },
    ]),
  );
}

export function strongestKey({ weights, token }) {
  const row = rowOf(weights, token);
  return row.indexOf(row.reduce((most, weight) => Math.max(most, weight), 0));
}

export function rowOf({ data, columns }, row) {
  return data.subarray(row * columns, (row + 1) * columns);
}

// The number in focus: the one under the pointer, else the one that was chosen.
/** @param {ProjectionsView} view */
export function cellInFocus(view) {
  if (view.pointed) return view.pointed;
  const { which, column } = view.chosen;
  return { which, column, row: which === "query" ? view.now.token : view.now.keyRow };
}

// What makes one number of Q, K or V: its row of the input, its column of W, its bias, their products and the sum.
export function makingOf(now, { which, row, column }) {
  const matrix = now.matrices[which];
  const input = rowOf(which === "query" ? now.x : now.memory, row);
  const factors = rowOf(matrix, column);
  const products = Array.from(input, (value, index) => value * factors[index]);
  const sum = products.reduce((total, product) => total + product, 0);
  const bias = matrix.bias[column];
  return {
    input,
    factors,
    products,
    sum,
    bias,
    total: sum + bias,
    rounding: now.rounding.data[QKV[which].index * now.rounding.columns + now.head],
  };
}

// The name of what is read: X, or the encoder's output M in cross-attention.
export function inputLetter(now, which) {
  return now.cross && which !== "query" ? "M" : "X";
}

export function tokenOf(now, { which, row }) {
  return (which === "query" ? now.rows : now.columns)[row];
}

export function cellName({ which, row, column }) {
  return `${QKV[which].small}[${row}, ${column}]`;
}

// The snippet computes the number that is shown.
/** @param {ProjectionsView} view */
export function tellCode(view) {
  const { which, row, column } = cellInFocus(view);
  const read = view.now.cross && which !== "query" ? "memory" : "x";
  Object.assign(view.extra, { projection: which, read, row, column });
}

export function counted(number) {
  return number.toLocaleString("en-US");
}

export function section(title, words) {
  const made = element("section", "part");
  const head = element("div", "part-head");
  head.append(element("h3", "", title), element("p", "hint", words));
  made.append(head);
  return made;
}

// What `shades` needs for numbers above and below zero.
export function signedScale(limit, ink) {
  return { limit, paper: ink.paper, below: ink.negative, above: ink.positive };
}

// One vector as a strip of colours.
export function strip() {
  const made = element("span", "strip");
  made.setAttribute("role", "img");
  return {
    element: made,
    draw(numbers, limit, ink, name) {
      const { data } = shades(numbers, numbers.length, 1, signedScale(limit, ink));
      const share = 100 / numbers.length;
      const stops = Array.from(
        numbers,
        (_, index) =>
          `rgb(${data.slice(4 * index, 4 * index + 3).join(" ")}) ${share * index}% ${share * (index + 1)}%`,
      );
      made.style.backgroundImage = `linear-gradient(to right, ${stops.join(", ")})`;
      made.setAttribute("aria-label", name);
      made.title = name;
    },
  };
}

function largest(...matrices) {
  let most = 0;
  for (const { data } of matrices) for (const value of data) most = Math.max(most, Math.abs(value));
  return most || 1;
}
