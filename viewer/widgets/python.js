// Lines of Python with syntax colours, and a box of such lines with a copy button.

import { copyButton } from "./copy_button.js";
import { element } from "./elements.js";
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
export function inkedPython(lines) {
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
  const box = element("section", "code");
  const bar = element("header");
  const copy = copyButton(lines, "Copy this code");
  bar.append(element("h3", "", "The same in Python"), element("span", "what quiet", title), copy);
  const written = element("pre", "sideways");
  written.tabIndex = 0;
  written.setAttribute("role", "region");
  written.setAttribute("aria-label", "The same in Python");
  const code = element("code");
  code.append(...inkedPython(lines));
  written.append(code);
  box.append(bar, written);
  return box;
}
