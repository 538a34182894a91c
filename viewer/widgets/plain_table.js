// A small table of words and numbers, which scrolls within itself where it is too wide.
//
//   place.append(plainTable(["", "at once", "one by one"], [["runs", "1", "9"]]));
//
// The first cell of every row names it; the others are numbers, written as they are to be read.

import { element } from "./elements.js";
import "./plain_table.css";

/**
 * @param {(string | Node)[]} headings
 * @param {(string | Node)[][]} rows
 */
export function plainTable(headings, rows) {
  const box = element("div", "plain-table sideways");
  const table = element("table");
  const head = table.createTHead().insertRow();
  for (const words of headings) {
    const cell = element("th", "", words);
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const [name, ...values] of rows) {
    const made = body.insertRow();
    const header = element("th");
    header.scope = "row";
    header.append(name);
    made.append(header);
    for (const value of values) {
      const cell = element("td", "mono");
      cell.append(value);
      made.append(cell);
    }
  }
  box.append(table);
  return box;
}
