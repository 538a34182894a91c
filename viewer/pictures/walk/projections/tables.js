// What heads cost, counted; and the two ways to write the same product.

import { element, setAttributes } from "../../../widgets/elements.js";
import { ident, mathElement, op, sup } from "../../../widgets/mathml.js";
import { count, full } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { region, section } from "../section.js";
import { dot, rowOf } from "../vectors.js";
import { cellName, readMaking } from "./numbers.js";
import { withPower } from "./products.js";

// Splitting D into heads costs nothing.
/** @param {ProjectionsView} view */
export function parameterTable({ sizes: { H, D, d_k: depth, encoder_layers, decoder_layers } }) {
  const row = (name, times) => [
    name,
    `${times * H} × ${count(D * depth)} = ${count(times * H * D * depth)}`,
    count(times * D * D),
    count(times * D),
  ];
  const letters = ["Q", "K", "V", "O"];
  const table = plainTable(
    ["matrix", `${H} heads`, "one head", "biases, either way"],
    [...letters.map((letter) => row(withPower("W", letter), 1)), row("together", letters.length)],
  );
  setAttributes(table, region("Parameters of heads"));
  return section(
    "Several heads cost no more than one",
    `${H} heads of ${D} × ${depth} have as many parameters as one head of ${D} × ${D}.`,
    table,
    element(
      "p",
      "note",
      `Each of the model’s ${encoder_layers + 2 * decoder_layers} attentions has the same number. What changes is the ` +
        `comparison: each head compares tokens in its own ${depth} dimensions.`,
    ),
  );
}

/** @param {ProjectionsView} view */
export function conventionTable(view) {
  const place = element("div");
  return {
    element: section(
      "Rows or columns",
      "The paper and this code write a token as a row, Turner and many others as a column. Every equation is then " +
        "transposed; the numbers are the same.",
      place,
      element("p", "note", "nn.Linear stores the column convention’s matrix and multiplies by its transpose."),
    ),
    update(now) {
      const headings = ["", "a token is a row: the paper, this code", "a token is a column: Turner and others"];
      const table = plainTable(headings, [...conventions(view, now), liveLine(view, now)]);
      setAttributes(table, region("Row convention and column convention"));
      table.classList.add("conventions");
      place.replaceChildren(table);
    },
  };
}

// The query's number in focus, worked out both ways.
/** @param {ProjectionsView} view */
function liveLine(view, now) {
  const cell = { which: "query", row: now.token, column: view.chosen.which === "query" ? view.chosen.column : 0 };
  return [cellName(cell), full(inRowConvention(readMaking(now, cell))), full(inColumnConvention(now, cell))];
}

/** @param {ProjectionsView} view */
function conventions(view, now) {
  const { D, d_k: depth } = view.sizes;
  const size = { t: now.rows.length, s: now.columns.length, D, d_k: depth };
  const letters = { t: now.kind === "encoder" ? "S" : "T", s: now.kind === "decoder" ? "T" : "S" };
  const [X, Q, V, A] = [["X"], ["Q", "query"], ["V", "value"], ["A", "cross"]].map(([name, means]) =>
    ident(name, means),
  );
  const [W, turned] = [sup(ident("W", "query"), "Q"), sup(ident("K", "key"), ident("⊤"))];
  const cell = (parts, shape) =>
    element(
      "span",
      "",
      mathElement("math", ...parts.map((each) => each.cloneNode(true))),
      element("span", "shape", shape),
    );
  const written = (high, wide) => `${letters[high] ?? high} × ${letters[wide] ?? wide} = ${size[high]} × ${size[wide]}`;
  // Rows and columns of the one convention are columns and rows of the other.
  const line = (name, left, right, high, wide) => [
    name,
    cell(left, written(high, wide)),
    cell(right, written(wide, high)),
  ];
  const is = op("=");
  return [
    line("tokens", [X], [X], "t", "D"),
    line("matrix", [W], [W], "D", "d_k"),
    line("queries", [Q, is, X, W], [Q, is, W, X], "t", "d_k"),
    line("scores", [Q, turned], [turned, Q], "t", "s"),
    ["weights", cell([A], "each row sums to 1"), cell([A], "each column sums to 1")],
    line("result", [A, V], [V, A], "t", "d_k"),
  ];
}

// x W + b, the row of x along a column of W.
export const inRowConvention = ({ input, factors, bias }) => dot(input, factors) + bias;

// W x + b: for every dimension its column of the stored matrix, stretched by the token's number there, is added.
export function inColumnConvention(now, { row: token, column }) {
  const { data, rows, columns, bias } = now.matrices.query;
  const result = Float64Array.from(bias);
  const x = rowOf(now.x, token);
  for (let dimension = columns - 1; dimension >= 0; dimension -= 1) {
    for (let output = 0; output < rows; output += 1)
      result[output] += data[output * columns + dimension] * x[dimension];
  }
  return result[column];
}
