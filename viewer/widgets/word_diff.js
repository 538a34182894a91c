// A translation next to another one: words that differ are marked, and a blank stands where some are missing.

import { element } from "./elements.js";
import "./word_diff.css";

export const DIFFER = "Coloured: where the two differ.";
export const APART = "Coloured: other words. A blank: missing words.";

/**
 * @param {HTMLElement} place
 * @param {Stretch[]} pieces  as sent by viewer/widgets/word_diff.py
 * @param {"del" | "ins"} mark  for words that differ, in the earlier text or in the later one
 */
export function writeWordDiff(place, pieces, mark) {
  for (const { text, same, missing } of pieces) {
    const words = text.trimEnd(); // the space after them did not change
    const label = `missing: ${missing}`;
    if (text) place.append(element(same ? "span" : mark, "", words));
    const names = /\S$/.test(place.textContent) ? "gap after" : "gap"; // a word that it must not touch
    if (missing) place.append(element(mark, names, { role: "img", title: label, "aria-label": label }));
    place.append(text.slice(words.length));
  }
}

/** @param {Stretch[]} pieces */
export const textOf = (pieces) => pieces.map(({ text }) => text).join("");
