// A translation next to another one: words that differ are marked.

import { element } from "./elements.js";
import "./word_diff.css";

export const DIFFER = "Coloured: where the two differ.";

/**
 * @param {HTMLElement} place
 * @param {Stretch[]} pieces  as sent by viewer/widgets/word_diff.py
 * @param {"del" | "ins"} mark  for words that differ, in the earlier text or in the later one
 */
export function writeWordDiff(place, pieces, mark) {
  for (const { text, same } of pieces) {
    const words = text.trimEnd(); // the space after them did not change
    place.append(element(same ? "span" : mark, "", words), text.slice(words.length));
  }
}
