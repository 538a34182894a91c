// How long vectors are before, within and after a LayerNorm.

import { stackOf, tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { lengthOf, rowOf } from "../../../widgets/vectors.js";
import { computeMoments } from "./derived.js";

// Mean 0 and variance 1: LayerNorm without γ and β.
export const normalise = (vector, mean, variance, epsilon) =>
  vector.map((value) => (value - mean) / Math.sqrt(variance + epsilon));

// Every token's length before the stack's last LayerNorm, within it and after it.
/** @param {ResidualView} view */
export function lastNorm(view) {
  const { tensors, facts } = view;
  const stack = stackOf(view);
  const stream = tensors[`${stack}.stream`];
  const last = stream.shape[0] - 1;
  const read = facts.preNorm ? part(stream, last - 1) : part(tensors[`${stack}.beside`], last - 1);
  const given = part(stream, last);
  return tokensOf(view).map((_, token) => {
    const [before, after] = [rowOf(read, token), rowOf(given, token)];
    const [mean, variance] = computeMoments(before);
    const between = normalise(before, mean, variance, facts.epsilon);
    return { token, before: lengthOf(before), between: lengthOf(between), after: lengthOf(after) };
  });
}

export function findExtremes(found) {
  const sorted = [...found].sort((first, second) => first.after - second.after);
  return { shortest: sorted[0], longest: sorted.at(-1) };
}
