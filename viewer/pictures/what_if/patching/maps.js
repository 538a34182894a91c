// The map: every place at every position as a cell, shaded by how far it moves the answer. Hovering reads a cell; a
// click asks the server for its patched translation.

import { element, say, spans } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { isPresenting } from "../../../widgets/presenting.js";
import { cellNumbers, cellReading, columnLabel, findCell, patchLines } from "./cells.js";

// Pixels: a cell's side, and the width of the places' names next to the cells.
const SMALLEST = 18;
const LARGEST = 52;
const NAMES = 126;
const BELOW = -0.05; // below this share, the scale shows its other side

/** @param {PatchingView} view */
export function mapsBox(view) {
  const { tokens, told, mapTitle } = view.facts;
  view.pictures = view.grids.map((grid, index) => gridPicture(view, grid, index));
  view.reading = element("p", "reading", { "aria-live": "polite" });
  view.formula = element("p", "formula mono quiet");
  const hint =
    "A cell near 0 isn’t necessarily empty: copied alone, it changes nothing, because every other cell is still a’s. " +
    "Cells can add up to more than 1, or push the other way, below 0.";
  const grids = element("div", "grids", ...view.pictures.map(({ element: picture }) => picture));
  const box = element(
    "section",
    "patch-maps stack",
    element("h3", "", `How far each copied vector moves the answer from “${tokens[0]}” to “${tokens[1]}”`),
    element("p", "quiet", describeCells(tokens)),
    element("p", "told", { "data-from": "understand" }, told),
    element(
      "div",
      "map-row",
      element("div", "drawn", grids, scaleBar(view)),
      element("div", "aside stack", view.reading, view.formula, element("p", "hint", hint)),
    ),
  );
  return makeSavable(box, { name: `Map of patches: ${mapTitle.toLowerCase()}`, lines: () => patchLines(view) });
}

// What a cell is, and the unit of its number.
/** @param {string[]} tokens */
const describeCells = ([a, b]) =>
  "A cell is the vector of one token after one layer, or before the first (input). Its number says how far copying " +
  `this vector alone moves the answer: 0 is the answer “${a}” as it was, 1 is “${b}” as in the second sentence. Choose a cell to copy its vector.`;

/** @param {PatchingView} view @param {DrawnGrid} grid @param {number} index */
function gridPicture(view, { title, stack, places, columns, moved }, index) {
  const picture = matrix({
    name: title,
    rows: { title: "where", labels: places.map(({ label }) => label), meaning: stack },
    columns: { title: "token", labels: columns.map(columnLabel), meaning: stack },
    scale: "signed",
    limit: 1,
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
  showReading(view, view.cell);
  if (view.cell) showFormula(view);
}

/** @param {PatchingView} view */
function markIn(view, index) {
  const cell = findCell(view, view.chosen);
  return cell && cell.index === index ? { row: cell.row, column: cell.column } : null;
}

/** @param {PatchingView} view */
function showReading(view, cell) {
  const invitation = "Point at a cell to read it; click for its translation.";
  say(view.reading, cell ? cellReading(view, cell) : invitation);
}

/** @param {PatchingView} view */
function showFormula(view) {
  const [of_a, of_b] = view.facts.differences;
  const [a, b] = view.facts.tokens;
  const { moved, difference } = cellNumbers(view, view.cell);
  const inner = (value) => (value < 0 ? `(${formatSigned(value, 3)})` : formatSigned(value, 3));
  view.formula.replaceChildren(
    "moved = (Δ of a − Δ patched) ÷ (Δ of a − Δ of b) = " +
      `(${inner(of_a)} − ${inner(difference)}) ÷ (${inner(of_a)} − ${inner(of_b)}) = ${formatSigned(moved, 3)}`,
    element("br"),
    `Δ = logit of “${a}” − logit of “${b}”`,
  );
}

/** @param {PatchingView} view */
function scaleBar(view) {
  const below = view.grids.some(({ moved }) => moved.data.some((value) => value < BELOW));
  const inks = `${below ? "var(--negative), " : ""}var(--st-background-color), var(--positive)`;
  const ends = [below && "−1 away from b", "0 stays a’s", "1 becomes b’s"].filter(Boolean);
  const bar = element(
    "span",
    below ? "bar both" : "bar",
    element("i", "", { style: `background: linear-gradient(to right, ${inks})` }),
    element("span", "ends", ...spans(...ends)),
  );
  return element("div", "legend", element("span", "unit", "moved"), bar);
}
