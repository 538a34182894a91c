// Paints the product picture: every matrix once into a bitmap, and again only when its numbers change.

import { LONGEST, shortened, sized } from "../../widgets/canvas.js";
import { KINDS } from "../../widgets/focus.js";
import { bitmapOf, shades } from "../../widgets/palette.js";
import { cellInFocus, QKV, signedScale } from "./numbers.js";

/** @param {ProjectionsView} view */
export function paintProduct(state, view) {
  const { canvas, places, bitmaps, ink } = state;
  const pen = sized(canvas, state.width, Math.ceil(places.bottom));
  for (const [box, bitmap] of bitmaps) placeBitmap(pen, box, bitmap, ink);
  paintGuides(pen, view, places, ink);
  paintTitles(pen, view, places, ink);
  paintRowLabels(pen, view, places, ink);
  paintCell(pen, view, places, ink);
}

export function bitmapsOf(now, places, ink) {
  const { limits } = now;
  const made = [[places.x, matrixBitmap(now.x, limits.input, ink)]];
  if (places.memory) made.push([places.memory, matrixBitmap(now.memory, limits.input, ink)]);
  for (const [which, { matrix, bias, output }] of Object.entries(places.blocks)) {
    made.push([output, matrixBitmap(now[which], limits.output, ink)]);
    const stored = now.matrices[which];
    // Stored d_k × D, shown D × d_k: a column of W above its column of Q.
    made.push([
      matrix,
      stored
        ? matrixBitmap({ data: stored.data, rows: stored.columns, columns: stored.rows }, limits.matrix, ink, true)
        : null,
    ]);
    made.push([
      bias,
      stored ? matrixBitmap({ data: stored.bias, rows: 1, columns: stored.rows }, limits.output, ink) : null,
    ]);
  }
  return made;
}

function matrixBitmap({ data, rows, columns }, limit, ink, turned = false) {
  const at = turned ? (index) => (index % columns) * rows + Math.floor(index / columns) : undefined;
  return bitmapOf(shades(data, columns, rows, { ...signedScale(limit, ink), at }));
}

function placeBitmap(pen, { left, top, width, height }, bitmap, ink) {
  // Smaller than its numbers a matrix is averaged, else every number is a square of its own.
  pen.imageSmoothingEnabled = bitmap !== null && (width < bitmap.width || height < bitmap.height);
  if (bitmap) pen.drawImage(bitmap, left, top, width, height);
  pen.lineWidth = 1;
  pen.strokeStyle = ink.hair;
  pen.setLineDash(bitmap ? [] : [4, 3]);
  pen.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  pen.setLineDash([]);
}

/** @param {ProjectionsView} view */
function paintTitles(pen, view, places, ink) {
  const { now, sizes } = view;
  const { D, d_k: depth } = sizes;
  const rows = now.kind === "encoder" ? "S" : "T";
  const shape = (letters, high, wide) => `${letters} = ${high} × ${wide}`;
  const inputs = [[places.x, "X", KINDS[now.kind].stack, rows, now.rows.length]];
  if (places.memory) inputs.push([places.memory, "M", "encoder", "S", now.columns.length]);
  for (const [{ left, top }, letter, stack, count, high] of inputs) {
    titleAt(pen, left, top, letter, "", ink.deep[stack], shape(`${count} × D`, high, D), ink);
  }
  const outputRows = { query: [rows, now.rows.length], key: [now.cross ? "S" : rows, now.columns.length] };
  for (const [which, { matrix, bias, output }] of Object.entries(places.blocks)) {
    const tone = ink.deep[which];
    const { letter } = QKV[which];
    const [count, high] = outputRows[which === "query" ? "query" : "key"];
    titleAt(pen, matrix.left, matrix.top, "W", letter, tone, shape("D × d_k", D, depth), ink);
    titleAt(pen, output.left, output.top, letter, "", tone, shape(`${count} × d_k`, high, depth), ink);
    pen.font = `italic 12px ${ink.family}`;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.fillStyle = tone;
    pen.fillText("+ b", bias.left - 5, bias.top + bias.height / 2);
  }
}

function titleAt(pen, left, top, letter, power, tone, shape, ink) {
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.font = `12px ${ink.mono}`;
  pen.fillStyle = ink.paper;
  pen.fillRect(left, top - 17, pen.measureText(shape).width, 14);
  pen.fillRect(left, top - 33, 14, 16);
  pen.fillStyle = tone;
  pen.font = `600 15px ${ink.family}`;
  pen.fillText(letter, left, top - 20);
  const across = pen.measureText(letter).width;
  pen.font = `600 12px ${ink.family}`;
  pen.fillText(power, left + across + 1, top - 26);
  pen.fillStyle = ink.faint;
  pen.font = `12px ${ink.mono}`;
  pen.fillText(shape, left, top - 6);
}

/** @param {ProjectionsView} view */
function paintRowLabels(pen, view, places, ink) {
  const { now } = view;
  const cell = cellInFocus(view);
  const blocks = [[places.x, now.rows, KINDS[now.kind].stack, !now.cross || cell.which === "query"]];
  if (places.memory) blocks.push([places.memory, now.columns, "encoder", cell.which !== "query"]);
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const [{ left, top, height }, labels, stack, lit] of blocks) {
    // A band in the stack's colour: whose tokens these are.
    pen.fillStyle = ink[stack];
    pen.fillRect(left - 5, top, 3, height);
    labels.forEach(({ text: label }, row) => {
      const here = lit && row === cell.row;
      pen.font = `${here ? "600 " : ""}12px ${ink.family}`;
      pen.fillStyle = here ? ink.text : ink.faint;
      pen.fillText(shortened(pen, label, LONGEST), left - 9, top + (row + 0.5) * places.high + 0.5);
    });
  }
}

// The number in focus, and all that makes it: a row, a column, a bias.
/** @param {ProjectionsView} view */
function paintCell(pen, view, places, ink) {
  const { which, row, column } = cellInFocus(view);
  const { matrix, bias, output } = places.blocks[which];
  const input = which === "query" || !places.memory ? places.x : places.memory;
  const [across, down] = [output.left + column * places.column, input.top + row * places.high];
  const wide = Math.max(places.column, 2);
  if (view.pointed) {
    pen.fillStyle = ink.paper;
    pen.globalAlpha = 0.55;
    veil(pen, input, input.left, down, input.width, places.high);
    veil(pen, matrix, across, matrix.top, wide, matrix.height);
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.strokeRect(input.left - 1, down - 0.5, input.width + 2, places.high + 1);
  pen.strokeRect(across - 1, matrix.top - 1, wide + 2, matrix.height + 2);
  pen.strokeRect(across - 1, bias.top - 1, wide + 2, bias.height + 2);
  pen.lineWidth = 2.5;
  pen.strokeRect(across - 1, down - 0.5, wide + 2, places.high + 1);
}

// From the row and from the column to the number in which they meet; under the titles, so that these stay readable.
/** @param {ProjectionsView} view */
function paintGuides(pen, view, places, ink) {
  const { which, row, column } = cellInFocus(view);
  const { bias, output } = places.blocks[which];
  const input = which === "query" || !places.memory ? places.x : places.memory;
  const down = input.top + (row + 0.5) * places.high;
  const across = output.left + (column + 0.5) * places.column;
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  pen.beginPath();
  for (const [from, to] of gapsOnTheWay(places, which, input)) {
    pen.moveTo(from, down);
    pen.lineTo(to, down);
  }
  pen.moveTo(across, bias.top + bias.height + 2);
  pen.lineTo(across, output.top - 2);
  pen.stroke();
  pen.setLineDash([]);
}

// Between the matrices that lie side by side: a line through them would hide their numbers.
function gapsOnTheWay(places, which, input) {
  const between = Object.entries(places.blocks).filter(
    ([name, { output }]) => QKV[name].index <= QKV[which].index && output.top === input.top,
  );
  let from = input.left + input.width + 2;
  return between.map(([, { output }]) => {
    const gap = [from, output.left - 3];
    from = output.left + output.width + 3;
    return gap;
  });
}

// All of a box but one strip of it.
function veil(pen, box, left, top, width, height) {
  pen.beginPath();
  pen.rect(box.left, box.top, box.width, box.height);
  pen.rect(left, top, width, height);
  pen.fill("evenodd");
}
