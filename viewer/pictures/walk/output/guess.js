// The question before each position is shown: which token does the model predict next?

import { part } from "../../../transport/payload.js";
import { distinctNames } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { computeDistribution } from "./distribution.js";
import { pieceOf, readSoFar } from "./pieces.js";

const OFFERED = 4; // tokens to choose from

/** @param {OutputView} view */
const positionPlace = (view, position) => ({ place: `position ${position}`, sentence: view.frame.sentence });

// The first position that has not been guessed or shown: the next one reads what it says.
/** @param {OutputView} view */
export function furthestPosition(view) {
  let position = 0;
  while (position < view.sizes.T - 1 && !view.guess.covers(positionPlace(view, position))) position += 1;
  return position;
}

/** @param {OutputView} view */
export function nextQuestion(view) {
  const position = Math.min(view.focus.token, view.sizes.T - 1);
  const ids = [...part(view.tensors.top, position)].slice(0, OFFERED);
  const logits = part(view.tensors.logits, position);
  const probability = computeDistribution(logits, 1).of(Math.max(...logits));
  const chips = ids.map((id) => pieceOf(view, id));
  const names = distinctNames(chips.map(({ text, joined }) => (joined ? `·${text}` : text)));
  const sorted = [...names].sort();
  const dot = chips.some(({ joined }) => joined) ? " A dot marks a piece that continues the word before it." : "";
  return {
    ...positionPlace(view, position),
    words: `After “${readSoFar(view, position)}”: which token does the model find most likely?${dot}`,
    options: sorted,
    right: sorted.indexOf(names[0]),
    told: `“${names[0]}”, with a probability of ${short(probability)}.`,
    onward:
      position < view.sizes.T - 1
        ? { name: "Next position →", go: () => view.set({ token: position + 1 }) }
        : undefined,
  };
}
