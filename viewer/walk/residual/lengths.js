// How long vectors are before, within and behind a LayerNorm.

import { part } from "../../widgets/payload.js";
import { stackOfFocus, tokensOf } from "./step.js";

// Mean 0 and variance 1: LayerNorm without γ and β.
export function normalised(vector, mean, variance, epsilon) {
  return vector.map((value) => (value - mean) / Math.sqrt(variance + epsilon));
}

// Every token's length before the stack's last LayerNorm, within it and behind it.
/** @param {ResidualView} view */
export function lastNorm(view) {
  const { tensors, facts } = view;
  const stack = stackOfFocus(view);
  const at = tensors[`${stack}.gamma`].shape[0] - 1;
  const moments = part(tensors[`${stack}.moments`], at);
  const beside = { name: "beside", place: at };
  const [read, given] = facts.preNorm
    ? [{ name: "stream", place: at }, beside]
    : [beside, { name: "stream", place: at + 1 }];
  return tokensOf(view).map((_, token) => {
    const vectorOf = ({ name, place }) => part(tensors[`${stack}.${name}`], place, token);
    const [mean, variance] = [moments.data[token], moments.data[moments.columns + token]];
    return {
      token,
      before: lengthOf(vectorOf(read)),
      between: lengthOf(normalised(vectorOf(read), mean, variance, facts.epsilon)),
      after: lengthOf(vectorOf(given)),
    };
  });
}

export function furthestApart(found) {
  const sorted = [...found].sort((first, second) => first.after - second.after);
  return { shortest: sorted[0], longest: sorted[sorted.length - 1] };
}

export function lengthOf(vector) {
  return Math.sqrt(vector.reduce((total, value) => total + value * value, 0));
}
