// The table, the row that the focused id fetches, and the scaled vector: one canvas.

import { sized } from "../../widgets/canvas.js";
import { full, short } from "../../widgets/numbers.js";
import { bitmapOf, inks, readInk, shades } from "../../widgets/palette.js";
import { embeddingGutter, embeddingNow, NARROW } from "./now.js";

const STRIP = 20; // pixels, a strip's height
const FIRST_STRIP = 50;
const SECOND_STRIP = 116;
const FETCH_HEIGHT = 156;

/** @param {EmbeddingView} view */
function stripPlace(view) {
  const left = embeddingGutter(view);
  const cell = Math.min(34, (view.path.width - left - 4) / view.sizes.D);
  return { left, cell, right: left + cell * view.sizes.D };
}

function rootMeanSquare(numbers) {
  return Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0) / numbers.length);
}

export function largest(numbers) {
  return numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}

// Where the colours end: at the largest number, or where it is far from the others at what all but one in 200 keep to.
/** @param {EmbeddingView} view */
export function colourLimit(view, { side, vectors: { data: numbers } }) {
  view.limits[side] ??= usualLargest(numbers);
  return view.limits[side];
}

function usualLargest(numbers) {
  const sizes = Float32Array.from(numbers, Math.abs).sort();
  const usual = sizes[Math.floor(sizes.length * 0.995)];
  const most = largest(numbers);
  return (most > 1.5 * usual ? usual : most) || 1;
}

/** @param {EmbeddingView} view */
export function paintFetch(view, now = embeddingNow(view)) {
  const { canvas, columns, width } = view.path;
  if (!width) return;
  const pen = sized(canvas, width, FETCH_HEIGHT);
  const ink = { ...inks(canvas), tone: readInk(canvas, "--tone") };
  const place = stripPlace(view);
  const { D } = view.sizes;
  const row = now.rows.data.subarray(view.focus.token * D, (view.focus.token + 1) * D);
  const vector = now.vectors.data.subarray(view.focus.token * D, (view.focus.token + 1) * D);
  const limit = colourLimit(view, now);
  const rowLimit = limit / now.facts.scale; // the same colours as in the heat map below
  const band = columns.querySelector(".band").getBoundingClientRect();
  const from = band.left + band.width / 2 - canvas.getBoundingClientRect().left;
  paintTable(pen, view, now, from, ink);
  // As much as there is room for, the most telling last.
  const caption = (y, words, ...numbers) => {
    pen.fillStyle = ink.text;
    pen.font = `13px ${ink.family}`;
    pen.textAlign = "left";
    pen.fillText(words, place.left, y);
    const before = place.left + pen.measureText(words).width + 12;
    pen.fillStyle = ink.faint;
    pen.font = `12px ${ink.family}`;
    const fits = (told) => pen.measureText(told.join(" · ")).width <= width - before - 4;
    while (numbers.length && !fits(numbers)) numbers.shift();
    pen.fillText(numbers.join(" · "), before, y);
  };
  caption(
    FIRST_STRIP - 8,
    `Row ${now.id} of the table`,
    `${D} learned numbers`,
    `colours to ±${short(rowLimit)}`,
    `root mean square ${short(rootMeanSquare(row))}`,
  );
  paintStrip(pen, row, rowLimit, place, FIRST_STRIP, ink);
  caption(
    SECOND_STRIP - 8,
    `× √${D} = ${short(now.facts.scale, 4)}: the vector`,
    `colours to ±${short(limit)}`,
    `root mean square ${short(rootMeanSquare(vector))}`,
  );
  paintStrip(pen, vector, limit, place, SECOND_STRIP, ink);
  paintDimension(pen, view, row, vector, place, ink);
  canvas.setAttribute(
    "aria-label",
    `Token ${view.focus.token} fetches row ${now.id} of ${view.sizes.V}: ${D} numbers. Dimension ` +
      `${view.dimension}: ${full(row[view.dimension])}, scaled ${full(vector[view.dimension])}. Arrow keys choose ` +
      `another dimension.`,
  );
}

// The table with a line for every row that the sentence fetches; the wire runs from the focused id to its row.
/** @param {EmbeddingView} view */
function paintTable(pen, view, now, from, ink) {
  const gutter = embeddingGutter(view);
  const [left, right, top, bottom] = [34, gutter - 32, FIRST_STRIP - 6, SECOND_STRIP + STRIP];
  const at = (id) => top + ((id + 0.5) / view.sizes.V) * (bottom - top);
  pen.fillStyle = ink.paper;
  pen.strokeStyle = ink.hair;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.strokeRect(left + 0.5, top + 0.5, right - left, bottom - top);
  pen.strokeStyle = ink.faint;
  pen.globalAlpha = 0.55;
  line(
    pen,
    ...[...new Set(now.ids)].map((id) => [
      [left + 1, at(id)],
      [right, at(id)],
    ]),
  );
  pen.globalAlpha = 1;
  const row = at(now.id);
  const middle = FIRST_STRIP + STRIP / 2;
  pen.strokeStyle = ink.tone;
  pen.lineWidth = 2;
  line(pen, [
    [from, 0],
    [from, 12],
    [14, 12],
    [14, row],
    [right, row],
    [right + 16, row],
    [right + 16, middle],
    [gutter - 3, middle],
  ]);
  line(pen, [
    [gutter - 9, middle - 4],
    [gutter - 3, middle],
    [gutter - 9, middle + 4],
  ]);
  pen.lineWidth = 1;
  pen.fillStyle = ink.faint;
  pen.font = `12px ${ink.family}`;
  pen.textAlign = "left";
  pen.fillText("table E", left, top - 6);
  pen.font = `12px ${ink.mono}`;
  if (view.path.width >= NARROW) pen.fillText(`V × D = ${view.sizes.V} × ${view.sizes.D}`, 0, bottom + 15);
}

export function line(pen, ...paths) {
  pen.beginPath();
  for (const [first, ...others] of paths) {
    pen.moveTo(...first);
    others.forEach((point) => {
      pen.lineTo(...point);
    });
  }
  pen.stroke();
}

function paintStrip(pen, numbers, limit, { left, right }, top, ink) {
  const scale = { limit, paper: ink.paper, below: ink.negative, above: ink.positive };
  const strip = bitmapOf(shades(numbers, numbers.length, 1, scale));
  pen.imageSmoothingEnabled = false;
  pen.drawImage(strip, left, top, right - left, STRIP);
  pen.strokeStyle = ink.hair;
  pen.strokeRect(left - 0.5, top - 0.5, right - left + 1, STRIP + 1);
}

// The chosen dimension in both strips, with its number before and after.
/** @param {EmbeddingView} view */
function paintDimension(pen, view, row, vector, { left, cell, right }, ink) {
  const x = left + (view.dimension + 0.5) * cell;
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1.5;
  for (const top of [FIRST_STRIP, SECOND_STRIP]) pen.strokeRect(x - cell / 2 - 1, top - 1.5, cell + 2, STRIP + 3);
  pen.lineWidth = 1;
  pen.font = `12px ${ink.mono}`;
  pen.textAlign = "left";
  pen.fillStyle = ink.text;
  const write = (words, y) => {
    const width = pen.measureText(words).width;
    pen.fillText(words, Math.min(Math.max(x - width / 2, left), right - width + 2), y);
  };
  write(`dimension ${view.dimension}: ${short(row[view.dimension])}`, FIRST_STRIP + STRIP + 15);
  write(short(vector[view.dimension]), SECOND_STRIP + STRIP + 15);
}

/** @param {EmbeddingView} view */
export function listenToStrips(view) {
  const { canvas } = view.path;
  const choose = (dimension) => view.chooseDimension(Math.min(Math.max(dimension, 0), view.sizes.D - 1));
  canvas.addEventListener("click", (event) => {
    const { left, cell, right } = stripPlace(view);
    if (event.offsetX < left || event.offsetX > right || event.offsetY < FIRST_STRIP - 4) return;
    choose(Math.floor((event.offsetX - left) / cell));
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(view.dimension + step);
  });
}
