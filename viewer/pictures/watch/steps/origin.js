// Who chose a token of the translation, and how probable the model found it, in words.

import { percent } from "../../../widgets/numbers.js";

const END = "</s>";

// The first `forced` tokens were not the model's to choose: up to the fork they were kept, at the fork the visitor
// chose.
/** @param {number | null} fork  the last one's step */
export function findOrigin(fork, step, forced) {
  if (step >= forced) return "model";
  if (fork === null) return "given";
  return step === fork ? "chosen" : "kept";
}

/** @param {Pick<StepsFacts, "path" | "branches">} facts @param {number} step */
export function describeStep({ path, branches }, step) {
  const { chips, forced, logProbabilities } = branches.now;
  const [{ text }, before] = [chips[step], chips[step - 1]];
  const share = percent(Math.exp(logProbabilities[step]));
  const reads = before ? `The model reads “${before.text}” back and` : "The model";
  return {
    model: () =>
      text === END
        ? `${reads} ends the translation (${share}).`
        : `${reads} ${before ? "writes" : "starts with"} “${text}” (${share}).`,
    given: () => `You gave “${text}”: the model gives it ${share}.`,
    chosen: () => `You chose “${text}”: the model gives it ${share}.`,
    kept: () => `“${text}” comes before your choice and stays: the model gives it ${share}.`,
  }[findOrigin(path[path.length - 1].step, step, forced)]();
}
