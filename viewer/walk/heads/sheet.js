// A matrix as a drawing (SVG), and that as a picture of pixels (PNG).

import { brokenInto } from "../../widgets/canvas.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { channels, readInk } from "../../widgets/palette.js";

const SHEET = {
  cell: 34,
  margin: 24,
  narrowest: 470,
  font: "Source Sans, Segoe UI, Helvetica, Arial, sans-serif",
};

// What `view` shows, as a drawing; `about` stands with it.
/** @param {HeadsView} view */
export function svgFile(view, about) {
  const drawing = new XMLSerializer().serializeToString(drawingOf(view.shown, about, sheetInks(view.root)));
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', drawing], { type: "image/svg+xml" });
}

function sheetInks(root) {
  const read = (name) => readInk(root, `--${name}`);
  return {
    paper: read("sheet-paper"),
    ink: read("sheet-ink"),
    faint: read("sheet-faint"),
    edge: read("sheet-edge"),
    query: read("query"),
    key: read("key"),
    weight: read("weight-colour"),
  };
}

function drawingOf({ rows, columns, values }, about, inks) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `13px ${SHEET.font}`;
  const longest = (units) => Math.ceil(Math.max(...units.map(({ label }) => pen.measureText(label).width)));
  const cell = Math.max(14, Math.min(SHEET.cell, 900 / values.columns));
  const left = SHEET.margin + longest(rows) + 30;
  const width = Math.ceil(Math.max(left + cell * values.columns, SHEET.narrowest) + SHEET.margin);
  const notes = [`${about.sentence} → ${about.translation}`, `Model ${about.model} · between ${about.tokens}`].flatMap(
    (note) => brokenInto(pen, note, (width - 2 * SHEET.margin) * 0.92),
  );
  const top = SHEET.margin + 40 + 18 * notes.length + longest(columns) + 24;
  const [right, bottom] = [left + cell * values.columns, top + cell * values.rows];
  const height = Math.ceil(bottom + 52);
  const svg = vector("svg");
  const put = (tag, attributes, text = null) => {
    const made = vector(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    if (text !== null) made.textContent = xmlText(text);
    svg.append(made);
    return made;
  };
  for (const [name, value] of Object.entries({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": SHEET.font,
    "font-size": 13,
    fill: inks.ink,
  }))
    svg.setAttribute(name, String(value));
  put("title", {}, `${headingOf(about)}: ${about.sentence}`);
  put("rect", { width, height, fill: inks.paper });
  put("text", { x: SHEET.margin, y: SHEET.margin + 12, "font-size": 16, "font-weight": 600 }, headingOf(about));
  notes.forEach((note, index) => {
    put("text", { x: SHEET.margin, y: SHEET.margin + 34 + 18 * index, fill: inks.faint }, note);
  });
  put("text", { x: left, y: SHEET.margin + 40 + 18 * notes.length, fill: inks.key, "font-style": "italic" }, "key →");
  put(
    "text",
    {
      x: 0,
      y: 0,
      fill: inks.query,
      "font-style": "italic",
      "text-anchor": "end",
      transform: `translate(${SHEET.margin + 8} ${top}) rotate(-90)`,
    },
    "← query",
  );
  columns.forEach(({ label }, column) => {
    put("text", { transform: `translate(${left + (column + 0.5) * cell + 4} ${top - 8}) rotate(-90)` }, label);
  });
  rows.forEach(({ label }, row) => {
    put("text", { x: left - 8, y: top + (row + 0.5) * cell + 4, "text-anchor": "end" }, label);
  });
  values.data.forEach((weight, index) => {
    const [row, column] = [Math.floor(index / values.columns), index % values.columns];
    const square = put("rect", {
      x: left + column * cell,
      y: top + row * cell,
      width: cell,
      height: cell,
      fill: weightFill(weight, inks),
      class: "weight",
      "data-row": row,
      "data-column": column,
      "data-weight": csvNumber(weight),
    });
    const tip = vector("title");
    tip.textContent = xmlText(`query ${rows[row].label} · key ${columns[column].label}: ${csvNumber(weight)}`);
    square.append(tip);
    if (cell >= 28)
      put(
        "text",
        {
          x: left + (column + 0.5) * cell,
          y: top + (row + 0.5) * cell + 4,
          "text-anchor": "middle",
          "font-size": 12,
          "pointer-events": "none",
        },
        weight >= 0.995 ? "1" : weight.toFixed(2).slice(1),
      );
  });
  put("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: inks.edge });
  scaleOf(put, left, bottom + 18, inks);
  return svg;
}

// The colour scale with its ends, in ten steps.
function scaleOf(put, left, top, inks) {
  put("text", { x: left - 8, y: top + 10, "text-anchor": "end", fill: inks.faint, "font-size": 12 }, "weight");
  for (let step = 0; step < 10; step += 1)
    put("rect", { x: left + step * 10, y: top, width: 10, height: 11, fill: weightFill((step + 0.5) / 10, inks) });
  put("rect", { x: left, y: top, width: 100, height: 11, fill: "none", stroke: inks.edge });
  put("text", { x: left, y: top + 24, "text-anchor": "middle", fill: inks.faint, "font-size": 12 }, "0");
  put("text", { x: left + 100, y: top + 24, "text-anchor": "middle", fill: inks.faint, "font-size": 12 }, "1");
}

function headingOf({ attention, layer, head }) {
  return `${attention}, layer ${layer}, ${head === "mean" ? "mean of the heads" : `head ${head}`}`;
}

// In hexadecimal, which every program that opens drawings can read.
function weightFill(weight, inks) {
  const [from, to] = [channels(inks.paper), channels(inks.weight)];
  return `#${from
    .map((low, each) =>
      Math.round(low + Math.min(1, weight) * (to[each] - low))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

// XML has no way to write some control characters.
function xmlText(text) {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** @param {HeadsView} view */
export async function pngFile(view, about) {
  const drawing = svgFile(view, about);
  const address = URL.createObjectURL(drawing);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = element("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
