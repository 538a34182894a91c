// The map: every place at every position as a cell, shaded by how far it moves the answer. Hovering reads a cell; a
// click asks the server for its patched translation.

import { element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { isPresenting } from "../../../widgets/presenting.js";
import { cellReading, columnLabel, patchLines } from "./cells.js";

// Pixels: a cell's side, and the width of the places' names next to the cells.
const SMALLEST = 18;
const LARGEST = 76;
const NAMES = 126;

/** @param {PatchingView} view */
export function mapsBox(view) {
  const { tokens, told, mapTitle } = view.facts;
  view.pictures = view.grids.map((grid, index) => gridPicture(view, grid, index));
  view.reading = element("p", "reading", { "aria-live": "polite" });
  const hint =
    "The way is that of the difference between both words’ logits: 0 is the first sentence’s, 1 the second’s. A cell near 0 isn’t necessarily empty: copied alone, it changes nothing, because every other cell is still the first’s. " +
    "Cells can add up to more than 1, or push the other way, below 0.";
  const grids = element("div", "grids", ...view.pictures.map(({ element: picture }) => picture));
  const box = element(
    "section",
    "patch-maps stack",
    { "data-from": "understand" },
    element("h3", "", `Which single list of numbers turns “${tokens[0]}” into “${tokens[1]}”?`),
    element("p", "quiet", describeCells(tokens)),
    element("p", "told", told),
    element(
      "div",
      "map-row",
      element("div", "drawn", grids),
      element("div", "aside stack", view.reading, element("p", "hint", hint)),
    ),
  );
  return makeSavable(box, { name: `Map of patches: ${mapTitle.toLowerCase()}`, lines: () => patchLines(view) });
}

// What a cell is, its word and its shade.
/** @param {string[]} tokens */
const describeCells = ([a, b]) =>
  `A cell is one token’s list of numbers, its vector, after one layer of the model. The word in it, “${a}” or “${b}”, is the likelier one once it alone is copied; the stronger its colour, the further the answer moves. Choose a cell to copy it.`;

/** @param {PatchingView} view @param {DrawnGrid} grid @param {number} index */
function gridPicture(view, { title, stack, places, columns, moved, difference }, index) {
  const picture = matrix({
    name: title,
    rows: { title: "where", labels: places.map(({ label }) => label), meaning: stack },
    columns: { title: "token", labels: columns.map(columnLabel), meaning: stack },
    scale: "signed",
    limit: 1,
    written: (at) => view.facts.tokens[difference.data[at] < 0 ? 1 : 0],
    cell: [9, LARGEST],
    get height() {
      return isPresenting() ? 21 : 26; // the rows of an encoder with eight layers fit the projector
    },
    pick: (row, column) => view.pick({ index, row, column }),
    point: (row, column) => showReading(view, row === null ? view.cell : { index, row, column }),
  });
  // As wide as its columns and their names need, so that the cells of all grids are the same size.
  picture.element.style.flex = `${moved.columns} 1 ${NAMES + SMALLEST * moved.columns}px`;
  picture.element.style.maxWidth = `${NAMES + LARGEST * moved.columns}px`;
  return picture;
}

// Drawn once the box is on the page, because a picture is as wide as its space.
/** @param {PatchingView} view */
export function drawMaps(view) {
  for (const [index, picture] of view.pictures.entries()) picture.draw(view.grids[index].moved, markIn(view, index));
}

/** @param {PatchingView} view */
export function markMaps(view) {
  for (const [index, picture] of view.pictures.entries()) picture.mark(markIn(view, index));
  if (view.reading) showReading(view, view.cell);
}

/** @param {PatchingView} view */
function markIn(view, index) {
  const { index: own, row, column } = view.cell;
  return own === index ? { row, column } : null;
}

/** @param {PatchingView} view */
function showReading(view, cell) {
  say(view.reading, cellReading(view, cell));
}
