// Who chose a token of the translation, and what the model thought of it, in words.

import { short } from "../../widgets/numbers.js";

const BEGINNINGS = {
  said: (token) => `The model says ${token}, to which it gives`,
  given: (token) => `${token} was given by you; the model gives it`,
  chosen: (token) => `${token} was chosen by you; the model gives it`,
  kept: (token) => `${token} stays as it was before your choice; the model gives it`,
};

// The first `forced` tokens were not the model's to choose: up to the fork they stay, at the fork the visitor chose.
/** @param {{ step: number } | null} fork */
export function originOf(fork, step, forced) {
  if (step >= forced) return "said";
  if (!fork) return "given";
  return step === fork.step ? "chosen" : "kept";
}

export function sayingOf(token, origin, probability, total) {
  return (
    `${BEGINNINGS[origin](`“${token}”`)} a probability of ${short(probability)}. Log-probability of the translation ` +
    `so far: ${short(total)} nats.`
  );
}
