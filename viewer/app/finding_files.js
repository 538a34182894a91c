// A finding as a file to show to a colleague: the claim, the picture, its numbers, the code that repeats it, and a link;
// as a page, or as a notebook.

import { wholeLink } from "../widgets/address.js";
import { tableLines } from "../widgets/csv.js";
import { element } from "../widgets/elements.js";
import { memory } from "../widgets/focus.js";
import { plainTable } from "../widgets/plain_table.js";
import { dataAddress, pictureFile } from "./picture_files.js";

const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto}img{max-width:100%}td,th{padding:0 .7rem}";

/** @param {Element} place @param {string} name @param {"html" | "ipynb"} format */
export async function findingFile(place, name, format) {
  const { finding, lines } = memory.pictures.get(place);
  const table = place.querySelector("table");
  const effect = memory.finding?.of === finding ? memory.finding.rows : null;
  const rows = (effect ?? lines?.() ?? (table ? tableLines(table) : [])).map((row) => row.map(String));
  const picture = await dataAddress(await pictureFile(place, name, "png"));
  const shown = { ...finding(), rows, picture, link: wholeLink(window.location.href) };
  return new Blob([format === "html" ? pageText(shown) : notebookText(shown)]);
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
