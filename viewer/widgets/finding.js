// A finding, as one shows it to a colleague: the claim, its effect over sentences of one's own, the code that repeats it
// and a link; saved with the picture, as a page or as a notebook.

import { wholeLink } from "./address.js";
import { copyButton } from "./copy_button.js";
import { element } from "./elements.js";
import { memory } from "./focus.js";
import { percent } from "./numbers.js";
import { makeSavable } from "./pictures.js";
import { plainTable } from "./plain_table.js";
import { pythonBox } from "./python.js";
import { save } from "./save.js";

const MOST = 60; // lines
const NORMAL = 1.959964; // of a 95% interval
const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto}img{max-width:100%}td,th{padding:0 .7rem}";

/** @param {Finding} finding */
export function findingCard(finding) {
  const { name, claim, about, lines, measure, code, picture } = finding;
  const own = { lines, rows: finding.rows ?? [] };
  const [effect, python, told] = [element("div", "stack"), element("div"), element("p", "hint", { role: "status" })];
  const draw = () => {
    effect.replaceChildren(...effectOf(finding, own.rows));
    python.replaceChildren(pythonBox("for every line", code(own.lines)));
  };
  const run = async () => {
    Object.assign(own, { lines: field.value.split("\n").flatMap((line) => line.trim() || []), rows: [] });
    told.textContent = own.lines.length > MOST ? `Only the first ${MOST} lines are measured.` : "";
    if (!own.lines.length) told.textContent = "Write at least one line.";
    own.lines.length = Math.min(own.lines.length, MOST);
    button.disabled = true;
    const onProgress = (text) => told.replaceChildren(text);
    try {
      for (const line of own.lines) own.rows.push([line, ...(await measure(line, onProgress))]);
    } catch (error) {
      told.textContent = error.message;
    }
    button.disabled = false;
    draw();
  };
  const field = element("textarea", "", { rows: 5, "aria-label": about }, lines.join("\n"));
  const button = element("button", "button", { type: "button", click: run }, "Measure these");
  /** @type {Record<string, [string, () => Promise<Blob>]>} */
  const files = {
    SVG: ["svg", () => memory.pictureFile(picture, name, "svg")],
    PNG: ["png", () => memory.pictureFile(picture, name, "png")],
    HTML: ["html", () => pageOf(finding, own, effect)],
    Notebook: ["ipynb", () => notebookOf(finding, own)],
  };
  const saves = element("div", "flow centred", element("span", "hint", "Save this finding"));
  for (const [label, [ending, make]] of Object.entries(files)) {
    const click = () => save(saves, `glassformer-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.${ending}`, make);
    saves.append(element("button", "button", { type: "button", click }, label));
  }
  saves.append(copyButton(linkHere, "Copy the link"));
  makeSavable(effect, { name: `${name}: the effect` });
  draw();
  const asking = measure ? [element("p", "hint", about), field, element("div", "", button), told] : [];
  return element("section", "stack", element("p", "look-words", claim), effect, ...asking, saves, python);
}

const linkHere = () => wholeLink(window.location.href);
/** @param {FindingCell} [cell] */
const cellText = (cell = "") =>
  typeof cell === "number"
    ? percent(cell)
    : String(cell)
        .replace(/^true$/, "yes")
        .replace(/^false$/, "no");

/** @param {Finding} finding @param {FindingCell[][]} rows @returns {string[][]} */
function tableOf({ headings }, rows) {
  const means = headings.map((_, at) => meanOf(rows.map((row) => row[at]).filter((cell) => typeof cell === "number")));
  const last = means.some(Boolean) ? [["mean, 95% interval", ...means.slice(1)]] : [];
  return [...rows.map((row) => headings.map((_, at) => cellText(row[at]))), ...last];
}

const effectOf = (finding, rows) =>
  rows.length
    ? [plainTable(finding.headings, tableOf(finding, rows)), element("p", "", countOf(finding.headings, rows))]
    : [];

// How many sentences show it, with Wilson's interval.
/** @param {string[]} headings @param {FindingCell[][]} rows */
export function countOf(headings, rows) {
  const tried = rows.flat().filter((cell) => typeof cell === "boolean");
  const [count, n] = [tried.filter(Boolean).length, tried.length];
  if (!n) return "No line shows anything to count.";
  const spread = NORMAL ** 2 / n;
  const half = Math.sqrt(spread * ((count / n) * (1 - count / n) + spread / 4));
  const [low, high] = [-half, half].map((each) => percent((count / n + spread / 2 + each) / (1 + spread)));
  return `${headings.at(-1)}: yes for ${count} of ${n} (95% interval: ${low} to ${high}).`;
}

function meanOf(numbers) {
  if (numbers.length < 2) return "";
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const square = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (numbers.length - 1);
  const half = NORMAL * Math.sqrt(square / numbers.length);
  return `${percent(mean)} (${percent(Math.max(0, mean - half))} to ${percent(Math.min(1, mean + half))})`;
}

async function pictureIn({ picture, name }) {
  const reader = new FileReader();
  reader.readAsDataURL(await memory.pictureFile(picture, name, "png"));
  await new Promise((resolve) => reader.addEventListener("load", resolve));
  return String(reader.result);
}

async function pageOf(finding, { lines }, effect) {
  const page = document.implementation.createHTMLDocument(finding.claim);
  page.head.append(element("meta", "", { charset: "utf-8" }), element("style", "", STYLE));
  page.body.append(
    element("h1", "", finding.claim),
    element("img", "", { src: await pictureIn(finding), alt: finding.name }),
    ...effect.cloneNode(true).childNodes,
    element("pre", "", finding.code(lines)),
    element("a", "", { href: linkHere() }, linkHere()),
  );
  return new Blob(["<!doctype html>\n", page.documentElement.outerHTML], { type: "text/html" });
}

// What Markdown would read as a sign stands as it is.
const escaped = (text) => text.replace(/[\\`*_{}[\]<>()#+\-.!|$~&]/g, "\\$&");

/** @param {Finding} finding */
export function notebookText(finding, { lines, rows }, picture, link) {
  const { claim, headings, code } = finding;
  const row = (cells) => `| ${cells.map(escaped).join(" | ")} |`;
  const table = [row(headings), `|${"---|".repeat(headings.length)}`, ...tableOf(finding, rows).map(row), ""];
  const effect = rows.length ? [...table, escaped(countOf(headings, rows)), ""] : [];
  const source = [`# ${escaped(claim)}`, "", "![](attachment:finding.png)", "", ...effect, `<${link}>`].join("\n");
  const attachments = { "finding.png": { "image/png": picture.split(",")[1] } };
  const cell = { cell_type: "code", id: "code", metadata: {}, execution_count: null, outputs: [] };
  return JSON.stringify({
    cells: [
      { cell_type: "markdown", id: "finding", metadata: {}, attachments, source },
      { ...cell, source: `${code(lines).trim()}\nresult` },
    ],
    ...{ metadata: {}, nbformat: 4, nbformat_minor: 5 },
  });
}

async function notebookOf(finding, own) {
  return new Blob([notebookText(finding, own, await pictureIn(finding), linkHere())]);
}
