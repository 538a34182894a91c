// The whole vocabulary as a map: the two directions in which the rows of the table differ most. It moves with the
// pointer, the wheel, and the keys.

import { csvNumber } from "../../../widgets/csv.js";
import { showFrom } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { arrows } from "../../../widgets/pointing.js";
import { currentVectors } from "./now.js";
import { pieceCount, pieceName } from "./piece.js";
import { currentMap, drawSpace, makeProjection } from "./space_drawing.js";

const LINES = "Lines lead to the words with the most similar vectors.";

/** @param {EmbeddingView} view */
export function buildSpace(view) {
  const marks = buildCanvas(view);
  const frame = element("div", "frame", marks);
  const reading = element("p", "reading", { "data-from": "understand" });
  const points = new OffscreenCanvas(1, 1);
  view.space = { marks, reading, points, wide: 0, high: 0, zoom: 1, x: 0, y: 0, pointed: null, boxes: new Map() };
  new ResizeObserver(() => {
    Object.assign(view.space, { wide: frame.clientWidth, high: frame.clientHeight });
    drawSpace(view);
  }).observe(frame);
  const title = "A map of the vocabulary";
  const named = [element("h3", "", title), zoomButtons(view)];
  const head = element("header", "row apart", { "data-from": "understand" }, ...named);
  const section = element("section", "space stack", head, frame, buildKey(view), reading);
  return makeSavable(section, { name: title, lines: () => csvRows(view) });
}

// Where every piece lies, and how training met it.
/** @param {EmbeddingView} view */
function csvRows(view) {
  const { data } = currentMap(view);
  return [
    ["id", "piece", `read in ${view.frame.source}`, "first axis", "second axis"],
    ...view.facts.pieces.map((_, id) => {
      const place = [data[2 * id], data[2 * id + 1]].map(csvNumber);
      return [id, pieceName(view, id), pieceCount(view, id), ...place];
    }),
  ];
}

/** @param {EmbeddingView} view */
function zoomButtons(view) {
  const button = (label, name, factor) =>
    element("button", "copy", { type: "button", "aria-label": name, click: () => zoom(view, factor) }, label);
  return element(
    "span",
    "zoom row",
    button("+", "Zoom in", 1.6),
    button("−", "Zoom out", 1 / 1.6),
    button("Whole map", "Show the whole map", 0),
  );
}

/** @param {EmbeddingView} view */
function buildKey(view) {
  const entry = (name, words) => element("span", "", element("i", name), words);
  const { often, counted } = view.facts;
  const { source, language } = view.frame;
  const rare = [
    entry("square seldom", `1 to ${often - 1} times in ${source}`),
    entry("square idle", "rarely seen in training (near <pad>)"),
  ];
  const known = [
    entry("square never", `never in ${source}: mostly ${language}`),
    entry("square often", `often in ${source}`),
  ];
  const shapes = ["● starts a word", "× continues one", "■ punctuation or digit", "◆ special"];
  const deeper = showFrom(
    "understand",
    ...(counted ? rare : []),
    ...shapes.map((words) => entry("", words)),
    element("span", "", "Click, then scroll to zoom; drag to pan."),
  );
  const lines = element("span", "", { "data-at": "look" }, LINES);
  return element("p", "key flow fine-print", ...(counted ? known : []), lines, ...deeper);
}

/** @param {EmbeddingView} view */
function buildCanvas(view) {
  let drag = null;
  const under = ({ offsetX, offsetY }) => nearest(view, offsetX, offsetY);
  const step = arrows((across, down) => {
    const { scale } = makeProjection(view);
    if (view.space.zoom > 1) move(view, view.space.x + (across * 60) / scale, view.space.y - (down * 60) / scale);
  });
  const marks = element("canvas", "marks", {
    role: "img",
    tabindex: 0,
    pointerdown: ({ clientX, clientY, pointerId }) => {
      drag = { left: clientX, top: clientY, x: view.space.x, y: view.space.y, moved: false };
      marks.setPointerCapture(pointerId);
    },
    pointermove: (event) => {
      if (!drag) return view.pointAt(under(event));
      const [across, down] = [event.clientX - drag.left, event.clientY - drag.top];
      drag.moved ||= Math.hypot(across, down) > 3;
      const { scale } = makeProjection(view);
      if (drag.moved && view.space.zoom > 1) move(view, drag.x - across / scale, drag.y + down / scale);
    },
    pointerup: (event) => {
      const token = drag?.moved ? -1 : currentVectors(view).ids.indexOf(under(event));
      drag = null;
      if (token >= 0) view.set({ token });
    },
    pointercancel: () => {
      drag = null;
    },
    pointerleave: () => view.pointAt(null),
    keydown: (event) => {
      const factor = { "+": 1.6, "=": 1.6, "-": 1 / 1.6, 0: 0 }[event.key];
      if (factor === undefined) return step(event);
      event.preventDefault();
      zoom(view, factor);
    },
  });
  // The wheel scrolls the page until the map was clicked: nobody is caught by it on the way down.
  const wheel = (event) => {
    if (!event.ctrlKey && !marks.matches(":focus")) return;
    event.preventDefault();
    zoom(view, Math.exp(-event.deltaY / 400), [event.offsetX, event.offsetY]);
  };
  marks.addEventListener("wheel", wheel, { passive: false });
  return marks;
}

/** @param {EmbeddingView} view */
function move(view, x, y) {
  Object.assign(view.space, { x, y });
  drawSpace(view);
}

// Zoom around a place, by default the middle, which stays where it is; factor 0 shows the whole map.
/** @param {EmbeddingView} view */
function zoom(view, factor, place = [view.space.wide / 2, view.space.high / 2]) {
  const { space } = view;
  const before = makeProjection(view).back(...place);
  space.zoom = factor ? Math.min(Math.max(space.zoom * factor, 1), 40) : 1;
  const after = makeProjection(view).back(...place);
  if (space.zoom === 1) move(view, 0, 0);
  else move(view, space.x + before[0] - after[0], space.y + before[1] - after[1]);
}

/** @param {EmbeddingView} view */
function nearest(view, left, top) {
  const { at } = makeProjection(view);
  let [best, least] = [null, 12 ** 2];
  for (let id = 0; id < view.sizes.V; id += 1) {
    const [x, y] = at(id);
    const distance = (x - left) ** 2 + (y - top) ** 2;
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}
