// A matrix as a heat map on a canvas: rows and columns named, a colour scale with its ends, the value under the
// pointer.
//
//   const picture = matrix({
//     name: "Attention weights", shape: "T × S = 9 × 8",          // the caption
//     rows: { title: "query", labels: [...], meaning: "query" },  // labels: one a row; null for plain numbers
//     columns: { title: "key", labels: [...], meaning: "key" },
//     scale: "weights" | "signed" | "plain",                       // 0 to 1 | centred on 0 | 0 upwards
//     cell: [9, 34],                                               // smallest and largest side in pixels
//     written(at) {},                                              // in a cell instead of its number
//     height: 18,                                                  // of a row, where cells need not be square
//     beside: { width: 40, paint(pen, place, values, ink) {} },    // what a chapter paints at the right of the rows
//     left: 132,                                                   // where the first column begins, if not at once
//     pick(row, column) {}, point(row, column) {},                 // a click or Enter; the pointer (null: it left)
//   });
//   place.append(picture.element);
//   picture.draw({ data, rows, columns }, { row: 2, column: 1 });  // the marked cell, or a whole row without column
//   // { row: 2, column: 1, along: "column" } marks the whole column and reads that cell of it
//
// A number that is none (NaN) is covered: its cell shows a question mark, and nobody reads it. Every matrix can be
// saved (widgets/pictures.js).
// Rows are queries and columns are keys on every attention picture; `data-rows` and `data-columns` say so to tests.

import { LABEL, LONGEST_LABEL, sizeCanvas } from "./canvas.js";
import { matrixLines } from "./csv.js";
import { element, say, setAttributes, spans } from "./elements.js";
import { endColours, paintCells, paintLabels, paintMark } from "./matrix_paint.js";
import { full, short } from "./numbers.js";
import { drawBitmap, inks, shades } from "./palette.js";
import { whenRepainted } from "./paper.js";
import { makeSavable } from "./pictures.js";
import { arrows, clampIndex, pointing } from "./pointing.js";
import { beginsAt, isPresenting } from "./presenting.js";
import "./matrix.css";

const BELOW_CELLS = 84; // pixels that the scale and the value take under the cells in projector mode

export function matrix(options) {
  const caption = buildCaption(options.name, options.shape);
  const [title, shape] = caption.children;
  const canvas = element("canvas", "", {
    tabindex: 0,
    role: "img",
    "aria-label": options.name,
    "data-scale": options.scale,
  });
  nameAxes(canvas, options);
  const [legend, reading] = [element("div"), element("p", "reading", { "aria-live": "polite" })];
  const figure = element("figure", "matrix", caption, canvas, legend, reading);
  const state = { options, canvas, legend, reading };
  const repaint = () => state.values && paintMatrix(state);
  new ResizeObserver(() => {
    whenRepainted(figure, repaint);
    repaint();
  }).observe(figure);
  listenToMatrix(state);
  return {
    element: figure,
    canvas,
    repaint,
    /** @param {Matrix} values @param {{ row: number, column?: number, along?: string } | null} mark */
    draw(values, mark = null, changes = {}) {
      Object.assign(state.options, changes);
      if (changes.name !== undefined) say(title, changes.name);
      if (changes.shape !== undefined) shape.textContent = changes.shape;
      nameAxes(canvas, options);
      if (!state.values)
        makeSavable(figure, {
          name: () => title.textContent,
          lines: () => matrixLines(state.values, options.rows, options.columns),
          finding: options.finding,
        });
      state.values = values;
      state.mark = mark;
      Object.assign(state, { hover: null, isPointedAt: false });
      paintMatrix(state);
    },
    // Mark a different cell of the same values.
    mark(mark) {
      state.mark = mark;
      paintMarkAnew(state);
    },
  };
}

// The caption of a figure that looks like a matrix: its name, the shape of what is drawn, and more.
export const buildCaption = (name, shape = "", ...more) =>
  element("figcaption", "", element("b", "", name), element("span", "shape", shape), ...more);

// A scale of colours, with the numbers at its ends.
export function buildLegend(unit, ends, colours) {
  const bar = element("i", "", { style: `background: linear-gradient(to right, ${colours.join(", ")})` });
  const scale = element("span", "ends", ...spans(...ends));
  return element("div", "legend", element("span", "unit", unit), element("span", "bar", bar, scale));
}

function axisText({ title, labels }) {
  return `${title}: ${labels ? labels.join(" ") : "by number"}`;
}

function nameAxes(canvas, { rows, columns }) {
  Object.assign(canvas.dataset, { rows: axisText(rows), columns: axisText(columns) });
}

// Where everything is, in CSS pixels.
function matrixLayout({ options, canvas, values }) {
  const pen = canvas.getContext("2d");
  pen.font = `${LABEL}px ${getComputedStyle(canvas).fontFamily}`;
  const longest = (axis) =>
    Math.min(
      LONGEST_LABEL,
      Math.max(14, ...(axis.labels ?? [values.rows]).map((label) => pen.measureText(label).width)),
    );
  const left = options.left ?? Math.ceil(longest(options.rows)) + 26; // the axis title is at the far left
  const [smallest, largest] = options.cell ?? [9, 34];
  const room = canvas.parentElement.clientWidth - left - 4 - (options.beside?.width ?? 0);
  const width = Math.max(
    Math.min(largest, room / values.columns),
    options.columns.labels ? Math.min(smallest, room / values.columns) : 0.5,
  );
  const upright =
    !options.columns.labels ||
    Math.max(...options.columns.labels.map((label) => pen.measureText(label).width)) + 4 <= width;
  const top = options.columns.labels ? (upright ? 38 : Math.ceil(longest(options.columns)) + 28) : 36;
  const least = options.rows.labels ? 13 : 1;
  const most = isPresenting() ? Math.max(roomOnProjector(canvas, top) / values.rows, least) : Infinity;
  const height = options.height ?? Math.min(Math.max(width, least), most);
  return {
    left,
    top,
    width,
    height,
    upright,
    right: left + width * values.columns,
    bottom: top + height * values.rows,
  };
}

// The total height of the cells in projector mode, so that the picture and its scale fit the window.
function roomOnProjector(canvas, top) {
  const begins = beginsAt(canvas);
  const above = begins < 0.6 * window.innerHeight ? begins : 0.1 * window.innerHeight; // otherwise scroll to it
  return window.innerHeight - above - top - BELOW_CELLS;
}

function paintMatrix(state) {
  const { canvas, options, values, legend } = state;
  if (!canvas.parentElement?.clientWidth) return;
  const place = matrixLayout(state);
  state.place = place;
  const ink = inks(canvas);
  const cells = cellsOf(state, ink);
  const { limit } = cells;
  const wide = Math.ceil(place.right) + 3 + (options.beside?.width ?? 0);
  const pen = sizeCanvas(canvas, wide, Math.ceil(place.bottom) + 3);
  paintCells(pen, state, place, cells, ink);
  paintLabels(pen, state, place, ink);
  options.beside?.paint(pen, place, values, ink);
  Object.assign(state, { ink, unmarked: null });
  if (state.isPointedAt) keepUnmarked(state);
  paintMark(pen, state, place, ink);
  if (state.scaled !== cells) {
    state.legend = buildScale(options, limit, ink);
    legend.replaceWith(state.legend);
    state.scaled = cells;
  }
  tellMark(state);
}

// The picture without its mark, once the pointer moves over it.
function keepUnmarked(state) {
  state.unmarked = new OffscreenCanvas(state.canvas.width, state.canvas.height);
  state.unmarked.getContext("2d").drawImage(state.canvas, 0, 0);
}

// Another mark, or another cell under the pointer, on the same picture.
function paintMarkAnew(state) {
  state.isPointedAt = true;
  if (!state.unmarked || state.cells?.values !== state.values) return paintMatrix(state);
  const pen = state.canvas.getContext("2d");
  const scale = pen.getTransform();
  pen.resetTransform();
  pen.clearRect(0, 0, state.canvas.width, state.canvas.height);
  pen.drawImage(state.unmarked, 0, 0);
  pen.setTransform(scale);
  paintMark(pen, state, state.place, state.ink);
  tellMark(state);
}

function tellMark(state) {
  const { canvas, options } = state;
  const spoken = state.mark?.column === undefined ? "" : `. ${describeCell(state, state.mark.row, state.mark.column)}`;
  canvas.setAttribute(
    "aria-label",
    `${options.name}, rows ${axisText(options.rows)}, columns ${axisText(options.columns)}${spoken}`,
  );
  if (!state.hover) tellReading(state, state.mark);
}

// One pixel per cell, to be enlarged: fast for any size, and kept while only the pointer or the mark moves.
function cellsOf(state, ink) {
  const { options, values } = state;
  const known = state.cells;
  const look = `${ink.paper} ${options.limit} ${options.scale}`;
  if (known?.values === values && known.look === look) return known;
  const digits = digitScale(options, values);
  const limit = options.limit || digits || 1;
  const image = shades(values.data, values.columns, values.rows, {
    ...endColours(options, ink),
    limit,
    paper: ink.paper,
  });
  state.cells = { values, look, digits, limit, bitmap: drawBitmap(image), isWhole: values.data.every(Number.isFinite) };
  return state.cells;
}

function buildScale({ scale, unit }, limit, ink) {
  const [name, ends, colours] = {
    weights: ["weight", ["0", "1"], [ink.paper, ink.weight]],
    signed: ["value", [short(-limit), "0", short(limit)], [ink.negative, ink.paper, ink.positive]],
    plain: ["size", ["0", short(limit)], [ink.paper, ink.text]],
  }[scale];
  return buildLegend(unit ?? name, ends, colours);
}

function describeCell({ options, values, cells }, row, column) {
  const name = ({ title, labels }, index) => `${title} ${labels ? `“${labels[index]}”` : index}`;
  const value = values.data[row * values.columns + column];
  const told = Number.isNaN(value) ? "covered until you guess" : full(value, cells.digits);
  return `${name(options.rows, row)} · ${name(options.columns, column)}: ${told}`;
}

// What the digits of a matrix's numbers are measured against; a weight has its own.
function digitScale({ scale }, values) {
  if (scale === "weights") return 1;
  return values.data.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
}

function tellReading(state, cell) {
  const there = state.cells && cell && cell.column !== undefined && cell.column !== null;
  say(
    state.reading,
    there
      ? describeCell(state, cell.row, cell.column)
      : (state.options.invitation ?? "Point at a cell to read its value."),
  );
}

function listenToMatrix(state) {
  const { canvas } = state;
  const cellAt = (event) => {
    const { left, top, width, height } = state.place ?? {};
    const row = Math.floor((event.offsetY - top) / height);
    const column = Math.floor((event.offsetX - left) / width);
    const inside = row >= 0 && column >= 0 && row < state.values.rows && column < state.values.columns;
    return inside ? { row, column } : null;
  };
  const hover = (cell) => {
    if (cell?.row === state.hover?.row && cell?.column === state.hover?.column) return;
    state.hover = cell;
    paintMarkAnew(state);
    tellReading(state, cell ?? state.mark);
    state.options.point?.(cell ? cell.row : null, cell ? cell.column : null);
  };
  const inFocus = () => state.hover ?? { row: state.mark?.row ?? 0, column: state.mark?.column ?? 0 };
  const pick = (cell) => cell && state.options.pick?.(cell.row, cell.column);
  const step = arrows((across, down) => {
    const { row, column } = inFocus();
    const { rows, columns } = state.values;
    hover({ row: clampIndex(row + down, rows), column: clampIndex(column + across, columns) });
  });
  setAttributes(canvas, {
    ...pointing((event) => state.values && cellAt(event), hover),
    click: (event) => pick(cellAt(event)),
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return step(event);
      event.preventDefault();
      pick(inFocus());
    },
  });
}
