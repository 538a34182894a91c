// The whole vocabulary around the token in focus: how far a piece lies from it is 1 − the cosine of their rows. The
// direction says nothing: neighbours are spread so that their names have room, the others by chance.

import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { stackOf } from "../../../frame/tokens.js";
import { sizeCanvas } from "../../../widgets/canvas.js";
import { csvNumber } from "../../../widgets/csv.js";
import { showFrom } from "../../../widgets/depth.js";
import { element, say } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { inks, readInk } from "../../../widgets/palette.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { arrows } from "../../../widgets/pointing.js";
import { dot, drawHaloedText } from "../pens.js";
import { currentVectors, isNarrow, readNeighbours, tableOf } from "./now.js";
import { isSpecial, pieceCount, pieceGroup, pieceName, timesRead } from "./piece.js";
import { cosinesWith, PAD as PADDING } from "./table.js";

const ARCS = [0.25, 0.5, 0.75, 1]; // distances that are marked
const FURTHEST = 1.25; // the distance at the picture's end; pieces beyond it lie there
const OPEN = 0.96; // the share of the picture's height that the arcs fill
const PAD = 30;
const REACH = 14; // pixels, from a point to a pointer that means it

/** @param {EmbeddingView} view */
export function buildSpace(view) {
  const canvas = element("canvas", "marks", {
    role: "img",
    tabindex: 0,
    keydown: arrows((across, down) => {
      const near = [...readNeighbours(view).ids];
      const at = near.indexOf(view.space.pointed);
      view.pointAt(near[Math.min(Math.max(at + across + down, 0), near.length - 1)]);
    }),
    blur: () => view.pointAt(null),
    pointermove: (event) => view.pointAt(nearest(view, event)),
    pointerleave: () => view.pointAt(null),
    click: (event) => {
      const token = currentVectors(view).ids.indexOf(nearest(view, event));
      if (token >= 0) view.set({ token });
    },
  });
  const frame = element("div", "frame", canvas);
  const reading = element("p", "reading", { "data-from": "understand" });
  view.space = { canvas, frame, reading, pointed: null, around: null };
  new ResizeObserver(() => drawSpace(view)).observe(frame);
  const title = "Distances from the token in focus";
  const head = element("h3", "", { "data-from": "understand" }, title);
  const section = element("section", "space stack", head, frame, buildKey(view), reading);
  return makeSavable(section, { name: title, lines: () => csvRows(view) });
}

/** @param {EmbeddingView} view */
function csvRows(view) {
  return [
    ["id", "piece", `read in ${view.frame.source}`, "cosine"],
    ...Array.from(cosinesAround(view), ([id, cosine]) => [
      id,
      pieceName(view, id),
      pieceCount(view, id),
      csvNumber(cosine),
    ]),
  ];
}

/** @param {EmbeddingView} view */
function buildKey(view) {
  const entry = (name, words) => element("span", "", element("i", name), words);
  const { often, counted } = view.facts;
  const { source, language } = view.frame;
  const known = [
    entry("square often", `often in ${source}`),
    entry("square never", `never in ${source}: mostly ${language}`),
  ];
  const rare = showFrom(
    "understand",
    entry("square seldom", `1 to ${often - 1} times in ${source}`),
    entry("square idle", "rarely seen in training (near <pad>)"),
  );
  const meant = "Only the distance means something: 1 − the cosine of the two vectors. The direction is free.";
  return element("p", "key flow fine-print", ...(counted ? [...known, ...rare] : []), element("span", "", meant));
}

// The cosine of every piece with the token in focus, by id; of the nearest alone until the table is here.
/** @param {EmbeddingView} view @returns {Map<number, number>} */
function cosinesAround(view) {
  const { side, id } = currentVectors(view);
  const table = tableOf(view);
  const name = `${side} ${id} ${Boolean(table)}`;
  if (view.space.around?.name !== name) {
    const { ids, cosines } = readNeighbours(view);
    const found = table ? cosinesWith(table, id, 0) : cosines;
    const all = new Map(Array.from(found, (cosine, at) => [table ? at : ids[at], cosine]));
    for (const own of [id, PADDING]) all.delete(own);
    view.space.around = { name, cosines: all };
  }
  return view.space.around.cosines;
}

// Where every piece lies, in pixels.
/** @param {EmbeddingView} view */
function computePlaces(view) {
  const { clientWidth: wide, clientHeight: high } = view.space.frame;
  const start = (isNarrow(view) ? 1.2 : 2.6) * PAD;
  const scale = (wide - start - PAD) / FURTHEST;
  const point = (distance, side) => {
    const radius = Math.min(distance, FURTHEST) * scale;
    const up = side * Math.min((OPEN * high) / 2, 0.95 * radius);
    return [start + Math.sqrt(radius ** 2 - up ** 2), high / 2 + up];
  };
  const places = new Map();
  for (const [id, cosine] of cosinesAround(view)) places.set(id, point(1 - cosine, scatter(id)));
  const near = [...readNeighbours(view).ids];
  // From the middle outwards, in turns above and below.
  near.forEach((id, rank) => {
    const side = ((rank % 2 ? 1 : -1) * Math.ceil((rank + 1) / 2)) / (near.length / 2 + 0.5);
    places.set(id, point(1 - cosinesAround(view).get(id), side));
  });
  return { wide, high, scale, places, near, origin: [start, high / 2] };
}

// A number from −1 to 1 that is always the same for a piece.
const scatter = (id) => 2 * ((id * 0.6180339887) % 1) - 1;

/** @param {EmbeddingView} view */
export function drawSpace(view) {
  const { canvas, frame } = view.space;
  if (!frame.clientWidth) return;
  fetchTable(view);
  const drawn = computePlaces(view);
  view.space.places = drawn.places;
  const ink = { ...inks(canvas) };
  for (const name of ["never", "often", "seldom", "idle", "tone"]) ink[name] = readInk(canvas, `--${name}`);
  const pen = sizeCanvas(canvas, drawn.wide, drawn.high);
  paintArcs(pen, drawn, ink);
  paintPoints(pen, view, drawn, ink);
  paintNames(pen, view, drawn, ink);
  const names = drawn.near.map((id) => pieceName(view, id)).join(" ");
  canvas.ariaLabel = `The vocabulary around “${pieceName(view, currentVectors(view).id)}”; nearest: ${names}.`;
  tellPoint(view);
}

// The rest of the vocabulary comes with the table.
/** @param {EmbeddingView} view */
function fetchTable(view) {
  const module = view.facts.modules[stackOf(view)];
  if (!hasParameters(view, module))
    fetchParameters(view, module).then(
      () => hasParameters(view, module) && view.root.isConnected && drawSpace(view),
      () => {}, // the neighbours are there
    );
}

function paintArcs(pen, { scale, high, wide, origin }, ink) {
  const [x, y] = origin;
  pen.strokeStyle = ink.edge;
  pen.fillStyle = ink.faint;
  pen.font = `italic 12px ${ink.family}`;
  pen.textAlign = "center";
  for (const distance of ARCS) {
    const radius = distance * scale;
    const angle = Math.asin(Math.min(0.95, (OPEN * high) / 2 / radius));
    pen.beginPath();
    pen.arc(x, y, radius, -angle, angle);
    pen.stroke();
    const words = `${distance === ARCS[0] ? "cosine " : ""}${1 - distance}`;
    drawHaloedText(pen, words, Math.min(x + radius, wide - 20), high - 8, ink.paper);
  }
  pen.textAlign = "left";
}

/** @param {EmbeddingView} view */
function paintPoints(pen, view, { places, near }, ink) {
  const paths = new Map();
  for (const [id, [x, y]] of places) {
    if (near.includes(id)) continue;
    const group = pieceGroup(view, id);
    if (!paths.has(group)) paths.set(group, new Path2D());
    paths.get(group).moveTo(x + 1.6, y);
    paths.get(group).arc(x, y, 1.6, 0, 2 * Math.PI);
  }
  pen.globalAlpha = 0.35;
  for (const [group, path] of paths) {
    pen.fillStyle = ink[group] ?? ink.text;
    pen.fill(path);
  }
  pen.globalAlpha = 1;
}

/** @param {EmbeddingView} view */
function paintNames(pen, view, { places, near, origin }, ink) {
  const { pointed } = view.space;
  const { ids, id } = currentVectors(view);
  const name = ([x, y], each, size, weight, colour = ink.text) => {
    pen.font = `${weight} ${size}px ${ink.family}`;
    pen.fillStyle = colour;
    pen.textBaseline = "middle";
    drawHaloedText(pen, pieceName(view, each), x + 10, y, ink.paper);
    pen.textBaseline = "alphabetic";
  };
  const ring = (place, size, fill, width = 1.4) => {
    pen.strokeStyle = ink.text;
    pen.lineWidth = width;
    dot(pen, place, size, fill);
  };
  for (const each of new Set(ids)) if (each !== id && places.has(each)) ring(places.get(each), 3.5, ink.tone);
  near.forEach((each, at) => {
    const isChosen = at === view.neighbour;
    ring(places.get(each), 5, ink[pieceGroup(view, each)] ?? ink.text);
    name(places.get(each), each, isNarrow(view) ? 13 : 17, isChosen ? 700 : 500);
  });
  ring(origin, 8, ink.tone, 2.5);
  pen.textAlign = "center";
  name([origin[0] - 10, origin[1] - 24], id, isNarrow(view) ? 15 : 19, 700);
  pen.textAlign = "left";
  if (pointed !== null && pointed !== id && places.has(pointed)) {
    ring(places.get(pointed), 6, ink.paper, 2);
    if (!near.includes(pointed)) name(places.get(pointed), pointed, 14, 700);
  }
}

// The piece under the pointer, or the token in focus.
/** @param {EmbeddingView} view */
function tellPoint(view) {
  const { id } = currentVectors(view);
  const shown = view.space.pointed ?? id;
  const cosine = shown === id ? 1 : cosinesAround(view).get(shown);
  const like = cosine === undefined ? "" : `, cosine ${short(cosine)}`;
  const read =
    isSpecial(view, shown) || !view.facts.counted
      ? ""
      : `, ${timesRead(view, shown)} times in ${view.frame.source} training text`;
  say(view.space.reading, `“${pieceName(view, shown)}”: id ${shown}${like}${read}`);
}

/** @param {EmbeddingView} view */
function nearest(view, { offsetX, offsetY }) {
  let [best, least] = [null, REACH ** 2];
  for (const [id, [x, y]] of view.space.places ?? []) {
    const distance = (x - offsetX) ** 2 + (y - offsetY) ** 2;
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}
