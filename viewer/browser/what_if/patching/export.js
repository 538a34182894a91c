// The map as a file: its numbers (CSV), or a sheet with both sentences and all cells (PNG).

import { csvNumber, csvText } from "../../shared/csv.js";
import { element } from "../../shared/elements.js";
import { signed } from "../../shared/numbers.js";
import { channels, readInk } from "../../shared/palette.js";
import { save } from "../../shared/save.js";
import { columnLabel } from "./cells.js";

const FONT = "Source Sans, Segoe UI, Helvetica, Arial, sans-serif";
// Pixels.
const MARGIN = 24;
const CELL = 38;
const HEIGHT = 24;
const LINE = 19;
const LEFT = 150;
const WIDEST = 980; // for all cells of a row

/** @param {PatchingView} view */
export function saveBar(view) {
  const bar = element("div", "save-bar");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Save this map");
  bar.append(element("span", "hint", "Save as"));
  const name = `glassformer-${view.facts.model.replace(/[^\w.-]+/g, "-")}-patching-${view.facts.map}`;
  /** @type {[string, string, () => Blob | Promise<Blob>][]} */
  const formats = [
    ["CSV", "this map as a table of numbers", () => csvFile(view)],
    ["PNG", "this map as a picture", () => pngOf(view)],
  ];
  for (const [format, what, make] of formats) {
    const button = element("button", "copy", format);
    button.type = "button";
    button.setAttribute("aria-label", `Save ${what} (${format})`);
    button.addEventListener("click", async () => save(await make(), `${name}.${format.toLowerCase()}`));
    bar.append(button);
  }
  return bar;
}

/** @param {PatchingView} view */
function csvFile(view) {
  return new Blob(["\ufeff", csvText(csvLines(view))], { type: "text/csv;charset=utf-8" });
}

// A row for each cell, and in each the two sentences, so that several files can be put together.
/** @param {{ facts: Pick<PatchingFacts, "sentences">, grids: DrawnGrid[] }} view */
export function csvLines({ facts, grids }) {
  const [a, b] = facts.sentences;
  /** @type {(string | number)[][]} */
  const lines = [["place", "position", "token_a", "token_b", "difference", "moved", "a", "b"]];
  for (const { places, columns, moved, difference } of grids)
    places.forEach(({ place }, row) => {
      columns.forEach((token, column) => {
        const at = row * moved.columns + column;
        const values = [csvNumber(difference.data[at]), csvNumber(moved.data[at])];
        lines.push([place, column, token.a, token.b, ...values, a.text, b.text]);
      });
    });
  return lines;
}

/** @param {PatchingView} view */
function pngOf(view) {
  const read = (name) => readInk(view.root, `--${name}`);
  const ink = { paper: read("sheet-paper"), text: read("sheet-ink"), faint: read("sheet-faint") };
  const ends = { above: read("positive"), below: read("negative") };
  const canvas = element("canvas");
  const pen = canvas.getContext("2d");
  const sheet = laidOut(view, pen);
  Object.assign(canvas, { width: 2 * sheet.width, height: 2 * sheet.height });
  pen.scale(2, 2);
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  let top = MARGIN;
  for (const [at, line] of sheet.lines.entries()) {
    pen.font = at ? `13px ${FONT}` : `600 16px ${FONT}`;
    pen.fillStyle = at ? ink.faint : ink.text;
    pen.fillText(line, MARGIN, top + 14);
    top += at ? LINE : LINE + 6;
  }
  for (const grid of sheet.grids) {
    paintGrid(pen, grid, top, ink, ends);
    top += grid.high;
  }
  return /** @type {Promise<Blob>} */ (new Promise((resolve) => canvas.toBlob(resolve, "image/png")));
}

/** @param {PatchingView} view */
function laidOut({ facts, grids }, pen) {
  pen.font = `13px ${FONT}`;
  const columns = Math.max(...grids.map(({ moved }) => moved.columns));
  const wide = Math.min(CELL, WIDEST / columns);
  const width = Math.ceil(Math.max(720, LEFT + columns * wide + 2 * MARGIN));
  const [a, b] = facts.sentences;
  const lines = [
    `Patching, ${facts.mapTitle.toLowerCase()}: share moved from “${facts.tokens[0]}” (0) to “${facts.tokens[1]}” (1)`,
    ...[
      `a: ${a.text} → ${a.translation}`,
      `b: ${b.text} → ${b.translation}`,
      facts.told,
      `Model ${facts.model}`,
    ].flatMap((line) => foldedInto(pen, line, width - 2 * MARGIN)),
  ];
  const placed = grids.map((grid) => {
    const labels = grid.columns.map(columnLabel);
    const head = 34 + Math.ceil(Math.max(...labels.map((label) => pen.measureText(label).width)));
    return { ...grid, labels, head, wide, high: head + grid.moved.rows * HEIGHT + 18 };
  });
  const height = MARGIN + lines.length * LINE + 6 + placed.reduce((sum, { high }) => sum + high, 0) + MARGIN;
  return { width, height, lines, grids: placed };
}

function foldedInto(pen, text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && pen.measureText(longer).width > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function paintGrid(pen, { title, places, labels, moved, head, wide }, top, ink, ends) {
  const [left, first] = [MARGIN + LEFT, top + head];
  pen.font = `600 13px ${FONT}`;
  pen.fillStyle = ink.text;
  pen.fillText(title, MARGIN, top + 22);
  pen.font = `13px ${FONT}`;
  labels.forEach((label, column) => {
    pen.save();
    pen.translate(left + (column + 0.5) * wide + 4, first - 6);
    pen.rotate(-Math.PI / 2);
    pen.fillText(label, 0, 0);
    pen.restore();
  });
  places.forEach(({ label }, row) => {
    pen.textAlign = "right";
    pen.fillStyle = ink.text;
    pen.fillText(label, left - 8, first + (row + 0.5) * HEIGHT + 4);
    pen.textAlign = "center";
    for (let column = 0; column < moved.columns; column += 1) {
      const value = moved.data[row * moved.columns + column];
      pen.fillStyle = shadeOf(value, ink, ends);
      pen.fillRect(left + column * wide, first + row * HEIGHT, wide - 1, HEIGHT - 1);
      pen.fillStyle = Math.abs(value) > 0.55 ? ink.paper : ink.text;
      if (wide >= 30) pen.fillText(signed(value, 2), left + (column + 0.5) * wide, first + (row + 0.5) * HEIGHT + 4);
    }
    pen.textAlign = "left";
  });
}

function shadeOf(value, ink, { above, below }) {
  const [paper, full] = [channels(ink.paper), channels(value < 0 ? below : above)];
  const share = Math.min(1, Math.abs(value));
  return `rgb(${paper.map((low, channel) => Math.round(low + share * (full[channel] - low))).join(" ")})`;
}
