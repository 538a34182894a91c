// The map of the vocabulary as it is painted: all points, and over them names and marks.
// The points are painted aside when the view moves; the focus only lays them down again, with names and marks on top.

import { density, sized } from "../../widgets/canvas.js";
import { short } from "../../widgets/numbers.js";
import { inks, readInk } from "../../widgets/palette.js";
import { embeddingNow, nearNow } from "./now.js";
import { groupOf, pieceName } from "./piece.js";
import { spaceData, spaceProjection } from "./space_place.js";
import { line } from "./strips.js";

/** @param {EmbeddingView} view */
export function drawSpace(view) {
  const { wide, high, points, marks, zoom, x, y } = view.space;
  if (!wide) return;
  const map = spaceData(view);
  const project = spaceProjection(view, map);
  const ink = { ...inks(marks), ...spaceInks(marks) };
  const wanted = [map.name, wide, high, zoom, x, y, ink.paper].join(" ");
  if (view.space.painted !== wanted) {
    view.space.painted = wanted;
    Object.assign(points, { width: wide * density(), height: high * density() });
    const pen = points.getContext("2d");
    pen.scale(density(), density());
    paintPoints(pen, view, map, project, ink);
  }
  const pen = sized(marks, wide, high);
  pen.drawImage(points, 0, 0, wide, high);
  marks.dataset.zoom = zoom.toFixed(2);
  paintMarks(pen, view, map, project, ink);
}

function spaceInks(canvas) {
  return {
    never: readInk(canvas, "--never"),
    often: readInk(canvas, "--often"),
    seldom: readInk(canvas, "--seldom"),
    tone: readInk(canvas, "--tone"),
    idle: readInk(canvas, "--idle"),
  };
}

// ---- all points
/** @param {EmbeddingView} view */
function paintPoints(pen, view, { explained }, { at }, ink) {
  const { wide, high, zoom } = view.space;
  const { kinds } = view.tensors;
  const size = Math.min(1.7 * Math.sqrt(zoom), 4);
  const groups = new Map();
  for (let id = 0; id < view.sizes.V; id += 1) {
    const [x, y] = at(id);
    if (x < -9 || y < -9 || x > wide + 9 || y > high + 9) continue;
    const kind = kinds.data[id];
    const name = `${groupOf(view, id)} ${kind}`;
    if (!groups.has(name)) groups.set(name, new Path2D());
    traceShape(groups.get(name), kind, x, y, size);
  }
  pen.globalAlpha = 0.75;
  for (const [name, path] of groups) {
    const [colour, kind] = name.split(" ");
    pen.fillStyle = pen.strokeStyle = ink[colour] ?? ink.text;
    if (kind === "1") pen.stroke(path);
    else pen.fill(path);
  }
  pen.globalAlpha = 1;
  pen.fillStyle = ink.faint;
  pen.font = `italic 12px ${ink.family}`;
  const share = (value) => `${(value * 100).toFixed(1)} % of the variance`;
  halo(pen, `first principal axis: ${share(explained[0])} →`, 8, high - 9, ink);
  pen.translate(14, high - 30);
  pen.rotate(-Math.PI / 2);
  halo(pen, `second: ${share(explained[1])} →`, 0, 0, ink);
}

function traceShape(path, kind, x, y, size) {
  if (kind === 0) {
    path.moveTo(x + size, y);
    path.arc(x, y, size, 0, 2 * Math.PI);
  } else if (kind === 1) {
    path.moveTo(x - size, y - size);
    path.lineTo(x + size, y + size);
    path.moveTo(x + size, y - size);
    path.lineTo(x - size, y + size);
  } else if (kind === 2) {
    path.rect(x - 1.5 * size, y - 1.5 * size, 3 * size, 3 * size);
  } else {
    path.moveTo(x, y - 2.4 * size);
    path.lineTo(x + 2.4 * size, y);
    path.lineTo(x, y + 2.4 * size);
    path.lineTo(x - 2.4 * size, y);
    path.closePath();
  }
}

function halo(pen, words, x, y, ink) {
  pen.save();
  pen.strokeStyle = ink.paper;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.globalAlpha = 0.85;
  pen.strokeText(words, x, y);
  pen.restore();
  pen.fillText(words, x, y);
}

// ---- names and marks
/** @param {EmbeddingView} view */
function paintMarks(pen, view, map, { at }, ink) {
  const { ids, id, chips } = embeddingNow(view);
  const near = nearNow(view).ids;
  const focus = at(id);
  pen.strokeStyle = ink.text;
  pen.globalAlpha = 0.3;
  line(pen, ...[...near].map((each) => [focus, at(each)]));
  pen.globalAlpha = 1;
  for (const each of near) ring(pen, at(each), 4, ink.text, ink.paper);
  const others = [...new Set(ids)].filter((each) => each !== id);
  for (const each of others) ring(pen, at(each), 4.5, ink.text, ink.tone);
  ring(pen, focus, 7, ink.text, ink.tone, 2.5);
  const taken = [];
  const name = (each, size, weight, colour, must) =>
    writeBeside(pen, {
      words: pieceName(view, each),
      point: at(each),
      size,
      weight,
      colour,
      must,
      taken,
      ink,
      wide: view.space.wide,
      high: view.space.high,
    });
  name(id, 15, 700, ink.text, true);
  if (view.space.pointed !== null && view.space.pointed !== id) {
    ring(pen, at(view.space.pointed), 6, ink.text, ink.paper, 2);
    name(view.space.pointed, 14, 700, ink.text, true);
  }
  name(near[view.neighbour], 13, 600, ink.text, false);
  for (const each of others) name(each, 13, 600, ink.text, false);
  for (const each of near.filter((_, place) => place !== view.neighbour)) name(each, 12, 400, ink.faint, false);
  view.space.marks.setAttribute(
    "aria-label",
    `The vocabulary as points. Named: ${chips.map(({ text }) => text).join(" ")}. In focus: ` +
      `${chips[view.focus.token].text}. Plus and minus zoom, arrow keys move the view.`,
  );
  tellPoint(view, map);
}

function ring(pen, [x, y], size, edge, fill, width = 1.4) {
  pen.beginPath();
  pen.arc(x, y, size, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = width;
  pen.stroke();
  pen.lineWidth = 1;
}

// A name where it hides no other: right, left, above or below its point; left out where there is no room.
function writeBeside(pen, { words, point: [x, y], size, weight, colour, must, taken, ink, wide, high }) {
  if (x < 0 || y < 0 || x > wide || y > high) return;
  pen.font = `${weight} ${size}px ${ink.family}`;
  const width = pen.measureText(words).width;
  const spots = [
    [x + 9, y - size / 2],
    [x - 9 - width, y - size / 2],
    [x - width / 2, y - size - 9],
    [x - width / 2, y + 8],
  ]
    .map(([left, top]) => ({ left, top, right: left + width, bottom: top + size }))
    .filter(({ left, top, right, bottom }) => left >= 2 && right <= wide - 2 && top >= 0 && bottom <= high);
  const free =
    spots.find(
      (spot) =>
        !taken.some(
          (each) =>
            spot.left < each.right + 3 &&
            spot.right > each.left - 3 &&
            spot.top < each.bottom &&
            spot.bottom > each.top,
        ),
    ) ?? (must ? spots[0] : null);
  if (!free) return;
  taken.push(free);
  pen.fillStyle = colour;
  halo(pen, words, free.left, free.bottom - size * 0.15, ink);
}

/** @param {EmbeddingView} view */
function tellPoint(view, { data }) {
  const id = view.space.pointed ?? embeddingNow(view).id;
  const count = view.tensors.counts.data[id];
  const seen =
    view.tensors.kinds.data[id] === 3 ? "a special token" : `read ${count.toLocaleString("en")} times in English`;
  view.space.reading.textContent =
    `“${pieceName(view, id)}”, row ${id}, at (${short(data[2 * id])}, ` + `${short(data[2 * id + 1])}): ${seen}.`;
}
