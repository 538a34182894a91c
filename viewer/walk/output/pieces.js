// Tokens of the vocabulary as texts and chips.

import { chipOf } from "../../widgets/chips.js";

/** @param {OutputView} view */
export function pieceOf(view, id) {
  return view.facts.pieces[id];
}

/** @param {OutputView} view */
export function pieceChip(view, id) {
  return chipOf("span", pieceOf(view, id));
}

/** @param {OutputView} view */
export function quoted(view, id) {
  return `“${pieceOf(view, id).text}”`;
}

// What the decoder has read at a position, as one text; its beginning is left out where it is long.
/** @param {OutputView} view */
export function readSoFar(view, position, most = 60) {
  let read = "";
  for (let at = position; at >= 0; at -= 1) {
    const chip = view.tokens.target[at];
    if (read && read.length + chip.text.length > most) return `…${read}`;
    read = (at && !chip.joined ? " " : "") + chip.text + read;
  }
  return read;
}
