// The chapter's first picture: X × W + b for queries, keys and values, with the number in focus and what makes it.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { axisText } from "../../widgets/matrix.js";
import { full, MINUS, short } from "../../widgets/numbers.js";
import { inks } from "../../widgets/palette.js";
import { whenRepainted } from "../../widgets/paper.js";
import { savedAs } from "../../widgets/pictures.js";
import { cellAt, neighbourOf, productLayout, TITLE } from "./layout.js";
import { cellInFocus, cellName, inputLetter, makingOf, QKV, tellCode, tokenOf } from "./numbers.js";
import { bitmapsOf, paintProduct } from "./paint.js";

const LEAST_WIDTH = 660; // pixels; on a narrower screen the picture is moved sideways within its box

/** @param {ProjectionsView} view */
export function productPicture(view, place) {
  const figure = element("figure", "product sideways");
  const canvas = element("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.dataset.scale = "signed";
  const corner = cornerBox();
  const aside = element(
    "p",
    "aside hint",
    "Keys and values are not made of the decoder’s stream: they come from what the encoder has read.",
  );
  figure.append(canvas, corner.element, aside);
  place.append(figure);
  savedAs(figure, { name: "Queries, keys and values" });
  const state = { canvas, figure, corner, aside, width: 0, room: 0, places: null, bitmaps: null, ink: null };
  const draw = () => drawProduct(state, view);
  new ResizeObserver(() => {
    whenRepainted(figure, () => view.now && draw());
    if (view.now && figure.clientWidth !== state.room) draw();
  }).observe(figure);
  listenProduct(state, view);
  return {
    update(_, changed) {
      if (!changed && state.places) {
        repoint(state, view);
        return;
      }
      draw();
    },
  };
}

/** @param {ProjectionsView} view */
function drawProduct(state, view) {
  const { canvas, figure } = state;
  if (!figure.clientWidth) return;
  state.width = Math.max(figure.clientWidth, LEAST_WIDTH);
  state.room = figure.clientWidth;
  const pen = canvas.getContext("2d");
  state.ink = inks(canvas);
  pen.font = `12px ${state.ink.family}`;
  const { now } = view;
  state.places = productLayout(now, view.sizes, state.width, pen);
  state.bitmaps = bitmapsOf(now, state.places, state.ink);
  placeCorner(state, view);
  canvas.dataset.rows = axisText({ title: "token", labels: now.rows.map(({ text: label }) => label) });
  canvas.dataset.columns = axisText({ title: "dimension", labels: null });
  repoint(state, view);
}

/** @param {ProjectionsView} view */
function repoint(state, view) {
  if (!state.places) return;
  paintProduct(state, view);
  const cell = cellInFocus(view);
  const making = makingOf(view.now, cell);
  const value = view.now[cell.which].data[cell.row * view.now[cell.which].columns + cell.column];
  const { letter } = QKV[cell.which];
  state.corner.name.textContent = `${cellName(cell)} of “${tokenOf(view.now, cell).text}”`;
  state.corner.name.className = `name means-${cell.which}`;
  state.corner.number.textContent = short(value);
  state.corner.number.title = full(value);
  state.corner.how.replaceChildren(
    ...(making ? howItIsMade(view.now, cell, making) : ["The matrices are on their way to the browser …"]),
  );
  state.canvas.setAttribute(
    "aria-label",
    `${letter} = ${inputLetter(view.now, cell.which)} W + b. ${state.corner.name.textContent}: ${full(value)}`,
  );
}

function howItIsMade(now, { which, row, column }, { sum, bias }) {
  const words = `row ${row} of ${inputLetter(now, which)} · column ${column} of `;
  return [
    words,
    ...powered("W", QKV[which].letter),
    ` + bias = ${short(sum)} ${bias < 0 ? MINUS : "+"} ${short(Math.abs(bias))}`,
  ];
}

export function powered(letter, power) {
  return [element("span", "", letter), element("sup", "", power)];
}

function cornerBox() {
  const box = element("div", "corner");
  const head = element("h3", "", "A row times a column");
  const hint = element("p", "hint");
  const reading = element("p", "number-in-focus");
  reading.setAttribute("aria-live", "polite");
  const name = element("span", "name");
  const number = element("b", "mono");
  const how = element("span", "how");
  reading.append(name, element("span", "", " = "), number, how);
  const scales = element("div", "scales");
  box.append(head, hint, reading, scales);
  return { element: box, hint, name, number, how, scales };
}

/** @param {ProjectionsView} view */
function placeCorner({ corner, aside, places }, view) {
  const { now } = view;
  const { limits } = now;
  const { element: box, hint, scales } = corner;
  box.style.width = `${places.x.left + places.x.width - 6}px`;
  box.style.height = `${places.x.top - TITLE - 4}px`;
  const stream = `the ${KINDS[now.kind].stack}’s stream${view.facts.norm === "pre" ? " after its LayerNorm" : ""}`;
  hint.textContent = now.cross
    ? `X is ${stream}, M the encoder’s output: other tokens, other numbers. A number stands where its row and its ` +
      `column cross: point at one, click to keep it.`
    : `X is ${stream}. A number of Q, K or V stands where its row of X and its column of W cross: point at one, ` +
      `click to keep it.`;
  scales.replaceChildren(
    ...[
      [now.cross ? "X, M" : "X", limits.input],
      ["W", limits.matrix],
      ["Q, K, V, b", limits.output],
    ].map(([name, limit]) => signedLegend(name, limit)),
  );
  const empty = places.blocks.key.matrix;
  aside.hidden = !now.cross;
  Object.assign(aside.style, {
    left: `${empty.left}px`,
    top: `${places.x.top + 2}px`,
    width: `${places.right - empty.left}px`,
    maxHeight: `${places.x.height}px`,
  });
}

function signedLegend(name, limit) {
  const legend = element("div", "legend");
  const both = element("span", "bar");
  const bar = element("i");
  bar.style.background = `linear-gradient(to right, var(--negative), var(--st-background-color), var(--positive))`;
  const ends = element("span", "ends");
  ends.append(
    ...(limit === null ? ["\u00a0"] : [short(-limit), "0", short(limit)]).map((end) => element("span", "", end)),
  );
  both.append(bar, ends);
  legend.append(element("span", "unit", name), both);
  return legend;
}

/** @param {ProjectionsView} view */
function listenProduct(state, view) {
  const { canvas } = state;
  const point = (cell) => {
    const before = view.pointed;
    if (cell === before || (cell && before && cellName(cell) === cellName(before))) return;
    view.pointed = cell;
    tellCode(view);
    repoint(state, view);
    view.retell();
  };
  const at = ({ offsetX, offsetY }) => state.places && cellAt(view, state.places, offsetX, offsetY);
  canvas.addEventListener("pointermove", (event) => point(at(event)));
  canvas.addEventListener("pointerleave", () => point(null));
  canvas.addEventListener("blur", () => point(null));
  canvas.addEventListener("click", (event) => keep(view, at(event)));
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      keep(view, cellInFocus(view));
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      point(neighbourOf(view, cellInFocus(view), event.key));
    }
  });
}

// The number under the pointer stays in focus, and its token with it.
/** @param {ProjectionsView} view */
function keep(view, cell) {
  if (!cell) return;
  view.chosen = { which: cell.which, column: cell.column };
  if (cell.which === "query") {
    view.set({ token: cell.row });
  } else {
    view.key = cell.row;
    view.set({});
  }
}
