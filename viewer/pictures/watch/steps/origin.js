// Who chose a token of the translation, and how probable the model found it, in words.

import { short } from "../../../widgets/numbers.js";

const BEGINNINGS = {
  model: (token) => `The model writes ${token} and gives it`,
  given: (token) => `You gave ${token}; the model gives it`,
  chosen: (token) => `You chose ${token}; the model gives it`,
  kept: (token) => `${token} comes before your choice and stays; the model gives it`,
};

// The first `forced` tokens were not the model's to choose: up to the fork they were kept, at the fork the visitor
// chose.
/** @param {number | null} fork  the last one's step */
export function findOrigin(fork, step, forced) {
  if (step >= forced) return "model";
  if (fork === null) return "given";
  return step === fork ? "chosen" : "kept";
}

export function describeOrigin(token, origin, probability, total) {
  return (
    `${BEGINNINGS[origin](`“${token}”`)} a probability of ${short(probability)}. Log-probability of the translation ` +
    `so far: ${short(total)} nats.`
  );
}
