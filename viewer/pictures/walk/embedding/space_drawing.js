// The map of the vocabulary as it is painted: all points, and over them names and marks.
// The points are painted aside when the view moves; the focus only lays them down again, with names and marks on top.

import { stackOf } from "../../../frame/tokens.js";
import { density, sizeCanvas } from "../../../widgets/canvas.js";
import { depthNow } from "../../../widgets/depth.js";
import { say } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { inks, readInk } from "../../../widgets/palette.js";
import { dot, drawHaloedText, line } from "../pens.js";
import { textsOf } from "../vectors.js";
import { currentVectors, nearWords, readNeighbours } from "./now.js";
import { isSpecial, pieceGroup, pieceName, timesRead } from "./piece.js";

const PAD = 26;

// A decoder with a table of its own has a map of its own.
/** @param {EmbeddingView} view */
export function currentMap(view) {
  const name = view.tensors[`${stackOf(view)}.map`] ? stackOf(view) : "encoder";
  return { name, data: view.tensors[`${name}.map`].data, explained: view.facts.explained[name] };
}

// The smallest box that holds every point.
/** @param {EmbeddingView} view */
function boundingBox(view, { name, data }) {
  const { boxes } = view.space;
  if (!boxes.has(name)) {
    const [across, up] = [0, 1].map((axis) => data.filter((_, at) => at % 2 === axis));
    const ends = (values) =>
      values.reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)], [Infinity, -Infinity]);
    boxes.set(name, [...ends(across), ...ends(up)]);
  }
  return boxes.get(name);
}

// At zoom 1 every point is seen, and both axes have the same scale: distances are not bent. x and y move the view.
/** @param {EmbeddingView} view */
export function makeProjection(view, map = currentMap(view)) {
  const { wide, high, zoom, x, y } = view.space;
  const [left, right, bottom, top] = boundingBox(view, map);
  const scale = zoom * Math.min((wide - 2 * PAD) / (right - left), (high - 2 * PAD) / (top - bottom));
  const [across, up] = [(left + right) / 2 + x, (bottom + top) / 2 + y];
  return {
    scale,
    at: (id) => [wide / 2 + (map.data[2 * id] - across) * scale, high / 2 - (map.data[2 * id + 1] - up) * scale],
    back: (fromLeft, fromTop) => [(fromLeft - wide / 2) / scale + across, (high / 2 - fromTop) / scale + up],
  };
}

// At Look, zoom in on the token in focus and its neighbours; at other depths, begin with the whole map.
/** @param {EmbeddingView} view */
function frameNear(view, map) {
  const { space } = view;
  const isLook = depthNow() === "look";
  const wanted = isLook ? `${map.name} ${currentVectors(view).id} ${space.wide} ${space.high}` : "";
  if (space.framed === wanted) return;
  Object.assign(space, { framed: wanted, zoom: 1, x: 0, y: 0 });
  if (!isLook) return;
  const places = [currentVectors(view).id, ...nearWords(view)].map(makeProjection(view, map).at);
  const ends = [0, 1].map((axis) => {
    const along = places.map((place) => place[axis]);
    return [Math.min(...along), Math.max(...along)];
  });
  const [[left, right], [top, bottom]] = ends;
  const { wide, high } = space;
  const [x, y] = makeProjection(view, map).back((left + right) / 2, (top + bottom) / 2);
  const [middleX, middleY] = makeProjection(view, map).back(wide / 2, high / 2);
  const closest = Math.min((wide * 0.7) / (right - left || 1), (high * 0.75) / (bottom - top || 1));
  Object.assign(space, { x: x - middleX, y: y - middleY, zoom: Math.min(Math.max(closest, 1), 12) });
}

/** @param {EmbeddingView} view */
export function drawSpace(view) {
  const { wide, high, points, marks } = view.space;
  if (!wide) return;
  const map = currentMap(view);
  frameNear(view, map);
  const { zoom, x, y } = view.space;
  const projection = makeProjection(view, map);
  const ink = { ...inks(marks) };
  for (const name of ["never", "often", "seldom", "idle", "tone"]) ink[name] = readInk(marks, `--${name}`);
  const { typefaces } = view.root.dataset;
  const wanted = [map.name, wide, high, zoom, x, y, ink.paper, typefaces, depthNow()].join(" ");
  if (view.space.painted !== wanted) {
    view.space.painted = wanted;
    Object.assign(points, { width: wide * density(), height: high * density() });
    const pen = points.getContext("2d");
    pen.scale(density(), density());
    paintPoints(pen, view, map, projection, ink);
  }
  const pen = sizeCanvas(marks, wide, high);
  pen.drawImage(points, 0, 0, wide, high);
  marks.dataset.zoom = zoom.toFixed(2);
  paintMarks(pen, view, projection, ink);
  tellPoint(view, map);
}

// ---- all points
/** @param {EmbeddingView} view */
function paintPoints(pen, view, { explained }, { at }, ink) {
  const { wide, high, zoom } = view.space;
  const size = Math.min(1.7 * Math.sqrt(zoom), 4);
  const paths = new Map();
  for (let id = 0; id < view.sizes.V; id += 1) {
    const [x, y] = at(id);
    if (x < -9 || y < -9 || x > wide + 9 || y > high + 9) continue;
    const kind = view.tensors.kinds.data[id];
    const name = `${pieceGroup(view, id)} ${kind}`;
    if (!paths.has(name)) paths.set(name, new Path2D());
    SHAPES[kind](paths.get(name), x, y, size);
  }
  pen.globalAlpha = depthNow() === "look" ? 0.25 : 0.75;
  for (const [name, path] of paths) {
    const [colour, kind] = name.split(" ");
    pen.fillStyle = pen.strokeStyle = ink[colour] ?? ink.text;
    if (kind === "1") pen.stroke(path);
    else pen.fill(path);
  }
  pen.globalAlpha = 1;
  if (depthNow() === "look") return;
  pen.fillStyle = ink.faint;
  pen.font = `italic 12px ${ink.family}`;
  const [first, second] = explained.map((value) => `${(value * 100).toFixed(1)}%`);
  drawHaloedText(pen, `first principal axis: ${first} of the variance →`, 8, high - 9, ink.paper);
  pen.translate(14, high - 30);
  pen.rotate(-Math.PI / 2);
  drawHaloedText(pen, `second: ${second} of the variance →`, 0, 0, ink.paper);
}

// Pieces that start a word, pieces that continue one, signs, special tokens.
const SHAPES = [
  (path, x, y, size) => {
    path.moveTo(x + size, y);
    path.arc(x, y, size, 0, 2 * Math.PI);
  },
  (path, x, y, size) => {
    path.moveTo(x - size, y - size);
    path.lineTo(x + size, y + size);
    path.moveTo(x + size, y - size);
    path.lineTo(x - size, y + size);
  },
  (path, x, y, size) => path.rect(x - 1.5 * size, y - 1.5 * size, 3 * size, 3 * size),
  (path, x, y, size) => {
    const reach = 2.4 * size;
    path.addPath(new Path2D(`M${x} ${y - reach}l${reach} ${reach}l${-reach} ${reach}l${-reach} ${-reach}Z`));
  },
];

// ---- names and marks
/** @param {EmbeddingView} view */
function paintMarks(pen, view, { at }, ink) {
  const { marks, pointed } = view.space;
  const { ids, id, chips } = currentVectors(view);
  const isLook = depthNow() === "look";
  const near = isLook ? nearWords(view) : [...readNeighbours(view).ids];
  const others = isLook ? [] : [...new Set(ids)].filter((each) => each !== id);
  const elsewhere = pointed !== null && pointed !== id;
  pen.strokeStyle = ink.text;
  pen.globalAlpha = 0.3;
  line(pen, ...near.map((each) => [at(id), at(each)]));
  pen.globalAlpha = 1;
  const ring = (each, size, fill, width = 1.4) => {
    pen.lineWidth = width;
    dot(pen, at(each), size, fill);
  };
  for (const each of near) ring(each, isLook ? 5 : 4, isLook ? ink.often : ink.paper);
  for (const each of others) ring(each, 4.5, ink.tone);
  ring(id, 7, ink.tone, 2.5);
  if (elsewhere) ring(pointed, 6, ink.paper, 2);
  marks.ariaLabel =
    `The vocabulary as points. Named: ${textsOf(chips).join(" ")}. In focus: ` +
    `${chips[view.focus.token].text}. Plus and minus zoom, arrow keys move the view.`;
  const taken = [];
  const name = (each, size, weight, colour, must = false) => {
    pen.font = `${weight} ${size}px ${ink.family}`;
    pen.fillStyle = colour;
    const words = pieceName(view, each);
    const spot = freeSpot(view.space, at(each), pen.measureText(words).width, size, taken, must);
    if (!spot) return;
    taken.push(spot);
    drawHaloedText(pen, words, spot.left, spot.bottom - size * 0.15, ink.paper);
  };
  name(id, isLook ? 22 : 15, 700, ink.text, true);
  if (elsewhere) name(pointed, 14, 700, ink.text, true);
  if (isLook) {
    for (const each of near) name(each, 17, 600, ink.text);
    return;
  }
  name(near[view.neighbour], 13, 600, ink.text);
  for (const each of others) name(each, 13, 600, ink.text);
  for (const each of near.filter((_, place) => place !== view.neighbour)) name(each, 12, 400, ink.faint);
}

// Find a place where a name hides no other: right, left, above or below its point; none if there is no room.
function freeSpot({ wide, high }, [x, y], width, size, taken, must) {
  if (x < 0 || y < 0 || x > wide || y > high) return null;
  const spots = [
    [x + 9, y - size / 2],
    [x - 9 - width, y - size / 2],
    [x - width / 2, y - size - 9],
    [x - width / 2, y + 8],
  ]
    .map(([left, top]) => ({ left, top, right: left + width, bottom: top + size }))
    .filter(({ left, top, right, bottom }) => left >= 2 && right <= wide - 2 && top >= 0 && bottom <= high);
  const overlap = (a, b) => a.left < b.right + 3 && a.right > b.left - 3 && a.top < b.bottom && a.bottom > b.top;
  return spots.find((spot) => !taken.some((each) => overlap(spot, each))) ?? (must ? spots[0] : null);
}

/** @param {EmbeddingView} view */
function tellPoint(view, { data }) {
  const id = view.space.pointed ?? currentVectors(view).id;
  const times = view.facts.counted ? `: ${timesRead(view, id)} times in ${view.frame.source}` : "";
  const seen = isSpecial(view, id) ? ": a special token" : times;
  const at = `(${short(data[2 * id])}, ${short(data[2 * id + 1])})`;
  say(view.space.reading, `“${pieceName(view, id)}”, row ${id}, at ${at}${seen}.`);
}
