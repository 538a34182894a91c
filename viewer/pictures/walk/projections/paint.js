// Paints the product picture: every matrix once into a bitmap, and again only when its numbers change.

import { LONGEST, shortenText, sizeCanvas } from "../../../widgets/canvas.js";
import { KINDS } from "../../../widgets/focus.js";
import { drawBitmap, shades } from "../../../widgets/palette.js";
import { line } from "../pens.js";
import { cellInFocus, makeSignedScale, QKV } from "./numbers.js";

/** @param {ProjectionsView} view */
export function paintProduct(state, view) {
  const { canvas, places, bitmaps, ink } = state;
  const pen = sizeCanvas(canvas, state.width, Math.ceil(places.bottom));
  for (const [box, bitmap] of bitmaps) placeBitmap(pen, box, bitmap, ink);
  paintGuides(pen, view, places, ink);
  paintTitles(pen, view, places, ink);
  paintRowLabels(pen, view, places, ink);
  paintCell(pen, view, places, ink);
}

export function drawBitmaps(now, places, ink) {
  const { limits } = now;
  const bitmap = ({ data, rows, columns }, limit, at) =>
    drawBitmap(shades(data, columns, rows, { ...makeSignedScale(limit, ink), at }));
  const made = [[places.x, bitmap(now.x, limits.input)]];
  if (places.memory) made.push([places.memory, bitmap(now.memory, limits.input)]);
  for (const [which, { matrix, bias, output }] of Object.entries(places.blocks)) {
    // Stored d_k × D, shown D × d_k: a column of W above its column of Q.
    const { data, rows: depth, columns: D, bias: numbers } = now.matrices[which];
    const turned = (index) => (index % depth) * D + Math.floor(index / depth);
    made.push(
      [output, bitmap(now[which], limits.output)],
      [matrix, bitmap({ data, rows: D, columns: depth }, limits.matrix, turned)],
      [bias, bitmap({ data: numbers, rows: 1, columns: depth }, limits.output)],
    );
  }
  return made;
}

function placeBitmap(pen, { left, top, width, height }, bitmap, ink) {
  // Smaller than its numbers a matrix is averaged, else every number is a square of its own.
  pen.imageSmoothingEnabled = width < bitmap.width || height < bitmap.height;
  pen.drawImage(bitmap, left, top, width, height);
  pen.strokeStyle = ink.hair;
  pen.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
}

/** @param {ProjectionsView} view */
function paintTitles(pen, view, places, ink) {
  const { now, sizes } = view;
  const { D, d_k: depth } = sizes;
  const rows = now.kind === "encoder" ? "S" : "T";
  const title = ({ left, top }, letter, power, tone, letters, high, wide) =>
    titleAt(pen, left, top, letter, power, tone, `${letters} = ${high} × ${wide}`, ink);
  title(places.x, "X", "", ink.deep[KINDS[now.kind].stack], `${rows} × D`, now.rows.length, D);
  if (places.memory) title(places.memory, "M", "", ink.deep.encoder, "S × D", now.columns.length, D);
  for (const [which, { matrix, bias, output }] of Object.entries(places.blocks)) {
    const tone = ink.deep[which];
    const { letter } = QKV[which];
    const count = now.cross && which !== "query" ? "S" : rows;
    title(matrix, "W", letter, tone, "D × d_k", D, depth);
    title(output, letter, "", tone, `${count} × d_k`, now[which].rows, depth);
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
      pen.fillText(shortenText(pen, label, LONGEST), left - 9, top + (row + 0.5) * places.high + 0.5);
    });
  }
}

// The number in focus, and all that makes it: a row, a column, a bias.
/** @param {ProjectionsView} view */
function paintCell(pen, view, places, ink) {
  const { which, row, column } = cellInFocus(view);
  const { matrix, bias, output } = places.blocks[which];
  const input = inputOf(places, which);
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

// Draw lines from the row and the column to the number where they meet, below the titles, which stay readable.
/** @param {ProjectionsView} view */
function paintGuides(pen, view, places, ink) {
  const { which, row, column } = cellInFocus(view);
  const { bias, output } = places.blocks[which];
  const input = inputOf(places, which);
  const down = input.top + (row + 0.5) * places.high;
  const across = output.left + (column + 0.5) * places.column;
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  const upright = [
    [across, bias.top + bias.height + 2],
    [across, output.top - 2],
  ];
  line(pen, ...gapsOnTheWay(places, which, input).map((gap) => gap.map((x) => [x, down])), upright);
  pen.setLineDash([]);
}

const inputOf = (places, which) => (which === "query" ? places.x : (places.memory ?? places.x));

// Route the line between neighbouring matrices: through them, it would hide their numbers.
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
