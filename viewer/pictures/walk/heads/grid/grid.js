// All heads at a glance: layers × heads of the three attentions as thumbnails. Hovering enlarges one, a click pins it.

import { part } from "../../../../transport/payload.js";
import { numbers } from "../../../../widgets/choice.js";
import { element, say } from "../../../../widgets/elements.js";
import { KINDS } from "../../../../widgets/focus.js";
import { inks, shades } from "../../../../widgets/palette.js";
import { whenRepainted } from "../../../../widgets/paper.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { arrows, clampIndex } from "../../../../widgets/pointing.js";
import { findRole } from "../roles/roles.js";

const HINT = "rows: queries · columns: keys · hover to enlarge, click to pin";
const MANY = 60; // tokens: from here on a thumbnail has fewer pixels than weights

// `pick({ kind, layer, head })`: a click, or an arrow key. `peek` is called with the head that is pointed at, and with
// null when none is any more.
/** @param {HeadsView} view */
export function headsGrid(view, pick, peek) {
  const reading = element("p", "reading", { "aria-live": "polite" });
  const thumbs = Object.keys(KINDS).flatMap((kind) =>
    numbers(layersIn(view, kind)).flatMap(([, layer]) =>
      numbers(view.sizes.H).map(([, head]) => makeThumb(view, { kind, layer, head }, pick)),
    ),
  );
  const blocks = Object.keys(KINDS).map((kind) => ({ kind, element: buildBlock(view, kind, thumbs) }));
  const group = {
    ...{ role: "radiogroup", "aria-label": "All heads", style: `--heads: ${view.sizes.H}` },
    ...{ keydown: moveBetween(view, thumbs, pick), ...pointAt(view, thumbs, reading, peek) },
  };
  const grid = element("div", "heads-by-kind", group, ...blocks.map((block) => block.element), reading);
  const caption = element("figcaption", "", element("b", "", "All heads"), element("span", "hint", HINT));
  const figure = element("figure", "matrix heads-grid", caption, grid);
  makeSavable(figure, { name: "All heads" });
  const painted = { tensors: view.tensors, paper: "" };
  // Again only where they differ: for a new sentence, or in another scheme.
  const paint = () => {
    const ink = inks(figure);
    if (painted.tensors === view.tensors && painted.paper === ink.paper) return;
    Object.assign(painted, { tensors: view.tensors, paper: ink.paper });
    for (const thumb of thumbs) paintThumb(view, thumb, ink);
  };
  return {
    element: figure,
    draw() {
      whenRepainted(figure, paint);
      paint();
      for (const block of blocks) block.element.classList.toggle("here", block.kind === view.focus.kind);
      markChosen(thumbs, view.focus);
      tell(view, reading, view.focus);
    },
  };
}

const layersIn = ({ sizes }, kind) => sizes[`${KINDS[kind].stack}_layers`];

// The heads of one attention, a row for each layer.
function buildBlock(view, kind, thumbs) {
  const rows = numbers(layersIn(view, kind)).flatMap(([name, layer]) => [
    element("span", "layer", layer ? name : "layer 1"),
    ...thumbs.filter(({ place }) => place.kind === kind && place.layer === layer).map(({ button }) => button),
  ]);
  const heads = numbers(view.sizes.H).map(([name, head]) => element("span", "", head ? name : "head 1"));
  const title = element("b", "one-line", { style: `color: var(--ink-${kind})` }, KINDS[kind].name);
  return element("div", `all-heads ${kind}`, title, element("span"), ...heads, ...rows);
}

// The arrow keys: the heads of all attentions stand side by side.
function moveBetween(view, thumbs, pick) {
  return arrows((across, down) => {
    const { kind, layer, head } = view.focus;
    const { H } = view.sizes;
    const kinds = Object.keys(KINDS);
    const at = clampIndex(kinds.indexOf(kind) * H + (head ?? 0) + across, kinds.length * H);
    const goal = kinds[Math.floor(at / H)];
    const place = { kind: goal, layer: clampIndex(layer + down, layersIn(view, goal)), head: at % H };
    const to = thumbs.find((each) => isSame(each.place, place));
    pick(to.place);
    to.button.focus();
  });
}

function pointAt(view, thumbs, reading, peek) {
  let pointed = null;
  const hover = (head) => {
    if (head === pointed) return;
    pointed = head;
    tell(view, reading, head ?? view.focus);
    peek(head);
  };
  return {
    pointermove: ({ target }) => hover(thumbs.find(({ button }) => button.contains(target))?.place ?? null),
    pointerleave: () => hover(null),
  };
}

function markChosen(thumbs, { kind, layer, head }) {
  for (const { place, button } of thumbs) {
    const chosen = place.kind === kind && place.layer === layer && (head ?? place.head) === place.head;
    if (button.ariaChecked !== String(chosen)) button.ariaChecked = String(chosen);
    const stop = isSame(place, { kind, layer, head: head ?? 0 }) ? 0 : -1;
    if (button.tabIndex !== stop) button.tabIndex = stop;
  }
}

const isSame = (one, other) => one.kind === other.kind && one.layer === other.layer && one.head === other.head;

/** @param {HeadsView} view */
function makeThumb(view, place, pick) {
  const [canvas, role] = [element("canvas"), element("span", "one-line")];
  const attributes = {
    ...{ type: "button", role: "radio", "aria-label": headTitle(view, place) },
    click: () => pick(place),
  };
  return { place, canvas, role, button: element("button", "thumb", attributes, canvas, role) };
}

// The weights in the one colour that weights have everywhere, a pixel a cell.
/** @param {HeadsView} view */
function paintThumb(view, { place, canvas, role }, ink) {
  const { kind, layer, head } = place;
  const { data, rows, columns } = part(view.tensors[`${kind}.weights`], layer, head);
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  canvas.style.imageRendering = Math.max(rows, columns) > MANY ? "auto" : "pixelated";
  const scale = { limit: 1, paper: ink.paper, below: ink.paper, above: ink.weight };
  canvas.getContext("2d").putImageData(shades(data, columns, rows, scale), 0, 0);
  if (!role.textContent) role.textContent = findRole(view, kind, layer, head)?.short.replace(/^leans /, "≈ ") ?? "";
}

/** @param {HeadsView} view */
export function headTitle(view, { kind, layer, head }) {
  const which = head === null ? `mean of ${view.sizes.H} heads` : `head ${head + 1}`;
  return `${KINDS[kind].name}, layer ${layer + 1}, ${which}`;
}

/** @param {HeadsView} view */
function tell(view, reading, { kind, layer, head }) {
  const role = head === null ? null : findRole(view, kind, layer, head);
  const words = role
    ? `: ${role.label}. ${role.evidence}`
    : head === null
      ? ". Point at a head to read what it does."
      : "";
  say(reading, element("b", "", headTitle(view, { kind, layer, head })), words);
}
