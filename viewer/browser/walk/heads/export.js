// What is shown, as a file: numbers (CSV), a picture (SVG, PNG), or all heads in one page that needs no network (HTML).

import { numbers } from "../../shared/choice.js";
import { element, vector } from "../../shared/elements.js";
import { KINDS } from "../../shared/focus.js";
import { channels, WEIGHT } from "../../shared/palette.js";
import { part } from "../../shared/parcel.js";
import { save } from "../../shared/save.js";
import { labelsOf } from "./words.js";

export function exportBar(view) {
  const bar = element("div", "heads-export");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Save what is shown");
  bar.append(element("span", "hint", "Save as"));
  /** @type {[string, string, string, () => Blob | Promise<Blob>][]} */
  const formats = [
    ["CSV", "this matrix as a table of numbers", "csv", () => csvFile(view)],
    ["PNG", "this matrix as a picture of pixels", "png", () => pngFile(view)],
    ["SVG", "this matrix as a drawing", "svg", () => svgFile(view)],
    ["HTML", "all layers and heads as one page that opens without a network", "html", () => standaloneFile(view)],
  ];
  for (const [name, what, ending, make] of formats) {
    const button = element("button", "copy", name);
    button.type = "button";
    button.title = `Save ${what}`;
    button.setAttribute("aria-label", `Save ${what} (${name})`);
    button.addEventListener("click", async () => save(await make(), fileName(view, ending)));
    bar.append(button);
  }
  return bar;
}

function modelName(view) {
  return view.frame.model.split(/[\\/]/).filter(Boolean).pop() ?? "model";
}

function fileName(view, ending) {
  const { kind, layer, head } = view.focus;
  const plain = modelName(view).replace(/[^\w.-]+/g, "-");
  const attention = { encoder: "encoder-self-attention", decoder: "decoder-self-attention", cross: "cross-attention" }[
    kind
  ];
  if (ending === "html") return `glassformer-${plain}-all-heads.html`;
  const shown = head === null ? "mean" : `head-${head + 1}`;
  const words = view.inWords ? "-words" : "";
  return `glassformer-${plain}-${attention}-layer-${layer + 1}-${shown}${words}.${ending}`;
}

// What stands with every picture and table.
function described(view) {
  const { kind, layer, head } = view.focus;
  return {
    attention: KINDS[kind].name,
    layer: layer + 1,
    head: head === null ? "mean" : head + 1,
    tokens: view.inWords ? "words" : "pieces",
    model: modelName(view),
    sentence: view.frame.sentence,
    translation: view.frame.translation,
  };
}

// ---- CSV: a row for each query, a column for each key, and what it is about in columns behind them
function csvFile(view) {
  return new Blob(["\ufeff", csvOf(view.shown, described(view))], { type: "text/csv;charset=utf-8" });
}

function csvOf({ rows, columns, values }, about) {
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
function written(weight) {
  return String(Number(weight.toPrecision(9)));
}

// ---- SVG, and PNG from it
const SHEET = {
  paper: "#ffffff",
  ink: "#23272b",
  faint: "#5c6368",
  query: "#0072b2",
  key: "#d55e00",
  cell: 34,
  margin: 24,
  narrowest: 470,
  font: "Source Sans, Segoe UI, Helvetica, Arial, sans-serif",
};

function svgFile(view) {
  const drawing = new XMLSerializer().serializeToString(drawingOf(view.shown, described(view)));
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', drawing], { type: "image/svg+xml" });
}

function drawingOf({ rows, columns, values }, about) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `13px ${SHEET.font}`;
  const longest = (units) => Math.ceil(Math.max(...units.map(({ label }) => pen.measureText(label).width)));
  const cell = Math.max(14, Math.min(SHEET.cell, 900 / values.columns));
  const left = SHEET.margin + longest(rows) + 30;
  const width = Math.ceil(Math.max(left + cell * values.columns, SHEET.narrowest) + SHEET.margin);
  const notes = [`${about.sentence} → ${about.translation}`, `Model ${about.model} · between ${about.tokens}`].flatMap(
    (note) => brokenInto(pen, note, (width - 2 * SHEET.margin) * 0.92),
  );
  const top = SHEET.margin + 40 + 18 * notes.length + longest(columns) + 24;
  const [right, bottom] = [left + cell * values.columns, top + cell * values.rows];
  const height = Math.ceil(bottom + 52);
  const svg = vector("svg");
  const put = (tag, attributes, text = null) => {
    const made = vector(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    if (text !== null) made.textContent = xmlText(text);
    svg.append(made);
    return made;
  };
  for (const [name, value] of Object.entries({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": SHEET.font,
    "font-size": 13,
    fill: SHEET.ink,
  }))
    svg.setAttribute(name, String(value));
  put("title", {}, `${headingOf(about)}: ${about.sentence}`);
  put("rect", { width, height, fill: SHEET.paper });
  put("text", { x: SHEET.margin, y: SHEET.margin + 12, "font-size": 16, "font-weight": 600 }, headingOf(about));
  notes.forEach((note, index) => {
    put("text", { x: SHEET.margin, y: SHEET.margin + 34 + 18 * index, fill: SHEET.faint }, note);
  });
  put("text", { x: left, y: SHEET.margin + 40 + 18 * notes.length, fill: SHEET.key, "font-style": "italic" }, "key →");
  put(
    "text",
    {
      x: 0,
      y: 0,
      fill: SHEET.query,
      "font-style": "italic",
      "text-anchor": "end",
      transform: `translate(${SHEET.margin + 8} ${top}) rotate(-90)`,
    },
    "← query",
  );
  columns.forEach(({ label }, column) => {
    put("text", { transform: `translate(${left + (column + 0.5) * cell + 4} ${top - 8}) rotate(-90)` }, label);
  });
  rows.forEach(({ label }, row) => {
    put("text", { x: left - 8, y: top + (row + 0.5) * cell + 4, "text-anchor": "end" }, label);
  });
  values.data.forEach((weight, index) => {
    const [row, column] = [Math.floor(index / values.columns), index % values.columns];
    const square = put("rect", {
      x: left + column * cell,
      y: top + row * cell,
      width: cell,
      height: cell,
      fill: shade(weight),
      class: "weight",
      "data-row": row,
      "data-column": column,
      "data-weight": written(weight),
    });
    const tip = vector("title");
    tip.textContent = xmlText(`query ${rows[row].label} · key ${columns[column].label}: ${written(weight)}`);
    square.append(tip);
    if (cell >= 28)
      put(
        "text",
        {
          x: left + (column + 0.5) * cell,
          y: top + (row + 0.5) * cell + 4,
          "text-anchor": "middle",
          "font-size": 11,
          "pointer-events": "none",
        },
        weight >= 0.995 ? "1" : weight.toFixed(2).slice(1),
      );
  });
  put("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: "#c9c5bb" });
  scaleOf(put, left, bottom + 18);
  return svg;
}

// A text as lines of at most that many pixels; the fonts of whoever opens the drawing may be a little wider than ours.
function brokenInto(pen, text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (lines[lines.length - 1] && pen.measureText(longer).width > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

// The colour scale with its ends, in ten steps.
function scaleOf(put, left, top) {
  put("text", { x: left - 8, y: top + 10, "text-anchor": "end", fill: SHEET.faint, "font-size": 11 }, "weight");
  for (let step = 0; step < 10; step += 1)
    put("rect", { x: left + step * 10, y: top, width: 10, height: 11, fill: shade((step + 0.5) / 10) });
  put("rect", { x: left, y: top, width: 100, height: 11, fill: "none", stroke: "#c9c5bb" });
  put("text", { x: left, y: top + 24, "text-anchor": "middle", fill: SHEET.faint, "font-size": 11 }, "0");
  put("text", { x: left + 100, y: top + 24, "text-anchor": "middle", fill: SHEET.faint, "font-size": 11 }, "1");
}

function headingOf({ attention, layer, head }) {
  return `${attention}, layer ${layer}, ${head === "mean" ? "mean of the heads" : `head ${head}`}`;
}

function shade(weight) {
  const [from, to] = [channels(SHEET.paper), channels(WEIGHT)];
  return `#${from
    .map((low, each) =>
      Math.round(low + Math.min(1, weight) * (to[each] - low))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

// XML has no way to write some control characters.
function xmlText(text) {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

async function pngFile(view) {
  const drawing = svgFile(view);
  const address = URL.createObjectURL(drawing);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = element("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// ---- HTML: every kind, layer and head in one file
function standaloneFile(view) {
  const data = {
    model: modelName(view),
    sentence: view.frame.sentence,
    translation: view.frame.translation,
    focus: { ...view.focus, inWords: view.inWords },
    kinds: Object.entries(KINDS).map(([kind, { name, rows, columns }]) => ({
      kind,
      name,
      queries: tokensKept(view.tokens[rows]),
      keys: tokensKept(view.tokens[columns]),
      weights: allWeights(view.tensors[`${kind}.weights`]),
    })),
  };
  // A `<` in a token would end the script that holds the data.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return new Blob([view.facts.standalone.replace("⟨data⟩", () => json)], { type: "text/html;charset=utf-8" });
}

function tokensKept(chips) {
  return chips.map(({ text, joined }) => ({ text, joined }));
}

// [layer][head][query][key], seven digits each.
function allWeights(tensor) {
  const [layers, heads, rows, columns] = tensor.shape;
  return numbers(layers).map(([, layer]) =>
    numbers(heads).map(([, head]) => {
      const { data } = part(tensor, layer, head);
      return numbers(rows).map(([, row]) =>
        Array.from(data.subarray(row * columns, (row + 1) * columns), (weight) => Number(weight.toPrecision(7))),
      );
    }),
  );
}
