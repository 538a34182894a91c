// A map's cells: what each is called, what it moves, and a sentence about it.

import { part } from "../../../transport/payload.js";
import { csvNumber } from "../../../widgets/csv.js";
import { formatSigned } from "../../../widgets/numbers.js";

/** @param {PatchingView} view */
export function readGrids({ facts, tensors }) {
  return facts.grids.map((grid) => ({
    ...grid,
    moved: part(tensors[`moved.${grid.kind}`]),
    difference: part(tensors[`difference.${grid.kind}`]),
    columns: columnNames(facts, grid.stack),
  }));
}

// The token at each position, in a and in b; the decoder has read the same tokens in both.
/** @param {PatchingFacts} facts */
function columnNames({ sentences: [a, b], target }, stack) {
  if (stack === "decoder") return target.map(({ text }) => ({ a: text, b: text }));
  return a.chips.map(({ text }, position) => ({ a: text, b: b.chips[position].text }));
}

export function columnLabel({ a, b }) {
  return a === b ? a : `${a} / ${b}`;
}

// Where a place is: its row in its grid.
/** @param {PatchingView} view */
export function findCell({ grids }, { place, position }) {
  const rows = grids.map(({ places }) => places.findIndex((each) => each.place === place));
  const index = rows.findIndex((row) => row >= 0);
  return { index, row: rows[index], column: position };
}

/** @param {PatchingView} view */
export function cellNumbers(view, { index, row, column }) {
  const { moved, difference } = view.grids[index];
  const at = row * moved.columns + column;
  return { moved: moved.data[at], difference: difference.data[at] };
}

// “the stream after encoder layer 2, at “car” (“cars” in the second)”
/** @param {PatchingView} view */
export function cellPlace(view, { index, row, column }) {
  const { places, columns } = view.grids[index];
  const { a, b } = columns[column];
  return `${places[row].name}, at “${a}”${a === b ? "" : ` (“${b}” in the second)`}`;
}

// What the chosen cell copies: “cars” after encoder layer 2
/** @param {PatchingView} view */
export function copiedName({ grids, cell: { index, row, column } }) {
  const { places, columns } = grids[index];
  return `“${columns[column].b}” ${placeName(places[row])}`;
}

// after encoder layer 2
export const placeName = ({ name }) => `at ${name}`.replace("at the stream ", "");

/** @param {PatchingView} view */
export function cellReading(view, cell) {
  const { moved, difference } = cellNumbers(view, cell);
  const name = cellPlace(view, cell);
  return `${name[0].toUpperCase()}${name.slice(1)}: ${formatSigned(moved, 3)} of the way; ${describeLead(view.facts, difference)}.`;
}

// Which of the two words is ahead, and by how much.
/** @param {PatchingFacts} facts */
export function describeLead({ tokens }, difference) {
  return `“${tokens[difference < 0 ? 1 : 0]}” is ahead by ${formatSigned(Math.abs(difference), 2)}`;
}

// The map as a table: a line for each cell, with both sentences, so that you can combine several.
/** @param {{ facts: Pick<PatchingFacts, "sentences">, grids: DrawnGrid[] }} view */
export function patchLines({ facts, grids }) {
  const [a, b] = facts.sentences;
  /** @type {(string | number)[][]} */
  const lines = [["place", "position", "token_a", "token_b", "difference", "moved", "a", "b"]];
  for (const { places, columns, moved, difference } of grids)
    places.forEach(({ place }, row) => {
      columns.forEach((token, column) => {
        const at = row * moved.columns + column;
        const values = [csvNumber(difference.data[at]), csvNumber(moved.data[at])];
        lines.push([place, column, token.a, token.b, ...values, a.text, b.text]);
      });
    });
  return lines;
}
