// Saved tables, written as this browser's spreadsheet reads them.

import { lastingText, storeLasting } from "../transport/storage.js";
import { choice } from "./choice.js";
import { csvText } from "./csv.js";

const KEPT = "decimal"; // what this browser keeps

// A German or French spreadsheet takes 1.5 for a date, and shows cells between commas as one.
/** @returns {string} the decimal sign: the one chosen, else that of the browser's language */
function decimalSign() {
  const [own] = new Intl.NumberFormat().formatToParts(1.5).filter(({ type }) => type === "decimal");
  return (lastingText(KEPT) || own.value) === "," ? "," : ".";
}

// Spreadsheets know by the mark at the beginning that the text is UTF-8.
export const csvFile = (lines) =>
  new Blob(["\ufeff", csvText(lines, decimalSign())], { type: "text/csv;charset=utf-8" });

export function csvChoice() {
  const row = choice(
    "Numbers in CSV files",
    [
      ["1.5", "."],
      ["1,5", ","],
    ],
    decimalSign(),
    (sign) => storeLasting(KEPT, sign),
  );
  row.title = "As your spreadsheet writes them: with 1,5 cells are separated by semicolons, otherwise by commas";
  return row;
}
