// A table with a row a head, and small bars in its cells.

import { element } from "../../../../widgets/elements.js";
import { tableHead } from "../../../../widgets/plain_table.js";

/** @param {[string, string][]} columns  names and tool tips */
export const headRow = (columns) =>
  tableHead(
    columns.map(([name]) => name),
    (at) => ({ title: columns[at][1] }),
  );

export function barCell(names, title, words, ...bar) {
  const both = element("span", "both row", element("span", "bar", ...bar), element("span", "mono", words));
  return element("td", names, { title }, both);
}

// The row of the head in focus.
export function markRow(rows, chosen) {
  rows.forEach((row, at) => {
    row.classList.toggle("chosen", at === chosen);
    row.querySelector("button")?.setAttribute("aria-pressed", String(at === chosen));
  });
}
