// The chapter's own picture: X × W + b for queries, keys or values, with the number in focus and what makes it. W stands
// above Q and X to its left, so that every number is where its row of X and its column of W cross.

import { textsOf } from "../../../widgets/chips.js";
import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { matrix } from "../../../widgets/matrix.js";
import { full, MINUS, short } from "../../../widgets/numbers.js";
import { cellInFocus, cellName, inputLetter, QKV, readMaking, tellCode, tokenOf } from "./numbers.js";
import { withPower } from "./products.js";

const LEFT = 112; // pixels before the columns of W and of what is made, which are the same

/** @param {ProjectionsView} view */
export function productPicture(view) {
  const point = (row, column) => {
    view.pointed = row === null ? null : { which: view.chosen.which, row, column };
    tellCode(view);
    repoint();
    view.retell();
  };
  const heat = (rows, columns, options) =>
    matrix({ name: "", scale: "signed", rows: { title: rows }, columns: { title: columns }, ...options });
  const pick = (change) => keep(view, { ...cellInFocus(view), ...change });
  const input = heat("token", "dimension", { cell: [1, 4], pick: (row) => pick({ row }) });
  const weights = heat("row", "column", { cell: [1, 12], left: LEFT, pick: (_, column) => pick({ column }) });
  const output = heat("token", "column", {
    ...{ cell: [1, 12], left: LEFT, point },
    pick: (row, column) => pick({ row, column }),
  });
  const [hint, reading] = [element("p", "hint"), element("p", "number-in-focus", { "aria-live": "polite" })];
  const options = Object.entries(QKV).map(([which, { letter }]) => /** @type {[string, string]} */ ([letter, which]));
  const made = choice("Made here", options, view.chosen.which, (which) => {
    view.chosen.which = which;
    view.set({});
  });
  const title = element("h3", "", "A row times a column");
  const words = element("div", "stack", title, hint, made, reading);
  let marked = /** @type {ReturnType<typeof cellInFocus> | null} */ (null);
  const repoint = () => {
    const cell = cellInFocus(view);
    if (marked?.row !== cell.row) input.mark({ row: cell.row });
    if (marked?.column !== cell.column) weights.mark({ row: 0, column: cell.column, along: "column" });
    marked = cell;
    if (!view.pointed) output.mark(cell);
    reading.replaceChildren(...tellMaking(view, cell));
  };
  let shown = "";
  return {
    element: element("figure", "product", words, weights.element, input.element, output.element),
    update(_, changed) {
      const { which } = view.chosen;
      if (!changed && shown === which) return repoint();
      shown = which;
      hint.textContent = describeInput(view);
      marked = cellInFocus(view);
      drawAll(view, input, weights, output);
      reading.replaceChildren(...tellMaking(view, cellInFocus(view)));
    },
  };
}

/** @param {ProjectionsView} view */
function drawAll(view, input, weights, output) {
  const { now, sizes } = view;
  const cell = cellInFocus(view);
  const { which } = cell;
  const { letter } = QKV[which];
  const { data, rows: depth, columns: D } = now.matrices[which];
  const read = which === "query" ? now.x : now.memory;
  const count = now.kind === "encoder" || (now.cross && which !== "query") ? "S" : "T";
  const labels = textsOf(which === "query" ? now.rows : now.columns);
  const high = labels.length <= 10 ? 17 : labels.length <= 24 ? 15 : 13;
  const tokens = { height: high, rows: { title: "token", labels } };
  const shape = (rows, columns, high, wide) => `${rows} × ${columns} = ${high} × ${wide}`;
  input.draw(
    read,
    { row: cell.row },
    {
      ...{ ...tokens, name: inputLetter(now, which), shape: shape(count, "D", labels.length, sizes.D) },
    },
  );
  // Stored d_k × D, shown D × d_k: a column of W above its column of Q.
  const turned = data.map((_, at) => data[(at % depth) * D + Math.floor(at / depth)]);
  const column = { row: 0, column: cell.column, along: "column" };
  weights.draw({ data: turned, rows: D, columns: depth }, column, {
    ...{ name: `W for ${letter}`, shape: shape("D", "d_k", D, depth), height: 150 / D },
  });
  output.draw(now[which], cell, { ...tokens, name: letter, shape: shape(count, "d_k", labels.length, depth) });
}

/** @param {ProjectionsView} view */
function describeInput({ now, frame, chosen: { which } }) {
  const stream = `the ${KINDS[now.kind].stack}’s stream${frame.norm === "pre" ? " after its LayerNorm" : ""}`;
  const said = "Each number is a row times a column. Point at one; click to pin.";
  if (inputLetter(now, which) === "X") return `X is ${stream}. ${said}`;
  return `M is the encoder’s output: keys and values aren’t made from the decoder’s stream. ${said}`;
}

/** @param {ProjectionsView} view */
function tellMaking({ now }, cell) {
  const { which, row, column } = cell;
  const { sum, bias, total } = readMaking(now, cell);
  return [
    element("span", `name means-${which}`, `${cellName(cell)} of “${tokenOf(now, cell).text}”`),
    " = ",
    element("b", "mono", { title: full(now[which].data[row * now[which].columns + column]) }, short(total)),
    element(
      "span",
      "how quiet",
      `row ${row} of ${inputLetter(now, which)} · column ${column} of `,
      withPower("W", QKV[which].letter),
      ` + bias = ${short(sum)} ${bias < 0 ? MINUS : "+"} ${short(Math.abs(bias))}`,
    ),
  ];
}

// The number under the pointer stays in focus, and its token with it.
/** @param {ProjectionsView} view */
function keep(view, { which, row, column }) {
  view.chosen = { which, column };
  if (which !== "query") view.key = row;
  view.set(which === "query" ? { token: row } : {});
}
