// What heads cost, counted; and the two ways to write the same product.

import { element } from "../../widgets/elements.js";
import { ident, mathElement, op, sup } from "../../widgets/mathml.js";
import { full, short, sum } from "../../widgets/numbers.js";
import { cellName, counted, makingOf, rowOf, section } from "./numbers.js";
import { powered } from "./product.js";
import { heading } from "./products.js";
import { scrolling } from "./scrolling.js";

/** @param {ProjectionsView} view */
export function parameterTable(view, place) {
  const { rows, attentions, alike } = view.facts.parameters;
  const { H, D, d_k: depth } = view.sizes;
  const box = section(
    "Several heads cost no more than one",
    `${H} heads of ${D} × ${depth} have as many parameters as one head of ${D} × ${D}. Counted on the live ` +
      `matrices; to compare, an attention with one wide head was built.`,
  );
  const table = element("table", "figures");
  const head = element("thead");
  const names = element("tr");
  names.append(heading("matrix"), heading(`${H} heads`), heading("one head"), heading("biases, either way"));
  head.append(names);
  const body = element("tbody");
  for (const { letter, of_each_head: each, of_one_wide_head: wide, biases } of rows) {
    const sum = each.reduce((total, count) => total + count, 0);
    body.append(
      line(powered("W", letter), [
        `${each.length} × ${counted(each[0])} = ${counted(sum)}`,
        counted(wide),
        counted(biases),
      ]),
    );
  }
  const total = (pick) => counted(rows.reduce((sum, each) => sum + pick(each), 0));
  const foot = element("tfoot");
  foot.append(
    line(
      ["together"],
      [
        total(({ of_each_head: each }) => sum(each)),
        total((each) => each.of_one_wide_head),
        total((each) => each.biases),
      ],
    ),
  );
  table.append(head, body, foot);
  const many = alike
    ? `Each of the model’s ${attentions} attentions has as many.`
    : "The model’s attentions differ in this.";
  const note = element(
    "p",
    "note",
    `${many} What changes is the comparison: each head compares tokens in ${depth} dimensions of its own.`,
  );
  box.append(scrolling(table, "Parameters of heads"), note);
  place.append(box);
  return {};
}

function line(name, cells) {
  const made = element("tr");
  const first = element("th");
  first.scope = "row";
  first.append(...name);
  made.append(first, ...cells.map((cell) => element("td", "mono", cell)));
  return made;
}

/** @param {ProjectionsView} view */
export function conventionTable(view, place) {
  const box = section(
    "Rows or columns",
    "The paper and this code write a token as a row, Turner and many others as a column. Every equation then " +
      "stands the other way round; the numbers are the same.",
  );
  const table = element("table", "figures conventions");
  const note = element("p", "note");
  box.append(scrolling(table, "Row convention beside column convention"), note);
  place.append(box);
  const live = element("tr");
  return {
    update(now, changed) {
      live.replaceChildren(...liveCells(view, now));
      if (!changed) return;
      table.replaceChildren(...conventionRows(view, now), liveRow(live));
      const { shape, data } = view.tensors[`${now.kind}.fromColumns`];
      const apart = data[now.layer * shape[1] + now.head];
      note.textContent =
        `Checked on all ${counted(now.query.data.length)} numbers of this head’s Q: ` +
        `${apart ? `the two differ by at most ${short(apart, 2)}, which is rounding` : "not one differs"}. ` +
        `nn.Linear stores the matrix of the column convention, and multiplies by its transpose.`;
    },
  };
}

function liveRow(live) {
  const foot = element("tfoot");
  foot.append(live);
  return foot;
}

// The query's number in focus, worked out both ways.
/** @param {ProjectionsView} view */
function liveCells(view, now) {
  const cell = { which: "query", row: now.token, column: view.chosen.which === "query" ? view.chosen.column : 0 };
  const making = makingOf(now, cell);
  const values = making ? [full(inRowConvention(making)), full(inColumnConvention(now, cell))] : ["…", "…"];
  return [...line([cellName(cell)], values).children];
}

/** @param {ProjectionsView} view */
function conventionRows(view, now) {
  const { D, d_k: depth } = view.sizes;
  const [T, S] = [now.rows.length, now.columns.length];
  const [t, s] = [now.kind === "encoder" ? "S" : "T", now.kind === "decoder" ? "T" : "S"];
  const W = () => sup(ident("W", "query"), "Q");
  const [Q, K, V, A, X] = [
    ident("Q", "query"),
    ident("K", "key"),
    ident("V", "value"),
    ident("A", "cross"),
    ident("X"),
  ];
  const turned = (letter) => sup(letter.cloneNode(true), ident("⊤"));
  const head = element("thead");
  const names = element("tr");
  names.append(
    heading(""),
    heading("a token is a row: the paper, this code"),
    heading("a token is a column: Turner and others"),
  );
  head.append(names);
  const body = element("tbody");
  const rowsOf = [
    ["tokens", [X], `${t} × D = ${T} × ${D}`, [X], `D × ${t} = ${D} × ${T}`],
    ["matrix", [W()], `D × d_k = ${D} × ${depth}`, [W()], `d_k × D = ${depth} × ${D}`],
    [
      "queries",
      [Q, op("="), X, W()],
      `${t} × d_k = ${T} × ${depth}`,
      [Q, op("="), W(), X],
      `d_k × ${t} = ${depth} × ${T}`,
    ],
    ["scores", [Q, turned(K)], `${t} × ${s} = ${T} × ${S}`, [turned(K), Q], `${s} × ${t} = ${S} × ${T}`],
    ["weights", [A], "each row sums to 1", [A], "each column sums to 1"],
    ["result", [A, V], `${t} × d_k = ${T} × ${depth}`, [V, A], `d_k × ${t} = ${depth} × ${T}`],
  ];
  for (const [name, left, leftShape, right, rightShape] of rowsOf) {
    const made = element("tr");
    const first = element("th", "", name);
    first.scope = "row";
    made.append(first, written(left, leftShape), written(right, rightShape));
    body.append(made);
  }
  return [head, body];
}

function written(parts, shape) {
  const cell = element("td");
  const math = mathElement("math", ...parts.map((each) => each.cloneNode(true)));
  cell.append(math, element("span", "shape", shape));
  return cell;
}

// x W + b, the row of x along a column of W.
export function inRowConvention({ input, factors, bias }) {
  return input.reduce((sum, value, index) => sum + value * factors[index], 0) + bias;
}

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
