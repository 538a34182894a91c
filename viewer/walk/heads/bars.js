// A table with a row a head, and small bars in its cells.

import { element } from "../../widgets/elements.js";

/** @param {[string, string][]} columns  names and tool tips */
export function headRow(columns) {
  return element(
    "thead",
    "",
    element("tr", "", ...columns.map(([name, title]) => element("th", "", { scope: "col", title }, name))),
  );
}

export function barCell(names, title, words, ...bar) {
  const both = element("span", "both row", element("span", "bar", ...bar), element("span", "mono", words));
  return element("td", names, { title }, both);
}

// The row of the head in focus.
export function markRow(row, chosen) {
  row.classList.toggle("chosen", chosen);
  row.querySelector("button")?.setAttribute("aria-pressed", String(chosen));
}
