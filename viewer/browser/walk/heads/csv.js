// A matrix as a table of numbers: a row for each query, a column for each key, behind them what it is about.

import { labelsOf } from "./words.js";

export function csvOf({ rows, columns, values }, about) {
  const ours = ["query", "position", ...Object.keys(about)];
  const lines = [["query", ...unique(labelsOf(columns), ours), ...ours.slice(1)]];
  rows.forEach(({ label }, row) => {
    const weights = values.data.subarray(row * values.columns, (row + 1) * values.columns);
    lines.push([label, ...Array.from(weights, written), row, ...Object.values(about)]);
  });
  return lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("");
}

// Every column its own name: a token that comes again, or is called like one of our columns, gets a number.
function unique(names, ours) {
  const taken = new Set(ours);
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
    taken.add(free);
    return free;
  });
}

// A spreadsheet runs a cell that begins with one of these signs as a formula; an apostrophe makes it text.
function csvCell(value) {
  const text = String(value);
  const safe = typeof value === "string" && !NUMBER.test(text) && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u;
const NUMBER = /^\d+(\.\d+)?(e-?\d+)?$/;

// All that a 32-bit number holds.
export function written(weight) {
  return String(Number(weight.toPrecision(9)));
}
