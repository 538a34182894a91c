// Lines of Python with syntax colours, and a box of such lines with a copy button.

import { copyButton } from "./copy_button.js";
import { element, region } from "./elements.js";
import "./python.css";

// Comments, texts, keywords, numbers: one group per ink.
const PARTS = [
  /(#.*)/,
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/,
  /\b(import|from|as|with|for|in|if|else|def|return|lambda|and|or|not|None|True|False)\b/,
  /\b(\d+(?:\.\d+)?)\b/,
];
const PYTHON = new RegExp(PARTS.map(({ source }) => source).join("|"), "g");
const INKS = ["comment", "text", "keyword", "number"];

/** @param {string} lines */
export function highlightPython(lines) {
  const parts = [];
  let from = 0;
  for (const match of lines.matchAll(PYTHON)) {
    const ink = INKS[match.slice(1).findIndex((group) => group !== undefined)];
    parts.push(lines.slice(from, match.index), element("span", ink, match[0]));
    from = match.index + match[0].length;
  }
  return [...parts, lines.slice(from)];
}

/** @param {string} title  what the lines compute */
export function pythonBox(title, lines) {
  const name = "The same in Python";
  const [what, copy] = [element("span", "what quiet", title), copyButton(lines, "Copy this code")];
  return element(
    "section",
    "code",
    element("header", "", element("h3", "", name), what, copy),
    element("pre", "sideways", region(name), element("code", "", ...highlightPython(lines))),
  );
}
