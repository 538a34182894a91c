// A matrix as a drawing (SVG), and that as a picture of pixels (PNG).

import { brokenInto } from "../../widgets/canvas.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { inCell } from "../../widgets/numbers.js";
import { channels, readInk } from "../../widgets/palette.js";

const FONT = "Source Sans, Segoe UI, Helvetica, Arial, sans-serif";
const MARGIN = 24;
const CELL = 34;
const NARROWEST = 470;
const INKS = {
  paper: "--sheet-paper",
  ink: "--sheet-ink",
  faint: "--sheet-faint",
  edge: "--sheet-edge",
  query: "--query",
  key: "--key",
  weight: "--weight-colour",
};

// What `view` shows, as a drawing with the words of `about`.
/** @param {HeadsView} view */
export function svgFile(view, about) {
  const inks = Object.fromEntries(Object.entries(INKS).map(([name, colour]) => [name, readInk(view.root, colour)]));
  const drawing = new XMLSerializer().serializeToString(drawingOf(view.shown, about, inks));
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', drawing], { type: "image/svg+xml" });
}

function drawingOf({ rows, columns, values }, about, inks) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `13px ${FONT}`;
  const longest = (units) => Math.ceil(Math.max(...units.map(({ label }) => pen.measureText(label).width)));
  const cell = Math.max(14, Math.min(CELL, 900 / values.columns));
  const left = MARGIN + longest(rows) + 30;
  const width = Math.ceil(Math.max(left + cell * values.columns, NARROWEST) + MARGIN);
  const notes = [`${about.sentence} → ${about.translation}`, `Model ${about.model} · between ${about.tokens}`].flatMap(
    (note) => brokenInto(pen, note, (width - 2 * MARGIN) * 0.92),
  );
  const under = MARGIN + 40 + 18 * notes.length;
  const top = under + longest(columns) + 24;
  const bottom = top + cell * values.rows;
  const height = Math.ceil(bottom + 52);
  const which = about.head === "mean" ? "mean of the heads" : `head ${about.head}`;
  const heading = `${about.attention}, layer ${about.layer}, ${which}`;
  const end = { "text-anchor": "end" };
  const axis = (fill) => ({ fill, "font-style": "italic" });
  return vector(
    "svg",
    "",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT, "font-size": 13, fill: inks.ink },
    vector("title", "", plain(`${heading}: ${about.sentence}`)),
    vector("rect", "", { width, height, fill: inks.paper }),
    write(heading, MARGIN, MARGIN + 12, { "font-size": 16, "font-weight": 600 }),
    ...notes.map((note, index) => write(note, MARGIN, MARGIN + 34 + 18 * index, { fill: inks.faint })),
    write("key →", left, under, axis(inks.key)),
    write("← query", 0, 0, {
      ...axis(inks.query),
      ...end,
      transform: `translate(${MARGIN + 8} ${top}) rotate(-90)`,
    }),
    ...columns.map(({ label }, column) =>
      write(label, 0, 0, { transform: `translate(${left + (column + 0.5) * cell + 4} ${top - 8}) rotate(-90)` }),
    ),
    ...rows.map(({ label }, row) => write(label, left - 8, top + (row + 0.5) * cell + 4, end)),
    ...[...values.data].flatMap((weight, index) => {
      const [row, column] = [Math.floor(index / values.columns), index % values.columns];
      const place = { x: left + column * cell, y: top + row * cell, width: cell, height: cell };
      const words = `query ${rows[row].label} · key ${columns[column].label}: ${csvNumber(weight)}`;
      return cellOf(place, weight, { "data-row": row, "data-column": column }, words, inks);
    }),
    box(left, top, cell * values.columns, cell * values.rows, { fill: "none", stroke: inks.edge }),
    ...scaleOf(left, bottom + 18, inks),
  );
}

// XML has no way to write some control characters.
const plain = (text) => text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");

const write = (words, x, y, look) => vector("text", "", { x, y, ...look }, plain(words));
const box = (x, y, width, height, look) => vector("rect", "", { x, y, width, height, ...look });

function cellOf(place, weight, data, words, inks) {
  const { x, y, width } = place;
  const look = { ...place, ...data, fill: shadeOf(weight, inks), "data-weight": csvNumber(weight) };
  const square = vector("rect", "weight", look, vector("title", "", plain(words)));
  if (width < 28) return [square];
  const number = inCell(weight);
  const middle = { "text-anchor": "middle", "font-size": 12, "pointer-events": "none" };
  return [square, write(number, x + width / 2, y + width / 2 + 4, middle)];
}

// The colour scale with its ends, in ten steps.
function scaleOf(left, top, inks) {
  const look = { fill: inks.faint, "font-size": 12 };
  const middle = { ...look, "text-anchor": "middle" };
  return [
    write("weight", left - 8, top + 10, { ...look, "text-anchor": "end" }),
    ...Array.from({ length: 10 }, (_, step) =>
      box(left + step * 10, top, 10, 11, { fill: shadeOf((step + 0.5) / 10, inks) }),
    ),
    box(left, top, 100, 11, { fill: "none", stroke: inks.edge }),
    write("0", left, top + 24, middle),
    write("1", left + 100, top + 24, middle),
  ];
}

// In hexadecimal, which every program that opens drawings can read.
function shadeOf(weight, inks) {
  const [from, to] = [channels(inks.paper), channels(inks.weight)];
  const mixed = from.map((low, each) => Math.round(low + Math.min(1, weight) * (to[each] - low)));
  return `#${mixed.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {HeadsView} view */
export async function pngFile(view, about) {
  const address = URL.createObjectURL(svgFile(view, about));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = element("canvas", "", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
