// A matrix of weights as a table of numbers: a row for each query, a column for each key, behind them what it is about.

import { csvNumber, csvText, uniqueNames } from "../../widgets/csv.js";
import { labelsOf } from "./words.js";

export function csvOf({ rows, columns, values }, about) {
  const ours = ["query", "position", ...Object.keys(about)];
  const lines = [["query", ...uniqueNames(labelsOf(columns), ours), ...ours.slice(1)]];
  rows.forEach(({ label }, row) => {
    const weights = values.data.subarray(row * values.columns, (row + 1) * values.columns);
    lines.push([label, ...Array.from(weights, csvNumber), row, ...Object.values(about)]);
  });
  return csvText(lines);
}
