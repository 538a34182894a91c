// Tokens of the vocabulary as texts and chips, and bars for their probabilities.

import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { full, percent, short } from "../../../widgets/numbers.js";
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

// A bar from 0 to 1, and the number after it: at Look as a percentage.
export function probabilityBar() {
  const [bar, share] = [element("i"), element("b", "share", { "data-at": "look" })];
  const number = element("span", "number mono", { "data-from": "understand" });
  return {
    elements: [element("span", "track", bar), share, number],
    show(probability) {
      bar.style.width = `${100 * probability}%`;
      share.textContent = percent(probability);
      number.textContent = short(probability);
      number.title = full(probability);
    },
  };
}
