// What one sees at first: from scores to probabilities to the token that is written.

import { part } from "../../../transport/payload.js";
import { element, say } from "../../../widgets/elements.js";
import { percent } from "../../../widgets/numbers.js";
import { pieceOf, quotePiece, readSoFar } from "./pieces.js";

export const AT_LOOK = 4; // of the likeliest tokens
const SCORE = "Softmax turns the scores of all pieces into chances: 2.3 more makes a piece ten times as likely.";
/** @param {OutputView} view */
export function look(view) {
  const headline = element("p", "look-headline", { "data-at": "look", "aria-live": "polite" });
  const verdict = element("p", "output-verdict serif", { "aria-live": "polite" });
  return {
    headline,
    verdict: element("div", "stack", { "data-at": "look" }, verdict, element("p", "hint", SCORE)),
    draw() {
      say(headline, writeHeadline(view));
      say(verdict, describeVerdict(view));
    },
  };
}

/** @param {OutputView} view */
function writeHeadline(view) {
  const { position } = view.next;
  const chosen = view.frame.ids.output[position];
  const p = view.distribution.of(part(view.tensors.logits, position)[chosen]);
  const before = position ? `After “${textBefore(view, position)}”` : "At the start";
  return `${before}, the model gives ${quotePiece(view, chosen)} a chance of ${percent(p)}.`;
}

// The translation so far, without the token that starts it.
/** @param {OutputView} view */
function textBefore(view, position) {
  const [{ text: start }] = view.tokens.target;
  const read = readSoFar(view, position);
  return read.startsWith(`${start} `) ? read.slice(start.length + 1) : read;
}

/** @param {OutputView} view */
function describeVerdict(view) {
  const { position } = view.next;
  const chosen = view.frame.ids.output[position];
  const [best] = part(view.tensors.top, position);
  if (chosen !== best) {
    const took = `beam search, which compares whole translations, took ${quotePiece(view, chosen)}`;
    return `${quotePiece(view, best)} scores higher here, but ${took}.`;
  }
  const then = position === view.sizes.T - 1 ? "the translation is finished" : "is written";
  return `${quotePiece(view, chosen)} scores highest, and ${then}.`;
}

// Find the word of which the model is least sure, where others have a chance.
/** @param {OutputView} view */
export function firstToken(view) {
  const { confidence } = view.tensors;
  const isWord = (id) => /\p{L}/u.test(pieceOf(view, id).text) && !pieceOf(view, id).special;
  const sure = view.frame.ids.output.map((id, position) => (position && isWord(id) ? confidence.data[position] : 1));
  return sure.indexOf(Math.min(...sure));
}
