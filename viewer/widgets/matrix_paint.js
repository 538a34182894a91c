// What a matrix consists of on its canvas: cells, numbers, labels and the mark.

import { LABEL, LONGEST_LABEL, shortenText } from "./canvas.js";
import { formatSigned, inCell } from "./numbers.js";
import { isDark } from "./palette.js";
import { niceStep } from "./ticks.js";

const CELL_OF_NUMBERS = 30; // pixels that a number of three or four characters needs

export function paintCells(pen, { options, values }, place, { limit, bitmap, isWhole }, ink) {
  pen.imageSmoothingEnabled = false;
  pen.drawImage(bitmap, place.left, place.top, place.right - place.left, place.bottom - place.top);
  if (!isWhole) {
    paintForbidden(pen, values, place, ink);
    paintCovered(pen, values, place, ink);
  }
  pen.strokeStyle = ink.hair;
  pen.strokeRect(place.left - 0.5, place.top - 0.5, place.right - place.left + 1, place.bottom - place.top + 1);
  if (place.width >= CELL_OF_NUMBERS && place.height >= 16) paintNumbers(pen, options, values, place, limit, ink);
}

// The colours at the ends of a scale.
export function endColours({ scale }, ink) {
  return { below: ink.negative, above: { signed: ink.positive, weights: ink.weight, plain: ink.text }[scale] };
}

// −∞ is not on the colour scale: such cells are hatched.
function paintForbidden(pen, { data, columns }, { left, top, width, height }, ink) {
  pen.save();
  pen.strokeStyle = ink.text;
  pen.globalAlpha = 0.28;
  for (const [index, value] of data.entries()) {
    if (Number.isFinite(value) || Number.isNaN(value)) continue;
    const [x, y] = [left + (index % columns) * width, top + Math.floor(index / columns) * height];
    pen.beginPath();
    pen.moveTo(x + 1, y + height - 1);
    pen.lineTo(x + width - 1, y + 1);
    pen.stroke();
  }
  pen.restore();
}

// Hidden rows: a question mark in the middle.
function paintCovered(pen, { data, rows, columns }, { left, top, width, height }, ink) {
  centreText(pen, `600 ${LABEL}px ${ink.family}`);
  pen.fillStyle = ink.faint;
  for (let row = 0; row < rows; row += 1)
    if (Number.isNaN(data[row * columns]))
      pen.fillText("?", left + (columns * width) / 2, top + (row + 0.5) * height + 0.5);
}

function centreText(pen, font) {
  Object.assign(pen, { font, textAlign: "center", textBaseline: "middle" });
}

function paintNumbers(pen, { scale, written }, { data, columns }, { left, top, width, height }, limit, ink) {
  const inkOf = chooseInk(scale, ink);
  centreText(pen, `${LABEL}px ${ink.mono}`);
  for (const [index, value] of data.entries()) {
    if (!Number.isFinite(value)) continue;
    pen.fillStyle = inkOf(Math.abs(value) / limit);
    const word = written && shortenText(pen, written(index), width - 4);
    const text = word ?? (scale === "weights" ? inCell(value) : formatSigned(value, Math.abs(value) < 10 ? 1 : 0));
    const [x, y] = [left + ((index % columns) + 0.5) * width, top + (Math.floor(index / columns) + 0.5) * height];
    pen.fillText(text, x, y + 0.5);
  }
}

// Readable on every shade: a weight's full colour is light, a signed value's full colours are dark.
function chooseInk(scale, ink) {
  const dark = isDark(ink.paper);
  return {
    weights: (share) => (share > 0.75 ? ink.full : dark ? ink.light : ink.dark),
    plain: (share) => (share > 0.55 ? ink.paper : ink.text),
    signed: (share) => (dark || share > 0.55 ? ink.light : ink.text),
  }[scale];
}

export function paintLabels(pen, { options: { rows, columns }, values }, place, ink) {
  const { left, top, width, height, upright } = place;
  const named = ({ labels }, at) => shortenText(pen, labels ? labels[at] : String(at), LONGEST_LABEL);
  Object.assign(pen, {
    fillStyle: ink.text,
    font: `${LABEL}px ${ink.family}`,
    textBaseline: "middle",
    textAlign: "right",
  });
  const every = Math.max(1, Math.ceil((rows.labels ? 12 : 24) / height));
  for (let row = 0; row < values.rows; row += every)
    pen.fillText(named(rows, row), left - 6, top + (row + 0.5) * height);
  pen.textAlign = upright ? "center" : "left";
  const columnEvery = columns.labels ? Math.max(1, Math.ceil(11 / width)) : niceStep(34 / width);
  for (let column = 0; column < values.columns; column += columnEvery) {
    const [x, y] = [left + (column + 0.5) * width, top - 7];
    if (upright) pen.fillText(named(columns, column), x, y - 3);
    else paintTurned(pen, named(columns, column), x, y);
  }
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.textAlign = "left";
  pen.fillStyle = ink.deep[columns.meaning] ?? ink.text;
  pen.fillText(`${columns.title} →`, left, 9);
  pen.textAlign = "right";
  pen.fillStyle = ink.deep[rows.meaning] ?? ink.text;
  paintTurned(pen, `← ${rows.title}`, 9, top);
}

function paintTurned(pen, text, x, y) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(-Math.PI / 2);
  pen.fillText(text, 0, 0);
  pen.restore();
}

export function paintMark(pen, { mark, hover, values }, { left, top, width, height }, ink) {
  pen.strokeStyle = ink.text;
  if (mark) {
    pen.lineWidth = 1.5;
    if (mark.along === "column")
      pen.strokeRect(left + mark.column * width - 0.5, top - 1, width + 1, height * values.rows + 2);
    else pen.strokeRect(left - 1, top + mark.row * height - 0.5, width * values.columns + 2, height + 1);
    if (mark.along !== "column" && mark.column !== undefined && mark.column !== null) {
      pen.lineWidth = 2.5;
      pen.strokeRect(left + mark.column * width, top + mark.row * height, width, height);
    }
  }
  if (hover) {
    pen.lineWidth = 1.5;
    pen.setLineDash([3, 2]);
    pen.strokeRect(left + hover.column * width, top + hover.row * height, Math.max(width, 2), height);
    pen.setLineDash([]);
  }
}
