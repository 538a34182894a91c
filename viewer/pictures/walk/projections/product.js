// The chapter's first picture: X × W + b for queries, keys and values, with the number in focus and what makes it.

import { element } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { buildLegend, nameAxes } from "../../../widgets/matrix.js";
import { full, MINUS, short } from "../../../widgets/numbers.js";
import { inks } from "../../../widgets/palette.js";
import { whenRepainted } from "../../../widgets/paper.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { arrows, pointing } from "../../../widgets/pointing.js";
import { textsOf } from "../vectors.js";
import { cellAt, computeLayout, findNeighbour, TITLE } from "./layout.js";
import { cellInFocus, cellName, inputLetter, QKV, readMaking, tellCode, tokenOf } from "./numbers.js";
import { drawBitmaps, paintProduct } from "./paint.js";
import { withPower } from "./products.js";

const LEAST_WIDTH = 660; // pixels; on a narrower screen the picture is moved sideways within its box

/** @param {ProjectionsView} view */
export function productPicture(view) {
  const point = (cell) => {
    if ((cell && cellName(cell)) === (view.pointed && cellName(view.pointed))) return;
    view.pointed = cell;
    tellCode(view);
    repoint(state, view);
    view.retell();
  };
  const under = ({ offsetX, offsetY }) => state.places && cellAt(view, state.places, offsetX, offsetY);
  const step = arrows((across, down) => point(findNeighbour(view, cellInFocus(view), across, down)));
  const canvas = element("canvas", "", {
    ...{ tabindex: 0, role: "img", "data-scale": "signed" },
    ...pointing(under, point),
    click: (event) => keep(view, under(event)),
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return step(event);
      event.preventDefault();
      keep(view, cellInFocus(view));
    },
  });
  const reading = element("p", "number-in-focus", { "aria-live": "polite" });
  const [hint, scales] = [element("p", "hint"), element("div", "scales")];
  const corner = element("div", "corner stack", element("h3", "", "A row times a column"), hint, reading, scales);
  const aside = element(
    "p",
    "aside hint",
    "Keys and values aren’t made from the decoder’s stream: they come from what the encoder has read.",
  );
  const figure = element("figure", "product sideways", canvas, corner, aside);
  makeSavable(figure, { name: "Queries, keys and values" });
  const state = { figure, canvas, corner, hint, reading, scales, aside, room: 0, places: null };
  const draw = () => drawProduct(state, view);
  new ResizeObserver(() => {
    whenRepainted(figure, () => view.now && draw());
    if (view.now && figure.clientWidth !== state.room) draw();
  }).observe(figure);
  return { element: figure, update: (_, changed) => (changed || !state.places ? draw() : repoint(state, view)) };
}

// The number under the pointer stays in focus, and its token with it.
/** @param {ProjectionsView} view */
function keep(view, cell) {
  if (!cell) return;
  const { which, row, column } = cell;
  view.chosen = { which, column };
  if (which !== "query") view.key = row;
  view.set(which === "query" ? { token: row } : {});
}

/** @param {ProjectionsView} view */
function drawProduct(state, view) {
  const { canvas, figure } = state;
  const { now } = view;
  if (!figure.clientWidth) return;
  state.room = figure.clientWidth;
  state.width = Math.max(state.room, LEAST_WIDTH);
  state.ink = inks(canvas);
  const pen = canvas.getContext("2d");
  pen.font = `12px ${state.ink.family}`;
  state.places = computeLayout(now, view.sizes, state.width, pen);
  state.bitmaps = drawBitmaps(now, state.places, state.ink);
  placeWords(state, view);
  nameAxes(canvas, { rows: { title: "token", labels: textsOf(now.rows) }, columns: { title: "dimension" } });
  repoint(state, view);
}

/** @param {ProjectionsView} view */
function repoint(state, view) {
  if (!state.places) return;
  const { now } = view;
  const cell = cellInFocus(view);
  const { which, row, column } = cell;
  const { letter } = QKV[which];
  const value = now[which].data[row * now[which].columns + column];
  const name = `${cellName(cell)} of “${tokenOf(now, cell).text}”`;
  const { sum, bias } = readMaking(now, cell);
  paintProduct(state, view);
  state.reading.replaceChildren(
    element("span", `name means-${which}`, name),
    " = ",
    element("b", "mono", { title: full(value) }, short(value)),
    element(
      "span",
      "how quiet",
      `row ${row} of ${inputLetter(now, which)} · column ${column} of `,
      withPower("W", letter),
      ` + bias = ${short(sum)} ${bias < 0 ? MINUS : "+"} ${short(Math.abs(bias))}`,
    ),
  );
  state.canvas.ariaLabel = `${letter} = ${inputLetter(now, which)} W + b. ${name}: ${full(value)}`;
}

// The words in the empty corner, and in cross-attention those in the empty place between X, K and V.
/** @param {ProjectionsView} view */
function placeWords({ corner, hint, scales, aside, places }, view) {
  const { now } = view;
  const { x, blocks, right } = places;
  corner.style.width = `${x.left + x.width - 6}px`;
  corner.style.height = `${x.top - TITLE - 4}px`;
  const stream = `the ${KINDS[now.kind].stack}’s stream${view.frame.norm === "pre" ? " after its LayerNorm" : ""}`;
  hint.textContent = now.cross
    ? `X is ${stream}, M the encoder’s output: different tokens, different numbers. Each number in Q, K or V is a ` +
      `row times a column. Point at one; click to pin.`
    : `X is ${stream}. Each number in Q, K or V is a row of X times a column of W. Point at one; click to pin.`;
  scales.replaceChildren(
    legend(now.cross ? "X, M" : "X", now.limits.input),
    legend("W", now.limits.matrix),
    legend("Q, K, V, b", now.limits.output),
  );
  const { left } = blocks.key.matrix;
  aside.hidden = !now.cross;
  aside.style.inset = `${x.top + 2}px auto auto ${left}px`;
  aside.style.width = `${right - left}px`;
  aside.style.maxHeight = `${x.height}px`;
}

const COLOURS = ["negative", "st-background-color", "positive"].map((name) => `var(--${name})`);
const legend = (name, limit) => buildLegend(name, [short(-limit), "0", short(limit)], COLOURS);
