// One table on a page that Streamlit lays out; on a phone its rows are blocks, and nothing is cut off.

import { tableNumber } from "./csv.js";
import { mounted } from "./mount.js";
import { savedAs } from "./pictures.js";
import { stackedTable } from "./stacked_table.js";

export default mounted((/** @type {Kept<TableFacts>} */ view, { facts }) => {
  const table = stackedTable(facts.headings, facts.rows, facts.looks.slice(1));
  table.setAttribute("aria-label", facts.name);
  savedAs(table, { name: facts.name, lines: () => [facts.headings, ...facts.numbers.map(cellsOf)] });
  view.root.replaceChildren(table);
});

const cellsOf = (row) => row.map((cell) => (typeof cell === "string" ? tableNumber(cell) : cell));
