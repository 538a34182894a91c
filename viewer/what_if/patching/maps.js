// The map: every place at every position as a cell, shaded by how far it moves the answer. Pointing reads a cell, a
// click asks the server for its patched translation.

import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { isPresenting } from "../../widgets/presenting.js";
import { cellNumbers, cellReading, columnLabel, foundCell, patchLines } from "./cells.js";

// Pixels: a cell's side, and what the places' names take beside the cells.
const SMALLEST = 18;
const LARGEST = 52;
const NAMES = 126;
const BELOW = -0.05; // share moved from which on the scale shows its other side

/** @param {PatchingView} view */
export function mapsBox(view) {
  const { facts } = view;
  const box = element("section", "patch-maps");
  const [a, b] = facts.tokens;
  box.append(
    element("h3", "", `How far each copied activation moves the answer from “${a}” to “${b}”`),
    element("p", "told", facts.told),
  );
  const grids = element("div", "grids");
  view.pictures = view.grids.map((grid, index) => {
    const picture = matrix({
      name: grid.title,
      rows: { title: "place", labels: grid.places.map(({ label }) => label), meaning: grid.stack },
      columns: { title: "token", labels: grid.columns.map(columnLabel), meaning: grid.stack },
      scale: "signed",
      limit: 1,
      cell: [9, LARGEST],
      get height() {
        return isPresenting() ? 21 : 26; // nine rows of an encoder of eight layers fit the projector
      },
      pick: (row, column) => view.pick({ index, row, column }),
      point: (row, column) => tellCell(view, row === null ? view.cell : { index, row, column }),
    });
    // As wide as its columns and their names need, so that cells of all grids come out alike.
    picture.element.style.flex = `${grid.moved.columns} 1 ${NAMES + SMALLEST * grid.moved.columns}px`;
    picture.element.style.maxWidth = `${NAMES + LARGEST * grid.moved.columns}px`;
    grids.append(picture.element);
    return picture;
  });
  view.reading = element("p", "reading map-reading", { "aria-live": "polite" });
  view.formula = element("p", "formula mono");
  const aside = element(
    "div",
    "aside",
    view.reading,
    view.formula,
    element(
      "p",
      "hint",
      "A cell near 0 need not be empty: copied alone it changes nothing, because every other cell still holds a’s. " +
        "Cells can add up to more than 1, or push the other way, below 0.",
    ),
  );
  const row = element("div", "map-row");
  const picture = element("div", "drawn", grids, scaleBar(view));
  row.append(picture, aside);
  box.append(row);
  return savedAs(box, {
    name: `Map of patches: ${facts.mapTitle.toLowerCase()}`,
    lines: () => patchLines(view),
  });
}

// Drawn once the box stands on the page, since a picture is as wide as its room.
/** @param {PatchingView} view */
export function drawMaps(view) {
  view.pictures.forEach((picture, index) => {
    picture.draw(view.grids[index].moved, markIn(view, index));
  });
}

/** @param {PatchingView} view */
export function markMaps(view) {
  view.pictures.forEach((picture, index) => {
    picture.mark(markIn(view, index));
  });
  tellCell(view, view.cell);
  if (view.cell) tellFormula(view);
}

/** @param {PatchingView} view */
function markIn(view, index) {
  const cell = foundCell(view, view.chosen);
  return cell?.index === index ? { row: cell.row, column: cell.column } : null;
}

/** @param {PatchingView} view */
function tellCell(view, cell) {
  view.reading.textContent = cell
    ? cellReading(view, cell)
    : "Point at a cell to read it, click it for its translation.";
}

/** @param {PatchingView} view */
function tellFormula(view) {
  const [of_a, of_b] = view.facts.differences;
  const [a, b] = view.facts.tokens;
  const { moved, difference } = cellNumbers(view, view.cell);
  const inner = (value) => (value < 0 ? `(${signed(value, 3)})` : signed(value, 3));
  view.formula.replaceChildren(
    `moved = (Δ of a − Δ patched) ÷ (Δ of a − Δ of b) = ` +
      `(${inner(of_a)} − ${inner(difference)}) ÷ (${inner(of_a)} − ${inner(of_b)}) = ${signed(moved, 3)}`,
    element("br"),
    `Δ = logit of “${a}” − logit of “${b}”`,
  );
}

/** @param {PatchingView} view */
function scaleBar(view) {
  const below = view.grids.some(({ moved }) => moved.data.some((value) => value < BELOW));
  const box = element("div", "legend");
  const bar = element("i");
  const paper = "var(--st-background-color)";
  bar.style.background = `linear-gradient(to right, ${below ? "var(--negative), " : ""}${paper}, var(--positive))`;
  const ends = element("span", "ends");
  if (below) ends.append(element("span", "", "−1 away from b"));
  ends.append(element("span", "", "0 stays a’s"), element("span", "", "1 says b’s"));
  box.append(element("span", "unit", "moved"), element("span", `bar${below ? " wide-bar" : ""}`, bar, ends));
  return box;
}
