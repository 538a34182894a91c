// The table, the row that the focused id fetches, and the scaled vector: one canvas.

import { sizeCanvas } from "../../../widgets/canvas.js";
import { element } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { drawBitmap, inks, readInk, shades } from "../../../widgets/palette.js";
import { arrows, clampIndex } from "../../../widgets/pointing.js";
import { line } from "../pens.js";
import { lengthOf } from "../vectors.js";
import { currentVectors, gutterWidth, isNarrow } from "./now.js";

const STRIP = 20; // pixels, a strip's height
const FIRST = 50; // where the strips begin
const SECOND = 116;
const HEIGHT = 156;

/** @param {EmbeddingView} view */
export function buildStrips(view) {
  const choose = (dimension) => view.chooseDimension(clampIndex(dimension, view.sizes.D));
  return element("canvas", "fetch", {
    role: "img",
    tabindex: 0,
    click: ({ offsetX, offsetY }) => {
      const { left, cell, right } = stripLayout(view);
      if (offsetX >= left && offsetX <= right && offsetY >= FIRST - 4) choose(Math.floor((offsetX - left) / cell));
    },
    keydown: arrows((across) => across && choose(view.dimension + across)),
  });
}

/** @param {EmbeddingView} view */
function stripLayout(view) {
  const left = gutterWidth(view);
  const cell = Math.min(34, (view.path.width - left - 4) / view.sizes.D);
  return { left, cell, right: left + cell * view.sizes.D };
}

// End the colour scale at the largest number or, if that is an outlier, at a limit that 199 of 200 numbers keep to.
/** @param {EmbeddingView} view */
export function colourLimit(view) {
  const { side, vectors } = currentVectors(view);
  view.limits[side] ??= usualLargest(vectors.data);
  return view.limits[side];
}

function usualLargest(numbers) {
  const sizes = Float32Array.from(numbers, Math.abs).sort();
  const usual = sizes[Math.floor(sizes.length * 0.995)];
  const most = sizes.at(-1);
  return (most > 1.5 * usual ? usual : most) || 1;
}

/** @param {EmbeddingView} view */
export function paintFetch(view) {
  const { canvas, columns, width } = view.path;
  if (!width) return;
  const { D, V } = view.sizes;
  const { row, vector, id, ids } = currentVectors(view);
  const scale = Math.sqrt(D);
  const { dimension } = view;
  const pen = sizeCanvas(canvas, width, HEIGHT);
  const ink = { ...inks(canvas), tone: readInk(canvas, "--tone") };
  const place = stripLayout(view);
  const limit = colourLimit(view);
  const band = columns.querySelector(".band").getBoundingClientRect();
  paintTable(pen, view, ids, id, band.left + band.width / 2 - canvas.getBoundingClientRect().left, ink);
  const strips = [
    [FIRST, row, limit / scale, `Row ${id} of the table`, [`${D} learned numbers`]],
    [SECOND, vector, limit, `× √${D} = ${short(scale, 4)}: the vector`, []],
  ];
  for (const [top, numbers, most, words, told] of strips) {
    told.push(`colour scale ±${short(most)}`, `root mean square ${short(lengthOf(numbers) / scale)}`);
    paintCaption(pen, words, told, place.left, top - 8, width, ink);
    paintStrip(pen, numbers, most, place, top, ink);
  }
  const [before, after] = [row[dimension], vector[dimension]];
  paintDimension(pen, dimension, FIRST, `dimension ${dimension}: ${short(before)}`, place, ink);
  paintDimension(pen, dimension, SECOND, short(after), place, ink);
  canvas.ariaLabel =
    `Token ${view.focus.token} looks up row ${id} of ${V}: ${D} numbers. Dimension ` +
    `${dimension}: ${full(before)}, scaled ${full(after)}. Arrow keys choose another dimension.`;
}

// Write as many details as there is room for; the first, least telling ones are dropped.
function paintCaption(pen, words, told, left, y, width, ink) {
  pen.fillStyle = ink.text;
  pen.font = `13px ${ink.family}`;
  pen.textAlign = "left";
  pen.fillText(words, left, y);
  const from = left + pen.measureText(words).width + 12;
  pen.fillStyle = ink.faint;
  pen.font = `12px ${ink.family}`;
  while (told.length && pen.measureText(told.join(" · ")).width > width - from - 4) told.shift();
  pen.fillText(told.join(" · "), from, y);
}

// The table with a line for every row that the sentence fetches; the wire runs from the focused id to its row.
/** @param {EmbeddingView} view */
function paintTable(pen, view, ids, id, from, ink) {
  const gutter = gutterWidth(view);
  const [left, right, top, bottom] = [34, gutter - 32, FIRST - 6, SECOND + STRIP];
  const at = (each) => top + ((each + 0.5) / view.sizes.V) * (bottom - top);
  pen.fillStyle = ink.paper;
  pen.strokeStyle = ink.hair;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.strokeRect(left + 0.5, top + 0.5, right - left, bottom - top);
  pen.strokeStyle = ink.faint;
  pen.globalAlpha = 0.55;
  for (const each of new Set(ids)) {
    line(pen, [
      [left + 1, at(each)],
      [right, at(each)],
    ]);
  }
  pen.globalAlpha = 1;
  const middle = FIRST + STRIP / 2;
  pen.strokeStyle = ink.tone;
  pen.lineWidth = 2;
  pen.stroke(
    new Path2D(
      `M${from} 0V12H14V${at(id)}H${right + 16}V${middle}H${gutter - 3}` +
        `M${gutter - 9} ${middle - 4}L${gutter - 3} ${middle}L${gutter - 9} ${middle + 4}`,
    ),
  );
  pen.lineWidth = 1;
  pen.fillStyle = ink.faint;
  pen.font = `12px ${ink.family}`;
  pen.textAlign = "left";
  pen.fillText("table E", left, top - 6);
  pen.font = `12px ${ink.mono}`;
  if (!isNarrow(view)) pen.fillText(`V × D = ${view.sizes.V} × ${view.sizes.D}`, 0, bottom + 15);
}

function paintStrip(pen, numbers, limit, { left, right }, top, ink) {
  const scale = { limit, paper: ink.paper, below: ink.negative, above: ink.positive };
  pen.imageSmoothingEnabled = false;
  pen.drawImage(drawBitmap(shades(numbers, numbers.length, 1, scale)), left, top, right - left, STRIP);
  pen.strokeStyle = ink.hair;
  pen.strokeRect(left - 0.5, top - 0.5, right - left + 1, STRIP + 1);
}

// The chosen dimension in a strip, with its number.
function paintDimension(pen, dimension, top, words, { left, cell, right }, ink) {
  const x = left + (dimension + 0.5) * cell;
  pen.strokeStyle = pen.fillStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.strokeRect(x - cell / 2 - 1, top - 1.5, cell + 2, STRIP + 3);
  pen.lineWidth = 1;
  pen.font = `12px ${ink.mono}`;
  const { width } = pen.measureText(words);
  pen.fillText(words, Math.min(Math.max(x - width / 2, left), right - width + 2), top + STRIP + 15);
}
