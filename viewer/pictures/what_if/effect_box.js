// The effect of an experiment over many sentences: a table with its means, and a field for one's own lines.

import { element } from "../../widgets/elements.js";
import { percent } from "../../widgets/numbers.js";
import { buildStackedTable } from "../../widgets/stacked_table.js";

const MOST = 60; // lines
const NORMAL = 1.959964; // of a 95% interval

/** @typedef {string | number | boolean} Cell  words, a share, or whether something happens */

/**
 * @param {object} told
 * @param {string[]} told.headings
 * @param {Cell[][]} told.rows  what is measured already, a line's text in front
 * @param {string[]} told.lines  those in the field at first
 * @param {string} told.about  what a line is
 * @param {((line: string, onProgress: (text: string) => void) => Promise<Cell[]>) | null} told.measure  null if nothing can
 * @param {(rows: any[][]) => void} told.took  what to do with all that was measured
 */
export function effectBox({ headings, rows, lines, about, measure, took }) {
  const place = element("div");
  const told = element("p", "hint", { role: "status" });
  const draw = (made) => {
    const looks = (made[0] ?? []).slice(1).map((cell) => (typeof cell === "string" ? "" : "mono"));
    const all = made.length ? [...made.map((row) => row.map(written)), meansOf(made)] : [];
    place.replaceChildren(all.length ? buildStackedTable(headings, all, looks) : "");
  };
  const run = async () => {
    const asked = field.value.split("\n").flatMap((line) => line.trim() || []);
    const made = [];
    button.disabled = true;
    try {
      for (const [at, line] of asked.slice(0, MOST).entries()) {
        if (!measure || (at && !place.isConnected)) return;
        told.textContent = `${at + 1} of ${Math.min(MOST, asked.length)} …`;
        made.push([line, ...(await measure(line, (text) => told.replaceChildren(text)))]);
        draw(made);
      }
      took(made);
      told.textContent = asked.length > MOST ? `Only the first ${MOST} lines are measured.` : "";
    } catch (error) {
      told.textContent = error.message;
    }
    button.disabled = false;
  };
  const field = element("textarea", "", { rows: 5, "aria-label": about }, lines.join("\n"));
  const button = element("button", "button", { type: "button", click: run }, "Measure these");
  draw(rows);
  return [place, ...(measure ? [element("p", "hint", about), field, element("div", "", button), told] : [])];
}

// A line with a word in brackets: without them, and the words of the sentence that they hold, the first and how many.
export function bracketsIn(line) {
  const [, before = "", word = "", after = ""] = line.match(/^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/) ?? [];
  const count = (text) => text.split(/\s+/).filter(Boolean).length;
  return {
    word,
    before,
    after,
    sentence: word ? before + word + after : line,
    first: count(before),
    count: count(word),
  };
}

/** @param {Cell} cell */
const written = (cell) =>
  typeof cell === "number" ? percent(cell) : typeof cell === "boolean" ? (cell ? "yes" : "no") : cell;

// Of each column with numbers, by the normal approximation; of what happens or doesn't, by Wilson’s interval.
/** @param {Cell[][]} rows @returns {string[]} */
export function meansOf(rows) {
  return Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => {
    const cells = rows.map((row) => row[at]).filter((cell) => cell !== undefined && typeof cell !== "string");
    const numbers = cells.map(Number);
    const n = numbers.length;
    if (n < 2) return at ? "" : "mean, 95% interval";
    const mean = numbers.reduce((sum, each) => sum + each, 0) / n;
    const isCount = typeof cells[0] === "boolean";
    const more = isCount ? NORMAL ** 2 / n : 0;
    const variance = isCount
      ? mean * (1 - mean) + more / 4
      : numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1);
    const [middle, half] = [mean + more / 2, NORMAL * Math.sqrt(variance / n)].map((each) => each / (1 + more));
    const ends = [middle - half, middle + half].map((each) => percent(Math.max(0, Math.min(1, each))));
    return `${isCount ? `${numbers.filter(Boolean).length} of ${n}` : percent(mean)} (${ends.join(" to ")})`;
  });
}
