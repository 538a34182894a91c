// Tokens of the vocabulary as texts and chips, and bars for their probabilities.

import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { chipsWithin } from "../../../widgets/tokens.js";

/** @param {OutputView} view */
export const pieceOf = (view, id) => chipsWithin([view.facts.pieces[id]])[0];

/** @param {OutputView} view */
export const pieceChip = (view, id) => buildChip("span", pieceOf(view, id));

/** @param {OutputView} view */
export const quotePiece = (view, id) => `“${pieceOf(view, id).text}”`;

// The decoder's input up to a position, as one text; its beginning is left out where it is long.
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

// A bar from 0 to 1, and the number after it.
export function probabilityBar(number = element("span", "number mono"), written = short) {
  const bar = element("i");
  return {
    elements: [element("span", "track", bar), number],
    show(probability) {
      bar.style.width = `${100 * probability}%`;
      number.textContent = written(probability);
      number.title = full(probability);
    },
  };
}
