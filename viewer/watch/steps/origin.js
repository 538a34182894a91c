// Who chose a token of the translation, and how probable the model found it, in words.

import { short } from "../../widgets/numbers.js";

const BEGINNINGS = {
  model: (token) => `The model says ${token}, to which it gives`,
  given: (token) => `${token} was given by you; the model gives it`,
  chosen: (token) => `${token} was chosen by you; the model gives it`,
  kept: (token) => `${token} stays as it was before your choice; the model gives it`,
};

// The first `forced` tokens were not the model's to choose: up to the fork they stay, at the fork the visitor chose.
/** @param {{ step: number } | null} fork */
export function originOf(fork, step, forced) {
  if (step >= forced) return "model";
  if (!fork) return "given";
  return step === fork.step ? "chosen" : "kept";
}

export function originInWords(token, origin, probability, total) {
  return (
    `${BEGINNINGS[origin](`“${token}”`)} a probability of ${short(probability)}. Log-probability of the translation ` +
    `so far: ${short(total)} nats.`
  );
}
