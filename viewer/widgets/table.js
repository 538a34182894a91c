// One table on a page that Streamlit lays out; on a phone its rows are blocks, and nothing is cut off.

import { tableNumber } from "./csv.js";
import { mountOnData } from "./mount.js";
import { makeSavable } from "./pictures.js";
import { buildStackedTable } from "./stacked_table.js";

export default mountOnData((/** @type {Kept<TableFacts>} */ view, { facts }) => {
  const table = buildStackedTable(facts.headings, facts.rows, facts.looks.slice(1));
  table.setAttribute("aria-label", facts.name);
  makeSavable(table, { name: facts.name, lines: () => [facts.headings, ...facts.numbers.map(csvCells)] });
  view.root.replaceChildren(table);
});

const csvCells = (row) => row.map((cell) => (typeof cell === "string" ? tableNumber(cell) : cell));
