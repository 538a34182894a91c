// All heads at a glance: layers × heads of the three attentions as thumbnails on one canvas. Hovering enlarges one, a
// click pins it.

import { part } from "../../../../transport/payload.js";
import { density, LABEL, shortenText, sizeCanvas } from "../../../../widgets/canvas.js";
import { element } from "../../../../widgets/elements.js";
import { KINDS } from "../../../../widgets/focus.js";
import { drawBitmap, inks, shades } from "../../../../widgets/palette.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { arrows } from "../../../../widgets/pointing.js";
import { beginsAt, isPresenting } from "../../../../widgets/presenting.js";
import { findRole } from "../roles/roles.js";

const THUMB = { gap: 5, caption: 17, left: 20, head: 40, between: 26, largest: 84 };
const HINT = "rows: queries · columns: keys · hover to enlarge, click to pin";
const NARROW = 520; // pixels: below them the kind in focus has the width alone

// `pick({ kind, layer, head })`: a click, or an arrow key. `peek` is called with the head that is pointed at, and with
// null when none is any more.
/** @param {HeadsView} view */
export function headsGrid(view, pick, peek) {
  const hover = (thumb) => {
    if (thumb === grid.hover) return;
    grid.hover = thumb;
    canvas.style.cursor = thumb ? "pointer" : "default";
    paint(grid, false);
    peek(thumb);
  };
  const thumbAt = ({ offsetX, offsetY }) => {
    const { thumbs, side, step } = grid.places ?? { thumbs: [] };
    return thumbs.find(({ x, y }) => offsetX >= x && offsetX < x + side && offsetY >= y && offsetY < y + step.y);
  };
  const canvas = element("canvas", "", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "grid of heads",
    pointermove: (event) => hover(thumbAt(event) ?? null),
    pointerleave: () => hover(null),
    click: (event) => {
      const thumb = thumbAt(event);
      if (thumb) pick(thumb);
    },
    keydown: arrows((across, down) => {
      if (!grid.places) return;
      hover(null);
      const goal = nextThumb(grid.places.thumbs, findThumb(grid, view.focus), [across, down]);
      if (goal) pick(goal);
    }),
  });
  const reading = element("p", "reading", { "aria-live": "polite" });
  const figure = element(
    "figure",
    "matrix heads-grid",
    element("figcaption", "", element("b", "", "All heads"), element("span", "hint", HINT)),
    canvas,
    reading,
  );
  const grid = { view, canvas, reading, hover: null, picture: null, places: null };
  new ResizeObserver(() => paint(grid, true)).observe(figure);
  makeSavable(figure, { name: "All heads" });
  // The thumbnails are painted again only where they differ: for a new sentence, another width or another scheme.
  return { element: figure, draw: () => paint(grid, false) };
}

function layOutThumbs({ view, canvas }) {
  const { H, encoder_layers: encoderLayers, decoder_layers: decoderLayers } = view.sizes;
  const layers = { encoder: encoderLayers, decoder: decoderLayers, cross: decoderLayers };
  const room = canvas.parentElement.clientWidth;
  const kinds = room < NARROW ? [view.focus.kind] : Object.keys(layers);
  const most = Math.max(...kinds.map((kind) => layers[kind]));
  const block = (room - THUMB.between * (kinds.length - 1)) / kinds.length;
  const across = (block - THUMB.left - THUMB.gap * (H - 1)) / H;
  // In projector mode, fit all layers on the screen, because nothing is scrolled.
  const below = window.innerHeight - beginsAt(canvas) - THUMB.head - 8;
  const high = isPresenting() ? below / most - THUMB.caption - THUMB.gap : Infinity;
  const side = Math.floor(Math.max(12, Math.min(THUMB.largest, across, high)));
  const step = { x: side + THUMB.gap, y: side + THUMB.caption + THUMB.gap };
  const wide = THUMB.left + H * step.x - THUMB.gap;
  const blocks = kinds.map((kind, number) => ({
    kind,
    layers: layers[kind],
    left: number * (wide + THUMB.between) + THUMB.left,
  }));
  const thumbs = blocks.flatMap(({ kind, layers: count, left }) =>
    [...Array(count * H).keys()].map((index) => {
      const [layer, head] = [Math.floor(index / H), index % H];
      return { kind, layer, head, x: left + head * step.x, y: THUMB.head + layer * step.y };
    }),
  );
  const width = kinds.length * (wide + THUMB.between) - THUMB.between + 3;
  return { blocks, thumbs, side, step, kinds, width, height: THUMB.head + most * step.y };
}

// The thumbnail of a head, or the first of a layer.
const findThumb = ({ places }, { kind, layer, head }) =>
  places.thumbs.find((each) => each.kind === kind && each.layer === layer && each.head === (head ?? 0));

function paint(grid, forced) {
  const { view, canvas } = grid;
  if (!canvas.parentElement?.clientWidth) return;
  const ink = inks(canvas);
  const missing = !grid.places?.kinds.includes(view.focus.kind); // where one kind is shown at a time
  const look = `${ink.paper} ${view.root.dataset.typefaces}`;
  const again = forced || missing || !grid.picture || grid.look !== look || grid.tensors !== view.tensors;
  if (again) Object.assign(grid, { places: layOutThumbs(grid), look, tensors: view.tensors });
  const { width, height } = grid.places;
  const pen = sizeCanvas(canvas, width, height);
  if (again) {
    grid.picture = new OffscreenCanvas(canvas.width, canvas.height);
    paintThumbs(grid, grid.picture.getContext("2d"), ink);
    placeReading(grid);
  }
  pen.drawImage(grid.picture, 0, 0, width, height);
  paintChosen(grid, pen, ink);
  tell(grid);
}

// Put the captions below the decoder, if it has fewer layers than the encoder and the space suffices.
function placeReading({ canvas, reading, places }) {
  const { blocks, step, width } = places;
  const [first, second] = blocks;
  const inside = second && (first.layers - second.layers) * step.y >= 90 && width - second.left >= 300;
  const top = inside && canvas.offsetTop + THUMB.head + second.layers * step.y + 4;
  reading.classList.toggle("inside", Boolean(inside));
  reading.style.cssText = inside ? `left: ${second.left}px; top: ${top}px; width: ${width - second.left}px` : "";
}

function paintThumbs({ view, places }, pen, ink) {
  const { blocks, thumbs, side, step } = places;
  pen.scale(density(), density());
  const numbered = (index, name) => (index ? String(index + 1) : side > 40 ? `${name} 1` : "1");
  for (const { kind, left, layers } of blocks) {
    pen.textAlign = "left";
    pen.font = `600 ${LABEL}px ${ink.family}`;
    pen.fillStyle = ink.deep[kind];
    pen.fillText(shortenText(pen, KINDS[kind].name, view.sizes.H * step.x), left, 12);
    pen.fillStyle = ink.text;
    pen.font = `${LABEL}px ${ink.family}`;
    pen.textAlign = "center";
    for (let head = 0; head < view.sizes.H; head += 1)
      pen.fillText(numbered(head, "head"), left + head * step.x + side / 2, THUMB.head - 9);
    for (let layer = 0; layer < layers; layer += 1) {
      pen.save();
      pen.translate(left - 8, THUMB.head + layer * step.y + side / 2);
      pen.rotate(-Math.PI / 2);
      pen.fillText(numbered(layer, "layer"), 0, 0);
      pen.restore();
    }
  }
  pen.imageSmoothingEnabled = false;
  pen.strokeStyle = ink.hair;
  for (const { kind, layer, head, x, y } of thumbs) {
    const values = part(view.tensors[`${kind}.weights`], layer, head);
    pen.drawImage(weightImage(poolCells(values, Math.floor(side * density())), ink), x, y, side, side);
    pen.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1);
    const role = findRole(view, kind, layer, head);
    if (!role) continue;
    pen.fillText(shortenText(pen, role.short.replace(/^leans /, "≈ "), step.x - 2), x + side / 2, y + side + 12);
  }
}

// More cells than pixels: each pixel shows the largest weight under it, so that no line is lost.
function poolCells({ data, rows, columns }, most) {
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
const weightImage = ({ data, rows, columns }, ink) =>
  drawBitmap(shades(data, columns, rows, { limit: 1, paper: ink.paper, below: ink.paper, above: ink.weight }));

function paintChosen(grid, pen, ink) {
  const { view, places, hover } = grid;
  const { side, step } = places;
  const { kind, layer, head } = view.focus;
  const chosen = findThumb(grid, view.focus);
  pen.strokeStyle = ink.text;
  pen.lineWidth = 2.5;
  const across = head === null ? (view.sizes.H - 1) * step.x + side : side;
  if (chosen) pen.strokeRect(chosen.x - 2, chosen.y - 2, across + 4, side + 4);
  if (!hover || (hover.kind === kind && hover.layer === layer && hover.head === head)) return;
  pen.lineWidth = 1.5;
  pen.setLineDash([3, 2]);
  pen.strokeRect(hover.x - 1.5, hover.y - 1.5, side + 3, side + 3);
}

/** @param {HeadsView} view */
export function headTitle(view, { kind, layer, head }) {
  const which = head === null ? `mean of ${view.sizes.H} heads` : `head ${head + 1}`;
  return `${KINDS[kind].name}, layer ${layer + 1}, ${which}`;
}

function tell({ view, canvas, reading, hover }) {
  const shown = hover ?? view.focus;
  const role = shown.head === null ? null : findRole(view, shown.kind, shown.layer, shown.head);
  const title = headTitle(view, shown);
  const words = role
    ? `: ${role.label}. ${role.evidence}`
    : shown.head === null
      ? ". Point at a head to read what it does."
      : "";
  if (reading.textContent !== title + words) reading.replaceChildren(element("b", "", title), words);
  canvas.setAttribute("aria-label", `All heads; chosen: ${headTitle(view, view.focus)}. Arrow keys choose another.`);
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
