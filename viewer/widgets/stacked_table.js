// A table whose rows become blocks where there is little room: on a phone nothing is cut off or as narrow as a word.
//
//   place.append(stackedTable(["run", "loss", "its fate"], [["constant", "5.89", "stuck"]], ["mono", "words"]));
//
// The first cell of a row names it. `looks` are the classes of the cells behind it, "mono" for numbers, "words" for
// sentences; a row may be { cells, look } to bear a class of its own.

import { element } from "./elements.js";
import "./stacked_table.css";

/**
 * @param {string[]} headings
 * @param {(string[] | { cells: string[], look: string })[]} rows
 * @param {string[]} looks
 */
export function stackedTable(headings, rows, looks) {
  const table = element("table", "stacked-table");
  table.setAttribute("role", "table"); // blocks are no table any more, for those who hear it
  const head = table.createTHead().insertRow();
  head.setAttribute("role", "row");
  head.append(...headings.map((name) => cellOf("th", name, "", "columnheader")));
  const body = table.createTBody();
  for (const row of rows) {
    const { cells, look } = Array.isArray(row) ? { cells: row, look: "" } : row;
    const made = body.insertRow();
    made.className = look;
    made.setAttribute("role", "row");
    const [name, ...values] = cells;
    made.append(cellOf("th", name, "", "rowheader"));
    values.forEach((value, index) => {
      const cell = cellOf("td", "", "", "cell");
      cell.dataset.name = headings[index + 1];
      if (value) cell.append(element("span", looks[index] ?? "", value));
      made.append(cell);
    });
  }
  return table;
}

function cellOf(tag, words, names, role) {
  const cell = element(tag, names, words || null);
  cell.setAttribute("role", role);
  return cell;
}
