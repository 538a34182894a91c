// How the six steps are painted: a column for every key, a row for every step.

import { LABEL, sizeCanvas } from "../../../widgets/canvas.js";
import { MINUS, short } from "../../../widgets/numbers.js";
import { line } from "../pens.js";
import { largest, rowOf } from "../vectors.js";

const BAR = 24; // pixels, of the largest bar of a row
export const LINE = 18; // of a vector that lies flat
export const STRIP = 56; // of an upright vector
const GAP = 9;
export const ROOMY = 52; // pixels that a column needs for flat numbers and vectors
const GHOST = 0.13; // how faint a row is that has not been reached

// Top and height of every row, in pixels; vectors and numbers are upright where columns are narrow.
export function stepRows(columnWidth) {
  const flat = columnWidth >= ROOMY;
  const figure = flat ? 15 : 52;
  const vector = flat ? 30 : STRIP;
  const heights = {
    keys: flat ? 3 * LINE + 6 : STRIP,
    raw: BAR + figure,
    scaled: BAR + figure,
    masked: figure + 3,
    weight: BAR + figure + (flat ? 15 : 0),
    values: vector,
    running: vector,
  };
  const rows = { figure, flat };
  let top = 2;
  for (const [name, height] of Object.entries(heights)) {
    rows[name] = { top, height };
    top += height + GAP;
  }
  rows.height = top;
  return rows;
}

// A vector as bars, one for every dimension: side by side, up where positive and down where negative; or upright, one
// below the other, to the right where positive and to the left where negative.
export function paintVector(pen, vector, { x, y, width, height }, { limit, colour, upright = false }) {
  const [along, across] = upright ? [height, width] : [width, height];
  const each = along / vector.length;
  const thick = each > 3 ? each - 1 : each;
  const middle = across / 2;
  pen.fillStyle = colour;
  pen.beginPath();
  vector.forEach((value, index) => {
    const length = Math.abs(value / limit) * middle;
    if (upright) pen.rect(value < 0 ? x + middle - length : x + middle, y + index * each, length, thick);
    else pen.rect(x + index * each, value < 0 ? y + middle : y + middle - length, thick, length);
  });
  if (upright) pen.rect(x + middle - 0.25, y, 0.5, height);
  else pen.rect(x, y + middle - 0.25, width, 0.5);
  pen.fill();
}

// `step` is how far the visitor has come, `progress` (0 to 1) how far the last of them has moved, `ghost` how faint the
// steps ahead are.
export function paintSteps(canvas, numbers, { columnWidth, rows, step, progress, ghost = GHOST }, ink) {
  const pen = sizeCanvas(canvas, columnWidth * numbers.count, rows.height);
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  const paper = { pen, numbers, columnWidth, rows, ink };
  const root = Math.sqrt(numbers.size);
  const steps = [
    (moved, shown) => {
      paintKeys(paper, shown * moved);
      pen.globalAlpha = shown;
      paintBars(paper, rows.raw, numbers.raw, moved);
    },
    // On the scale of the row above: the bars begin as long as there.
    (moved) => paintBars(paper, rows.scaled, numbers.scaled, root + (1 - root) * moved),
    (moved) => paintMasked(paper, moved),
    (moved) => paintWeights(paper, moved),
    (moved, shown) => paintValues(paper, shown, moved),
    (moved, shown) => paintRunning(paper, shown, moved),
  ];
  steps.forEach((paint, index) => {
    const shown = step > index ? 1 : ghost;
    pen.globalAlpha = shown;
    paint(step === index + 1 ? progress : 1, shown);
  });
}

function eachColumn({ numbers, columnWidth }, paint) {
  for (let key = 0; key < numbers.count; key += 1) paint(key, (key + 0.5) * columnWidth);
}

export const colourLimit = (values) => largest(values) || 1;

export const vectorWidth = (columnWidth) => Math.min(126, columnWidth - 8);

// Query, key and their products, dimension under dimension; where columns are narrow, the key left of the products.
function paintKeys(paper, alpha) {
  const { pen, numbers, columnWidth, rows, ink } = paper;
  const { top } = rows.keys;
  const upright = !rows.flat;
  const [keys, products] = [colourLimit(numbers.keys), colourLimit(numbers.products)];
  const width = upright ? Math.min(20, columnWidth * 0.42) : vectorWidth(columnWidth);
  eachColumn(paper, (key, middle) => {
    const range = [key * numbers.size, (key + 1) * numbers.size];
    const line = (number) => ({ x: middle - width / 2, y: top + number * (LINE + 2), width, height: LINE });
    const strip = (x) => ({ x, y: top, width, height: STRIP });
    const places = upright ? [strip(middle - 0.5 - width), strip(middle + 0.5)] : [line(1), line(2)];
    pen.globalAlpha = 1;
    if (!upright)
      paintVector(pen, numbers.query, line(0), { limit: colourLimit(numbers.query), colour: ink.deep.query });
    paintVector(pen, numbers.keys.subarray(...range), places[0], { limit: keys, colour: ink.deep.key, upright });
    pen.globalAlpha = 0.75 * alpha;
    paintVector(pen, numbers.products.subarray(...range), places[1], { limit: products, colour: ink.text, upright });
  });
}

function paintBars(paper, { top }, values, grown) {
  const { pen, numbers, columnWidth, ink } = paper;
  const highest = Math.max(0, ...numbers.raw);
  const scale = BAR / (highest - Math.min(0, ...numbers.raw) || 1);
  const zero = top + highest * scale;
  const width = Math.min(26, columnWidth * 0.6);
  pen.fillStyle = ink.edge;
  pen.fillRect(0, zero - 0.5, columnWidth * numbers.count, 1);
  eachColumn(paper, (key, middle) => {
    pen.fillStyle = ink.faint;
    pen.fillRect(middle - width / 2, zero, width, -values[key] * scale * grown);
    paintFigure(paper, short(values[key]), middle, top + BAR);
  });
}

function paintFigure({ pen, rows, ink }, text, middle, top, weight = "") {
  pen.save();
  pen.fillStyle = ink.text;
  pen.font = `${weight} ${LABEL}px ${ink.mono}`;
  pen.translate(middle, rows.flat ? top + 10 : top + rows.figure - 1);
  if (!rows.flat) pen.rotate(-Math.PI / 2);
  pen.textAlign = rows.flat ? "center" : "left";
  pen.fillText(text, 0, 0);
  pen.restore();
}

function paintMasked(paper, progress) {
  const { pen, numbers, columnWidth, rows, ink } = paper;
  const { top, height } = rows.masked;
  const width = Math.min(58, columnWidth - 3);
  eachColumn(paper, (key, middle) => {
    if (Number.isFinite(numbers.masked[key])) {
      paintFigure(paper, short(numbers.masked[key]), middle, top);
      return;
    }
    hatch(pen, { x: middle - width / 2, y: top, width, height: height * progress }, ink);
    pen.font = `600 ${LABEL}px ${ink.mono}`;
    pen.fillStyle = ink.text;
    if (progress === 1) pen.fillText(`${MINUS}∞`, middle, top + height / 2);
  });
}

function hatch(pen, { x, y, width, height }, ink) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.strokeStyle = ink.edge;
  pen.lineWidth = 1.5;
  for (let from = x - height; from < x + width; from += 5) {
    line(pen, [
      [from, y + height],
      [from + height, y],
    ]);
  }
  pen.restore();
}

function paintWeights(paper, progress) {
  const { pen, numbers, columnWidth, rows, ink } = paper;
  const { top } = rows.weight;
  const first = rows.flat ? top + 15 : top;
  const width = Math.min(34, columnWidth * 0.7);
  eachColumn(paper, (key, middle) => {
    if (rows.flat) {
      pen.font = `${LABEL}px ${ink.mono}`;
      pen.fillStyle = ink.faint;
      pen.fillText(short(numbers.exponential[key]), middle, top + 6);
    }
    pen.strokeStyle = ink.edge;
    pen.strokeRect(middle - width / 2, first + 0.5, width, BAR);
    pen.fillStyle = ink.weight;
    const height = numbers.weight[key] * BAR * progress;
    pen.fillRect(middle - width / 2, first + BAR + 0.5 - height, width, height);
    paintFigure(paper, short(numbers.weight[key]), middle, first + BAR, "600");
  });
}

// As green as its weight; progress takes the colour away from a full one.
function paintValues(paper, alpha, progress) {
  const { pen, numbers, rows } = paper;
  eachColumn(paper, (key, middle) => {
    const faded = 1 + (Math.max(0.06, numbers.weight[key]) - 1) * progress;
    pen.globalAlpha = alpha === 1 ? faded : alpha;
    paintGreen(paper, numbers.values, key, middle, rows.values);
  });
}

// The sum so far, key by key; progress walks from left to right.
function paintRunning(paper, alpha, progress) {
  const { pen, numbers, rows } = paper;
  eachColumn(paper, (key, middle) => {
    if (key >= Math.ceil(progress * numbers.count)) return;
    pen.globalAlpha = alpha * (key === numbers.count - 1 ? 1 : 0.6);
    paintGreen(paper, numbers.running, key, middle, rows.running);
  });
}

function paintGreen({ pen, numbers, columnWidth, ink, rows }, vectors, key, middle, { top, height }) {
  const width = rows.flat ? vectorWidth(columnWidth) : Math.min(40, columnWidth * 0.84);
  const vector = rowOf({ data: vectors, columns: numbers.size }, key);
  const look = { limit: colourLimit(vectors), colour: ink.deep.value, upright: !rows.flat };
  paintVector(pen, vector, { x: middle - width / 2, y: top, width, height }, look);
}
