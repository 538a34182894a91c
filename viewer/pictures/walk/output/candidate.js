// The token of the equation, its logit, the factors and products that it is the sum of, and its bias.

import { part, plainNumbers } from "../../../transport/payload.js";

// The token whose numbers are put into the equation: pointed at, or kept by a click, or the most probable.
/** @param {OutputView} view */
export function currentCandidate(view) {
  const { pointed, candidate, position } = view.next;
  return pointed ?? candidate ?? view.tensors.top.data[position * view.tensors.top.shape[1]];
}

/** @param {OutputView} view */
export const logitOf = (view, id) => view.tensors.logits.data[view.next.position * view.sizes.V + id];
/** @param {OutputView} view */
export function multiplyFactors(view, id) {
  const hidden = part(view.tensors["decoder.output"], view.next.position);
  const weights = part(view.tensors[`${view.facts.matrix}.weight`], id);
  return { hidden, weights, products: hidden.map((value, at) => value * weights[at]) };
}

// The number that a token has of its own, added to its logit; null in a model without an output bias.
/** @param {OutputView} view */
export function biasOf({ tensors }, id) {
  const bias = tensors["output_projection.bias"];
  return bias ? plainNumbers(bias)[id] : null;
}
