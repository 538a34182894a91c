// A small table of words and numbers, which scrolls within itself if it is too wide.
//
//   place.append(plainTable(["", "at once", "one by one"], [["runs", "1", "9"]]));
//
// The first cell of every row names it; the others are numbers as text.

import { element } from "./elements.js";
import "./plain_table.css";

/**
 * @param {(string | Node)[]} headings
 * @param {(string | Node)[][]} rows
 */
export function plainTable(headings, rows) {
  const body = rows.map(([name, ...values]) =>
    element(
      "tr",
      "",
      element("th", "", { scope: "row" }, name),
      ...values.map((value) => element("td", "mono", value)),
    ),
  );
  return element(
    "div",
    "plain-table sideways",
    element("table", "", tableHead(headings), element("tbody", "", ...body)),
  );
}

// The head of a table; `attributesOf` has those of a column.
/**
 * @param {(string | Node)[]} headings
 * @param {(at: number) => Attributes} [attributesOf]
 */
export function tableHead(headings, attributesOf = () => ({})) {
  const cells = headings.map((words, at) => element("th", "", { scope: "col" }, attributesOf(at), words));
  return element("thead", "", element("tr", "", ...cells));
}
