// A table whose rows become blocks on a narrow screen: on a phone, nothing is cut off or as narrow as a word.
//
//   place.append(buildStackedTable(["run", "loss", "its fate"], [["constant", "5.89", "stuck"]], ["mono", "words"]));
//
// The first cell of a row names it. `looks` are the classes of the cells after it, "mono" for numbers, "words" for
// sentences; a row can be { cells, look } to have its own class.

import { element } from "./elements.js";
import "./stacked_table.css";

/**
 * @param {string[]} headings
 * @param {((string | Node)[] | { cells: (string | Node)[], look: string })[]} rows
 * @param {string[]} looks
 */
export function buildStackedTable(headings, rows, looks) {
  // Screen readers no longer see blocks as a table: hence the roles.
  const line = (look, ...cells) => element("tr", look, { role: "row" }, ...cells);
  const side = (at) => (looks[at - 1]?.includes("mono") ? "numeric" : "");
  const head = headings.map((name, at) => element("th", side(at), { role: "columnheader" }, name));
  const body = rows.map((row) => {
    const { cells, look } = Array.isArray(row) ? { cells: row, look: "" } : row;
    const [name, ...values] = cells;
    const written = values.map((value, at) => {
      const attributes = { role: "cell", "data-name": headings[at + 1] };
      return element("td", side(at + 1), attributes, value && element("span", looks[at] ?? "", value));
    });
    return line(look, element("th", "", { role: "rowheader" }, name), ...written);
  });
  const parts = [element("thead", "", line("", ...head)), element("tbody", "", ...body)];
  return element("table", "stacked-table", { role: "table" }, ...parts);
}
