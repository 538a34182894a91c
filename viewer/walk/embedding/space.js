// The whole vocabulary as a map: the two directions in which the rows of the table differ most.
// The points are painted aside when the view moves; the focus only lays them down again, with names and marks on top.

import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";
import { pieceName } from "./piece.js";
import { drawSpace } from "./space_drawing.js";
import { spaceData } from "./space_place.js";
import { listenToSpace, zoomSpace } from "./zoom.js";

/** @param {EmbeddingView} view */
export function spaceOf(view) {
  const section = element("section", "space");
  const head = element("header");
  head.append(element("h3", "", "A map of the vocabulary"), zoomButtons(view));
  const frame = element("div", "frame");
  const marks = element("canvas", "marks");
  marks.setAttribute("role", "img");
  marks.tabIndex = 0;
  frame.append(marks);
  const reading = element("p", "reading");
  section.append(head, frame, spaceKey(view), reading);
  view.space = {
    section,
    frame,
    wide: 0,
    high: 0,
    points: new OffscreenCanvas(1, 1),
    marks,
    reading,
    zoom: 1,
    x: 0,
    y: 0,
    pointed: null,
    painted: "",
    boxes: new Map(),
  };
  listenToSpace(view);
  new ResizeObserver(() => {
    Object.assign(view.space, { wide: frame.clientWidth, high: frame.clientHeight });
    drawSpace(view);
  }).observe(frame);
  return savedAs(section, { name: "A map of the vocabulary", lines: () => spaceLines(view) });
}

// Where every piece lies, and how training met it.
/** @param {EmbeddingView} view */
function spaceLines(view) {
  const { data } = spaceData(view);
  return [
    ["id", "piece", "read in English", "first axis", "second axis"],
    ...view.facts.pieces.map((_, id) => [
      id,
      pieceName(view, id),
      view.tensors.counts.data[id],
      csvNumber(data[2 * id]),
      csvNumber(data[2 * id + 1]),
    ]),
  ];
}

/** @param {EmbeddingView} view */
function zoomButtons(view) {
  const bar = element("span", "zoom");
  for (const [label, name, act] of [
    ["+", "Zoom in", () => zoomSpace(view, 1.6)],
    ["−", "Zoom out", () => zoomSpace(view, 1 / 1.6)],
    ["Whole map", "Show the whole map", () => zoomSpace(view, 0)],
  ]) {
    const button = element("button", "copy", label);
    button.type = "button";
    button.setAttribute("aria-label", name);
    button.addEventListener("click", act);
    bar.append(button);
  }
  return bar;
}

/** @param {EmbeddingView} view */
function spaceKey(view) {
  const key = element("p", "key");
  const entry = (name, words) => {
    const made = element("span");
    made.append(element("i", name), words);
    return made;
  };
  key.append(
    entry("dot never", `never read in English: mostly ${view.frame.language}`),
    entry("dot seldom", `read 1 to ${view.facts.often - 1} times in English`),
    entry("dot often", "more often"),
    entry("dot idle", "hardly used in training: beside <pad>"),
    entry("shape word", "● starts a word"),
    entry("shape", "× continues one"),
    entry("shape", "■ sign or digit"),
    entry("shape", "◆ special"),
    element("span", "", "After a click on the map the wheel zooms; drag to move."),
  );
  return key;
}
