// A translation beside another: what differs from the other is marked.

import { element } from "./elements.js";

/**
 * @param {HTMLElement} place  where it is written
 * @param {Stretch[]} pieces
 * @param {"del" | "ins"} mark  what differs: of the earlier text, or of the later
 */
export function writeStretches(place, pieces, mark) {
  for (const { text, same } of pieces) {
    const words = text.trimEnd(); // the space behind them did not change
    place.append(element(same ? "span" : mark, "", words), text.slice(words.length));
  }
}
