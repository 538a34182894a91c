// A translation next to another one: words that differ are marked, and a blank stands for each that is missing.

import { element } from "./elements.js";
import "./word_diff.css";

export const DIFFER = "Coloured: what changed or moved.";
export const APART = "Coloured: other words. A blank: missing words.";

/**
 * @param {HTMLElement} place
 * @param {Stretch[]} pieces  as sent by viewer/widgets/word_diff.py
 * @param {"del" | "ins"} mark  for words that differ, in the earlier text or in the later one
 */
export function writeWordDiff(place, pieces, mark) {
  for (const piece of pieces) {
    const words = piece.text.trimEnd(); // the space after them did not change
    if (words) place.append(element(piece.same ? "span" : mark, "", words));
    const names = /\S$/.test(place.textContent) ? "gap after" : "gap"; // a word that it must not touch
    const gaps = Array.from({ length: countMissing(piece) }, () => element(mark, names));
    const label = `instead of: ${piece.other}`;
    if (gaps.length) place.append(element("span", "", { role: "img", title: label, "aria-label": label }, ...gaps));
    place.append(piece.text.slice(words.length));
  }
}

// How many words the other text has more where they differ, as one sees them: “l'homme” is one.
/** @param {Stretch} piece */
export function countMissing({ text, other = "" }) {
  const [here, there] = [text, other].map((words) => (words.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length);
  return Math.max(0, there - here);
}

/** @param {Stretch[]} pieces */
export const textOf = (pieces) => pieces.map(({ text }) => text).join("");
