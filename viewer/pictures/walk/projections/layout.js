// Where the product picture puts its matrices. Falk's scheme: X is to the left of Q and W above it, so that every
// number of Q is where its row of X and its column of W cross; the bias lies between W and Q as one more row.

import { LONGEST } from "../../../widgets/canvas.js";
import { clampIndex } from "../../../widgets/pointing.js";
import { textsOf } from "../vectors.js";
import { cellInFocus, QKV } from "./numbers.js";

export const TITLE = 36; // pixels above a matrix, for its name and its shape
const BETWEEN = 26; // pixels between two matrices, at least
const SHAPE = 132; // what a matrix's shape takes when it is written above it
const BIAS = 9; // height of the strip

export function computeLayout(now, sizes, width, pen) {
  const { D, d_k: depth } = sizes;
  const left = labelRoom(now, pen);
  const room = width - left - 30 - 2 * BETWEEN - 4;
  const wide = wholeSteps((0.4 * room) / D);
  const column = wholeSteps((room - wide * D) / (3 * depth));
  const most = Math.max(now.rows.length, now.columns.length);
  const high = most <= 10 ? 17 : most <= 24 ? 15 : 13;
  const deep = D <= 208 ? Math.max(1, Math.floor(208 / D)) : 208 / D;
  // What is left of the width goes between the matrices.
  const spare = Math.min(24, Math.floor((room - wide * D - 3 * depth * column) / 3));
  const [first, between] = [left + wide * D + 30 + spare, Math.max(BETWEEN + spare, SHAPE - depth * column)];
  const places = { wide, column, high, deep, left, blocks: {} };
  const top = TITLE;
  const biasTop = top + deep * D + 7;
  const xTop = biasTop + BIAS + 8 + TITLE;
  places.x = { left, top: xTop, width: wide * D, height: high * now.rows.length };
  const memoryTop = now.cross ? xTop + places.x.height + 14 + TITLE : xTop;
  places.memory = now.cross ? { left, top: memoryTop, width: wide * D, height: high * now.columns.length } : null;
  for (const [which, { index }] of Object.entries(QKV)) {
    const at = first + index * (depth * column + between);
    const output = which === "query" ? places.x : (places.memory ?? places.x);
    places.blocks[which] = {
      matrix: { left: at, top, width: depth * column, height: deep * D },
      bias: { left: at, top: biasTop, width: depth * column, height: BIAS },
      output: { left: at, top: output.top, width: depth * column, height: output.height },
    };
  }
  places.right = first + 3 * depth * column + 2 * between;
  places.bottom = (places.memory ?? places.x).top + (places.memory ?? places.x).height + 4;
  return places;
}

function labelRoom(now, pen) {
  const widths = textsOf([...now.rows, ...now.columns]).map((text) => pen.measureText(text).width);
  return Math.ceil(Math.min(LONGEST, Math.max(20, ...widths))) + 14;
}

// Whole pixels a number where there is room for one, so that no number is drawn wider than another.
const wholeSteps = (pixels) => (pixels >= 1 ? Math.min(12, Math.floor(pixels)) : pixels);

// The cell at a place on the canvas. X means a whole row, W and the bias a whole column.
/** @param {ProjectionsView} view */
export function cellAt(view, places, x, y) {
  const { now } = view;
  const chosen = cellInFocus({ ...view, pointed: null });
  const within = (box) => box && x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
  const rowIn = (box) => Math.floor((y - box.top) / places.high);
  for (const [which, { matrix, bias, output }] of Object.entries(places.blocks)) {
    const column = Math.min(Math.floor((x - output.left) / places.column), view.sizes.d_k - 1);
    if (within(output)) return { which, row: rowIn(output), column };
    if (within(matrix) || within(bias)) return { which, row: which === "query" ? now.token : now.keyRow, column };
  }
  if (within(places.x))
    return { which: now.cross ? "query" : chosen.which, row: rowIn(places.x), column: chosen.column };
  if (within(places.memory))
    return { which: chosen.which === "value" ? "value" : "key", row: rowIn(places.memory), column: chosen.column };
  return null;
}

// The neighbour of a cell; sideways it goes on in the next of Q, K and V.
/** @param {ProjectionsView} view */
export function findNeighbour(view, { which, row, column }, across, down) {
  const depth = view.sizes.d_k;
  const place = clampIndex(QKV[which].index * depth + column + across, 3 * depth);
  const next = Object.keys(QKV)[Math.floor(place / depth)];
  const rows = next === "query" ? view.now.rows : view.now.columns;
  return { which: next, column: place % depth, row: clampIndex(row + down, rows.length) };
}
