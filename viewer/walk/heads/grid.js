// All heads at a glance: layers × heads of the three attentions as thumbnails on one canvas. The one that is pointed at
// is shown large, a click keeps it.

import { density, LABEL, shortened } from "../../widgets/canvas.js";
import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { bitmapOf, inks, shades } from "../../widgets/palette.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { beginsAt, isPresenting } from "../../widgets/presenting.js";
import { roleOf } from "./roles.js";

const THUMB = { gap: 5, caption: 17, left: 20, head: 40, between: 26, largest: 84 };
const NARROW = 520; // pixels: below them the kind in focus has the width alone

// `pick({ kind, layer, head })`: a click, or an arrow key. `peek` is called with the head that is pointed at, and with
// null when none is any more.
/** @param {HeadsView} view */
export function headsGrid(view, pick, peek) {
  const figure = element("figure", "heads-grid");
  const caption = element("figcaption");
  caption.append(
    element("b", "", "All heads"),
    element("span", "hint", "rows: queries · columns: keys · point at one to see it large, click to keep it"),
  );
  const canvas = element("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "grid of heads");
  const reading = element("p", "reading");
  reading.setAttribute("aria-live", "polite");
  figure.append(caption, canvas, reading);
  const grid = { view, canvas, reading, pick, peek, hover: null, picture: null };
  const repaint = () => paintGrid(grid, true);
  new ResizeObserver(repaint).observe(figure);
  listenGrid(grid);
  savedAs(figure, { name: "All heads" });
  // The thumbnails are painted again only where they differ: for a new sentence, another width or another scheme.
  const draw = () => paintGrid(grid, false);
  return { element: figure, draw };
}

function gridPlaces({ view, canvas }) {
  const { H, encoder_layers: encoderLayers, decoder_layers: decoderLayers } = view.sizes;
  const layers = { encoder: encoderLayers, decoder: decoderLayers, cross: decoderLayers };
  const room = canvas.parentElement.clientWidth;
  const kinds = room < NARROW ? [view.focus.kind] : Object.keys(layers);
  const block = (room - THUMB.between * (kinds.length - 1)) / kinds.length;
  const across = (block - THUMB.left - THUMB.gap * (H - 1)) / H;
  const high = isPresenting() ? sideOnProjector(canvas, Math.max(...kinds.map((kind) => layers[kind]))) : Infinity;
  const side = Math.floor(Math.max(12, Math.min(THUMB.largest, across, high)));
  const step = { x: side + THUMB.gap, y: side + THUMB.caption + THUMB.gap };
  const blocks = kinds.map((kind, number) => ({
    kind,
    layers: layers[kind],
    left: number * (THUMB.left + H * step.x - THUMB.gap + THUMB.between) + THUMB.left,
  }));
  const thumbs = blocks.flatMap(({ kind, layers: count, left }) =>
    [...Array(count * H).keys()].map((index) => {
      const [layer, head] = [Math.floor(index / H), index % H];
      return { kind, layer, head, x: left + head * step.x, y: THUMB.head + layer * step.y };
    }),
  );
  const last = blocks[blocks.length - 1];
  return {
    blocks,
    thumbs,
    side,
    step,
    kinds,
    width: last.left + H * step.x - THUMB.gap + 3,
    height: THUMB.head + Math.max(...kinds.map((kind) => layers[kind])) * step.y,
  };
}

// On the projector nothing is scrolled: so large that all layers fit under one another.
function sideOnProjector(canvas, layers) {
  const room = window.innerHeight - beginsAt(canvas) - THUMB.head - 8;
  return room / layers - THUMB.caption - THUMB.gap;
}

function paintGrid(grid, anew) {
  const { view, canvas } = grid;
  if (!canvas.parentElement?.clientWidth) return;
  const ink = inks(canvas);
  const missing = !grid.places?.kinds.includes(view.focus.kind); // where one kind is shown at a time
  const look = `${ink.paper} ${view.root.dataset.typefaces}`;
  if (anew || missing || !grid.picture || grid.look !== look || grid.tensors !== view.tensors) {
    Object.assign(grid, { places: gridPlaces(grid), look, tensors: view.tensors });
    const { width, height } = grid.places;
    canvas.width = width * density();
    canvas.height = height * density();
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    grid.picture = new OffscreenCanvas(canvas.width, canvas.height);
    paintThumbs(grid, grid.picture.getContext("2d"), ink);
    placeReading(grid);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(grid.picture, 0, 0);
  pen.scale(density(), density());
  paintChosen(grid, pen, ink);
  tellGrid(grid);
}

// The decoder has fewer layers than the encoder: what is told of a head stands in the room under them, if that is
// enough.
function placeReading({ canvas, reading, places }) {
  const { blocks, step, width } = places;
  const [first, second] = blocks;
  const inside = second && (first.layers - second.layers) * step.y >= 90 && width - second.left >= 300;
  reading.classList.toggle("inside", Boolean(inside));
  reading.style.left = inside ? `${second.left}px` : "";
  reading.style.top = inside ? `${canvas.offsetTop + THUMB.head + second.layers * step.y + 4}px` : "";
  reading.style.width = inside ? `${width - second.left}px` : "";
}

function paintThumbs({ view, places }, pen, ink) {
  const { blocks, thumbs, side, step } = places;
  pen.scale(density(), density());
  pen.textBaseline = "alphabetic";
  for (const { kind, left, layers } of blocks) {
    pen.textAlign = "left";
    pen.font = `600 ${LABEL}px ${ink.family}`;
    pen.fillStyle = ink.deep[kind];
    const across = view.sizes.H * step.x;
    pen.fillText(shortened(pen, KINDS[kind].name, across), left, 12);
    pen.fillStyle = ink.text;
    pen.font = `${LABEL}px ${ink.family}`;
    pen.textAlign = "center";
    for (let head = 0; head < view.sizes.H; head += 1) {
      pen.fillText(
        head ? String(head + 1) : side > 40 ? "head 1" : "1",
        left + head * step.x + side / 2,
        THUMB.head - 9,
      );
    }
    for (let layer = 0; layer < layers; layer += 1) {
      pen.save();
      pen.translate(left - 8, THUMB.head + layer * step.y + side / 2);
      pen.rotate(-Math.PI / 2);
      pen.fillText(layer ? String(layer + 1) : side > 40 ? "layer 1" : "1", 0, 0);
      pen.restore();
    }
  }
  for (const { kind, layer, head, x, y } of thumbs) {
    const values = part(view.tensors[`${kind}.weights`], layer, head);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(weightImage(pooled(values, Math.floor(side * density())), ink), x, y, side, side);
    pen.strokeStyle = ink.hair;
    pen.lineWidth = 1;
    pen.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
    const role = roleOf(view, kind, layer, head);
    if (!role) continue;
    pen.fillStyle = ink.text;
    pen.font = `${LABEL}px ${ink.family}`;
    pen.textAlign = "center";
    pen.fillText(shortened(pen, role.short.replace(/^leans /, "≈ "), step.x - 2), x + side / 2, y + side + 12);
  }
}

// More cells than pixels: each pixel shows the largest weight under it, so that no line is lost.
export function pooled({ data, rows, columns }, most) {
  if (rows <= most && columns <= most) return { data, rows, columns };
  const [fewer, narrower] = [Math.min(rows, most), Math.min(columns, most)];
  const largest = new Float32Array(fewer * narrower);
  data.forEach((weight, index) => {
    const row = Math.floor((Math.floor(index / columns) * fewer) / rows);
    const column = Math.floor(((index % columns) * narrower) / columns);
    const at = row * narrower + column;
    largest[at] = Math.max(largest[at], weight);
  });
  return { data: largest, rows: fewer, columns: narrower };
}

// The weights in the one colour that weights have everywhere, a pixel a cell.
function weightImage(values, ink) {
  const { data, rows, columns } = values;
  return bitmapOf(shades(data, columns, rows, { limit: 1, paper: ink.paper, below: ink.paper, above: ink.weight }));
}

function paintChosen({ view, places, hover }, pen, ink) {
  const { thumbs, side, step } = places;
  const { kind, layer, head } = view.focus;
  const of = (wanted) =>
    thumbs.find((each) => each.kind === wanted.kind && each.layer === wanted.layer && each.head === (wanted.head ?? 0));
  const chosen = of(view.focus);
  pen.strokeStyle = ink.text;
  pen.lineWidth = 2.5;
  const across = head === null ? (view.sizes.H - 1) * step.x + side : side;
  if (chosen) pen.strokeRect(chosen.x - 2, chosen.y - 2, across + 4, side + 4);
  if (!hover || (hover.kind === kind && hover.layer === layer && hover.head === head)) return;
  const there = of(hover);
  if (!there) return;
  pen.lineWidth = 1.5;
  pen.setLineDash([3, 2]);
  pen.strokeRect(there.x - 1.5, there.y - 1.5, side + 3, side + 3);
  pen.setLineDash([]);
}

/** @param {HeadsView} view */
export function headTitle(view, { kind, layer, head }) {
  const which = head === null ? `mean of ${view.sizes.H} heads` : `head ${head + 1}`;
  return `${KINDS[kind].name}, layer ${layer + 1}, ${which}`;
}

function tellGrid({ view, canvas, reading, hover }) {
  const shown = hover ?? view.focus;
  const role = shown.head === null ? null : roleOf(view, shown.kind, shown.layer, shown.head);
  const title = element("b", "", headTitle(view, shown));
  const told = role
    ? [title, `: ${role.label}. ${role.evidence}`]
    : shown.head === null
      ? [title, ". Point at one head to read what it does."]
      : [title];
  if (reading.textContent !== told.map((each) => each.textContent ?? each).join("")) reading.replaceChildren(...told);
  canvas.setAttribute("aria-label", `All heads; chosen: ${headTitle(view, view.focus)}. Arrow keys choose another.`);
}

function listenGrid(grid) {
  const { canvas, view } = grid;
  const thumbAt = ({ offsetX, offsetY }) => {
    const { thumbs, side, step } = grid.places ?? { thumbs: [] };
    return (
      thumbs.find(({ x, y }) => offsetX >= x && offsetX < x + side && offsetY >= y && offsetY < y + step.y) ?? null
    );
  };
  const hover = (thumb) => {
    if (thumb === grid.hover) return;
    grid.hover = thumb;
    canvas.style.cursor = thumb ? "pointer" : "default";
    paintGrid(grid, false);
    grid.peek(thumb);
  };
  canvas.addEventListener("pointermove", (event) => hover(thumbAt(event)));
  canvas.addEventListener("pointerleave", () => hover(null));
  canvas.addEventListener("click", (event) => {
    const thumb = thumbAt(event);
    if (thumb) grid.pick(thumb);
  });
  canvas.addEventListener("keydown", (event) => {
    const direction = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!direction || !grid.places) return;
    event.preventDefault();
    hover(null);
    const { kind, layer, head } = view.focus;
    const from = grid.places.thumbs.find(
      (each) => each.kind === kind && each.layer === layer && each.head === (head ?? 0),
    );
    const goal = nextThumb(grid.places.thumbs, from, direction);
    if (goal) grid.pick(goal);
  });
}

// The nearest thumbnail in a direction, of whatever attention.
function nextThumb(thumbs, from, [across, down]) {
  const distance = ({ x, y }) => {
    const [right, below] = [x - from.x, y - from.y];
    const ahead = right * across + below * down;
    return ahead > 0 ? ahead + 4 * Math.abs(across ? below : right) : Infinity;
  };
  const best = thumbs.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest), from);
  return best === from ? null : best;
}
