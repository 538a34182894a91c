// The two ways to write the same product.

import { element, region, setAttributes } from "../../../widgets/elements.js";
import { ident, mathElement, op, sup } from "../../../widgets/mathml.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { section } from "../section.js";

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
      const table = plainTable(headings, conventions(view, now));
      setAttributes(table, region("Row convention and column convention"));
      table.classList.add("conventions");
      place.replaceChildren(table);
    },
  };
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
