// Tables of numbers as CSV, which every spreadsheet and statistics program reads.

import { MINUS } from "./numbers.js";

// A spreadsheet treats a cell that begins with one of these characters as a formula; an apostrophe makes it text.
const CSV_FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u;
const CSV_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

// Lines of cells as the text of a file. Where the decimal sign is a comma, cells are separated by semicolons.
/** @param {(string | number)[][]} lines  the first is the header */
export function csvText(lines, decimal = ".") {
  const between = decimal === "," ? ";" : ",";
  return lines.map((line) => `${line.map((value) => csvCell(value, decimal)).join(between)}\r\n`).join("");
}

function csvCell(value, decimal) {
  if (typeof value === "number") return String(value).replace(".", decimal);
  const safe = !CSV_NUMBER.test(value.replace(",", ".")) && CSV_FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Everything that a 32-bit number holds. A number covered for guessing counts as missing, and stays a question mark.
/** @param {number} value */
export function csvNumber(value) {
  if (Number.isNaN(value)) return "?";
  if (!Number.isFinite(value)) return value;
  return Number(value.toPrecision(9));
}

// Every column gets its own name: a repeated one, or one of `ours`, gets a number.
/** @param {string[]} names  @param {string[]} ours */
export function uniqueNames(names, ours = []) {
  const taken = new Set(ours);
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
    taken.add(free);
    return free;
  });
}

// A matrix with the labels of both axes, one line per row.
/**
 * @param {Pick<Matrix, "data" | "columns">} values
 * @param {{ title: string, labels?: string[] }} rows
 * @param {{ title: string, labels?: string[] }} columns
 */
export function matrixLines({ data, columns: width }, rows, columns) {
  const name = (axis, at) => (axis.labels ? axis.labels[at] : String(at));
  const names = Array.from({ length: width }, (_, column) => name(columns, column));
  return [
    [rows.title, ...uniqueNames(names, [rows.title])],
    ...Array.from({ length: data.length / width }, (_, row) => [
      name(rows, row),
      ...Array.from(data.subarray(row * width, (row + 1) * width), csvNumber),
    ]),
  ];
}
// A table as shown on the page, in lines of equal length; a header of several lines becomes one.
/** @param {HTMLTableElement} table */
export function tableLines(table) {
  const cells = (row) => [...row.cells].flatMap((cell) => Array(cell.colSpan).fill(tableNumber(cell.innerText.trim())));
  const rows = [...table.rows].filter((row) => row.checkVisibility());
  const heads = rows.filter((row) => [...row.cells].every(({ tagName }) => tagName === "TH")).map(cells);
  const body = rows.filter((row) => [...row.cells].some(({ tagName }) => tagName !== "TH")).map(cells);
  const names = heads.at(-1)?.map((_, column) =>
    heads
      .map((head) => head[column] ?? "")
      .join(" ")
      .trim(),
  );
  return [...(names ? [names] : []), ...body];
}

// A cell's number, or its text.
export function tableNumber(text) {
  const plain = text.replaceAll(MINUS, "-");
  return CSV_NUMBER.test(plain) ? Number(plain) : text.replace(/\s+/g, " ");
}
