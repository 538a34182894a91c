// A finding as a file to show to a colleague: the claim, the picture, its numbers, the code that repeats it, and a link;
// as a page, or as a notebook.

import { wholeLink } from "../widgets/address.js";
import { tableLines } from "../widgets/csv.js";
import { element } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";
import { plainTable } from "../widgets/plain_table.js";
import { dataAddress, pictureFile } from "./picture_files.js";

const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto}img{max-width:100%}td,th{padding:0 .7rem}";

/** @param {import("./picture_files.js").Shown} shown @param {"html" | "ipynb"} format */
export async function findingFile(shown, format) {
  const { finding = () => null, lines } = shown.picture;
  const found = finding();
  if (!found) throw new Error("Nothing in the picture stands out any more.");
  const table = shown.place.querySelector("table");
  const effect = memory.finding?.of === finding ? memory.finding.rows : null;
  const rows = (effect ?? lines?.() ?? (table ? tableLines(table) : [])).map((row) => row.map(String));
  const picture = await dataAddress(await pictureFile(shown, "png"));
  const told = { ...found, rows, picture, link: wholeLink(window.location.href) };
  return new Blob([format === "html" ? pageText(told) : notebookText(told)]);
}

/** @param {any} shown */
function pageText({ claim, code, rows: [head, ...rows], picture, link }) {
  const page = document.implementation.createHTMLDocument(claim);
  page.head.append(element("meta", "", { charset: "utf-8" }), element("style", "", STYLE));
  page.body.append(
    element("h1", "", claim),
    element("img", "", { src: picture, alt: claim }),
    ...(head ? [plainTable(head, rows)] : []),
    element("pre", "", code),
    element("a", "", { href: link }, link),
  );
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

// What Markdown would read as a sign stands as it is.
const escaped = (text) => text.replace(/[\\`*_{}[\]<>()#+\-.!|$~&]/g, "\\$&");

/** @param {any} shown */
export function notebookText({ claim, code, rows: [head, ...rows], picture, link }) {
  const row = (cells) => `| ${cells.map(escaped).join(" | ")} |`;
  const table = head ? [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row), ""] : [];
  const source = [`# ${escaped(claim)}`, "", "![](attachment:finding.png)", "", ...table, `<${link}>`].join("\n");
  const attachments = { "finding.png": { "image/png": picture.split(",")[1] } };
  const cell = { cell_type: "code", id: "code", metadata: {}, execution_count: null, outputs: [] };
  return JSON.stringify({
    cells: [
      { cell_type: "markdown", id: "finding", metadata: {}, attachments, source },
      { ...cell, source: `${code.trim()}\nresult` },
    ],
    ...{ metadata: {}, nbformat: 4, nbformat_minor: 5 },
  });
}
