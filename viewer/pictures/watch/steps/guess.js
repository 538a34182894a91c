// The question at every step before it is shown: what does the model write next?

import { coverChip, joinChips } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";

const OFFERED = 4; // tokens to choose from

// If the translation is above the player, there is nothing to guess.
/** @returns {GuessBox} */
export function nothingToGuess() {
  const [button, card] = [element("span"), element("span")];
  return { switch: button, card, on: false, covers: () => false, show: () => {} };
}

/** @param {StepsView} view */
function stepPlace(view, step) {
  const { chips } = view.facts.branches.now;
  const translation = chips.map(({ text }) => text).join(" ");
  return { place: `step ${step} of ${translation}`, sentence: joinChips(view.facts.source) };
}

// The first step that has not been guessed or shown, or the one after the last. A visitor can't go past it, because the
// next step reads its token.
/** @param {StepsView} view */
export function firstCovered(view) {
  if (!view.guess.on) return view.length;
  let step = 0;
  while (step < view.length && !view.guess.covers(stepPlace(view, step))) step += 1;
  return step;
}

/** @param {StepsView} view */
export function nextTokenQuestion(view) {
  const { chips, steps, logProbabilities } = view.facts.branches.now;
  const probability = Math.exp(logProbabilities[view.step]);
  const [taken] = steps[view.step].filter((each) => each.taken);
  const likely = steps[view.step].filter((each) => !each.taken).slice(0, OFFERED - 1);
  const offered = [taken, ...likely].sort((one, other) => (one.text < other.text ? -1 : 1));
  const said = joinChips(chips.slice(0, view.step));
  const joined = offered.some((each) => each.joined) ? " A dot marks a piece that continues the word before it." : "";
  return {
    ...stepPlace(view, view.step),
    words: (said ? `It has written “${said}”. Which token comes next?` : "Which token does it start with?") + joined,
    options: offered.map((each) => (each.joined ? `·${each.text}` : each.text)),
    right: offered.indexOf(taken),
    told: `The model gives “${taken.text}” a probability of ${short(probability)}.`,
    onward: view.step < view.length - 1 ? { name: "Next step →", go: () => view.go(view.step + 1) } : undefined,
  };
}

// The tokens from `first` on are still hidden.
/** @param {StepsView} view */
export function coverTokens(view, first) {
  const { chips } = view.facts.branches.now;
  chips.forEach((chip, step) => {
    const shown = view.targetChips[step + 1];
    coverChip(shown, chip, step + 1 < first ? chips[step + 1] : undefined, step >= first);
    shown.disabled = step > first;
  });
}
